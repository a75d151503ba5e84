/// Lets so many records through to the output, and no more.
package struct RecordGate {
  private let output: ByteOutput
  /// Nil where all may pass.
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

  /// Writes a sentence with the line end that belongs behind it.
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
