/// Whole sentences that belong together, as those of one epoch, one behind the other.
package struct SentenceBatch: Sendable, Hashable {
  /// All of them, each with its line end.
  package private(set) var bytes: [UInt8] = []
  /// The end of each sentence, in bytes from the beginning.
  package private(set) var ends: [Int] = []

  /// No sentences.
  package init() {}

  /// Whether there is no sentence.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Adds a sentence with its line end.
  package mutating func add(_ sentence: some Sequence<UInt8>) {
    bytes += sentence
    ends.append(bytes.count)
  }

  /// Its sentences in as few pieces as fit into a limit; a sentence is never cut.
  ///
  /// A sentence that is longer than the limit is a piece of its own.
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
