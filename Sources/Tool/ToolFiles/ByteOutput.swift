package import CommandLineTable
internal import Glibc

/// Writes bytes: gathers them, and writes large pieces.
///
/// A failure is kept, and all later bytes are dropped, so that the makers of records need not look.
package final class ByteOutput {
  /// The number of the first error, if there was one.
  package private(set) var failure: CInt?

  private let descriptor: CInt
  private var gathered: [UInt8] = []
  private static let enough = 65_536

  package init(_ descriptor: CInt) {
    self.descriptor = descriptor
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
    defer { gathered.removeAll(keepingCapacity: true) }
    var written = 0
    while written < gathered.count, failure == nil {
      let rest = gathered.count - written
      let count = unsafe gathered.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), rest)
      }
      if count >= 0 {
        written += count
      } else if !waits(errno) {
        break
      }
    }
  }

  /// Throws if something could not be written.
  ///
  /// A reader that went away is no error.
  package func check() throws(ToolError) {
    guard let failure, failure != EPIPE else { return }
    throw ToolError(
      code: "write_failed", exit: .unexpected,
      message: "cannot write the output: \(SystemError.text(failure))",
      reason: "what was written before is there", hint: SystemError.writingHint(failure))
  }

  /// Whether to try again after an error; otherwise it is kept.
  private func waits(_ error: CInt) -> Bool {
    switch error {
    case EINTR: return true
    case EAGAIN:
      // Another process with the same terminal has made it non-blocking.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&request, 1, -1)
      return true
    default:
      failure = error
      return false
    }
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
