/// Consecutive whole sentences that belong together, such as one epoch's.
package struct SentenceBatch: Sendable, Hashable {
  /// All sentences, each with its line end.
  package private(set) var bytes: [UInt8] = []
  /// The end of each sentence, in bytes from the beginning.
  package private(set) var ends: [Int] = []

  package init() {}

  package var isEmpty: Bool { bytes.isEmpty }

  package mutating func add(_ sentence: some Sequence<UInt8>) {
    bytes += sentence
    ends.append(bytes.count)
  }

  /// Groups the sentences into as few pieces as fit into a limit, without splitting a sentence.
  ///
  /// A sentence longer than the limit becomes a separate piece.
  package func pieces(upTo limit: Int) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var (start, last) = (0, 0)
    for end in ends {
      if end - start > limit, last > start {
        pieces.append(bytes[start..<last])
        start = last
      }
      last = end
    }
    if last > start { pieces.append(bytes[start..<last]) }
    return pieces
  }
}
