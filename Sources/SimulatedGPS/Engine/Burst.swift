/// What is said with one epoch: bytes, and where each message and each sentence of them ends.
struct Burst: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  /// Nothing is said.
  init() {}

  /// Takes bytes and the ends of their parts.
  init(_ bytes: [UInt8], ends: [Int]) { (self.bytes, self.ends) = (bytes, ends) }

  /// One message or one sentence more.
  mutating func add(_ part: [UInt8]) {
    bytes += part
    ends.append(bytes.count)
  }

  /// Another burst behind this one.
  mutating func add(_ other: Burst) {
    for end in other.ends { ends.append(bytes.count + end) }
    bytes += other.bytes
  }

  /// Leaves out the last parts, until so many bytes hold the rest.
  mutating func cut(to room: Int) {
    while let end = ends.last, end > room { ends.removeLast() }
    bytes.removeLast(bytes.count - (ends.last ?? 0))
  }
}
