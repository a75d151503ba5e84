internal import GPSEventRuntime
internal import GPSFormats
internal import Glibc
internal import GPSSystemCalls

/// Buffers bytes, and writes them in large pieces.
///
/// An error is stored and all later bytes are dropped, so that the code that makes records need not check.
package final class ByteOutput {
  /// The number of the first error.
  package private(set) var failure: CInt?

  /// Whether to stop waiting for a blocked reader, and drop all bytes that it has not read.
  package var isEnough: () -> Bool = { false }

  var hasWritten: Bool { output.hasWritten }

  private let output: PatientOutput
  private var gathered: [UInt8] = []
  private static let enough = 65_536

  package init(_ descriptor: CInt) {
    output = PatientOutput(descriptor)
    gathered.reserveCapacity(Self.enough + 4096)
  }

  package func write(_ bytes: [UInt8]) {
    gathered.append(contentsOf: bytes)
    if gathered.count >= Self.enough { flush() }
  }

  package func write(_ bytes: Span<UInt8>) {
    for index in bytes.indices { gathered.append(bytes[index]) }
    if gathered.count >= Self.enough { flush() }
  }

  package func write(text: String) { write(Array(text.utf8)) }

  /// Writes the buffered bytes.
  package func flush() {
    guard !gathered.isEmpty else { return }
    defer { gathered.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    do throws(Errno) {
      // A reader that takes nothing is as good as gone.
      if try !output.write(gathered.span, until: isEnough) { failure = EPIPE }
    } catch { failure = error.rawValue }
  }

  /// Throws if something could not be written.
  ///
  /// A reader that has gone is not an error.
  package func check() throws(ToolError) {
    guard let failure, failure != EPIPE else { return }
    throw ToolError(
      code: "write_failed", exit: .unexpected,
      message: failure == EBADF
        ? "standard output is closed" : "cannot write the output: \(Errno(failure).words)",
      reason: failure == EBADF ? nil : "earlier output is there, and may end in the middle of a line",
      remedy: OutputFailure.remedy(failure))
  }
}

/// Passes a limited number of records to the output.
struct RecordGate {
  private let output: ByteOutput
  /// The remaining number; nil for no limit.
  private var left: Int?

  package init(_ output: ByteOutput, _ count: Int?) {
    self.output = output
    left = count
  }

  var isShut: Bool { left == 0 }

  /// Writes records, one per line.
  package mutating func write(_ lines: [UInt8]) {
    guard left != nil else { return output.write(lines) }
    for line in lines.split(separator: 0x0A) where pass() { output.write(line + [0x0A]) }
  }

  package mutating func write(sentence bytes: Span<UInt8>) {
    guard left == nil || pass() else { return }
    output.write(bytes)
    output.write([0x0D, 0x0A])
  }

  private mutating func pass() -> Bool {
    guard let count = left, count > 0 else { return false }
    left = count - 1
    return true
  }
}

extension ByteOutput: FormatSink {}
