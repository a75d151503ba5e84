/// The output for one epoch: its bytes, and the end of each message or sentence in them.
struct OutputBurst: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  init() {}

  /// Creates a burst from bytes and the ends of their parts.
  init(_ bytes: [UInt8], ends: [Int]) { (self.bytes, self.ends) = (bytes, ends) }

  mutating func add(_ part: [UInt8]) {
    bytes += part
    ends.append(bytes.count)
  }

  mutating func add(_ other: OutputBurst) {
    for end in other.ends { ends.append(bytes.count + end) }
    bytes += other.bytes
  }

  /// Removes parts from the end until the rest fits into `room` bytes.
  mutating func cut(to room: Int) {
    while let end = ends.last, end > room { ends.removeLast() }
    bytes.removeLast(bytes.count - (ends.last ?? 0))
  }
}
