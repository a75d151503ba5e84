package import CommandLineTable
internal import GPSEventRuntime
internal import Glibc
internal import GPSSystemCalls

/// Writes bytes: gathers them, and writes large pieces.
///
/// A failure is kept, and all later bytes are dropped, so that the makers of records need not look.
package final class ByteOutput {
  /// The number of the first error, if there was one.
  package private(set) var failure: CInt?

  /// Whether to wait no longer for a reader that takes nothing; what was gathered is dropped then.
  package var isEnough: () -> Bool = { false }

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

  package func write(_ bytes: ArraySlice<UInt8>) {
    gathered.append(contentsOf: bytes)
    if gathered.count >= Self.enough { flush() }
  }

  package func write(_ bytes: Span<UInt8>) {
    for index in bytes.indices { gathered.append(bytes[index]) }
    if gathered.count >= Self.enough { flush() }
  }

  package func write(text: String) {
    gathered.append(contentsOf: text.utf8)
    if gathered.count >= Self.enough { flush() }
  }

  /// Writes out what was gathered.
  package func flush() {
    guard !gathered.isEmpty else { return }
    defer { gathered.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    do throws(Errno) {
      try output.write(gathered.span, until: isEnough)
    } catch {
      failure = error.rawValue
    }
  }

  /// Throws if something could not be written.
  ///
  /// A reader that went away is no error.
  package func check() throws(ToolError) {
    guard let failure, failure != EPIPE else { return }
    throw ToolError(
      code: "write_failed", exit: .unexpected,
      message: failure == EBADF
        ? "standard output is closed" : "cannot write the output: \(SystemError.text(failure))",
      reason: failure == EBADF
        ? nil : "what was written before is there, and may end in the middle of a line",
      hint: SystemError.writingHint(failure))
  }
}

/// Lets so many records through to the output, and no more.
package struct RecordGate {
  private let output: ByteOutput
  /// Nil if all may pass.
  private var left: Int?

  package init(_ output: ByteOutput, _ count: Int?) {
    self.output = output
    left = count
  }

  package var isShut: Bool { left == 0 }

  /// Writes records, each a line.
  package mutating func write(_ lines: [UInt8]) {
    guard left != nil else { return output.write(lines) }
    for line in lines.split(separator: 0x0A) where pass() {
      output.write(line)
      output.write([0x0A])
    }
  }

  /// Writes a sentence with its line end.
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
