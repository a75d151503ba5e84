/// The counts of a stream up to one of its results.
package struct DecodedCounts: Sendable, Hashable {
  package var stream = StreamCounts()
  package var epochs = EpochCounts()

  package init() {}

  init(stream: StreamCounts, epochs: EpochCounts) { (self.stream, self.epochs) = (stream, epochs) }
}

/// A result of decoding; fixes and skies are in the order of their epochs.
public enum DecodedOutput: Sendable, Hashable {
  /// One epoch, with or without a fix.
  indirect case fix(Fix)
  /// A complete sky, after the fix of its epoch.
  case sky(Sky)
  /// The receiver's report of its own condition, whenever it changes.
  indirect case condition(HardwareCondition)
  /// A sentence as received, from `$` to its checksum; only if ``FixDecoder/givesSentences`` is set.
  ///
  /// The sentence that completes an epoch comes after the fix.
  case sentence([UInt8])
  /// A complete UBX message as received; only if ``FixDecoder/givesMessages`` is set.
  ///
  /// The message that completes an epoch comes after the fix.
  case message([UInt8])
}

/// The results of one read, and the names of the sentences between them.
package struct DecodedBatch: Sendable {
  /// The results, in order.
  package private(set) var outputs: [DecodedOutput] = []
  /// The names of sentences, in order.
  private var names: [NamedSentence] = []
  private var taken = 0

  package init() {}

  /// Exchanges the lists of the decoder for the empty ones of this batch.
  mutating func take(_ outputs: inout [DecodedOutput], _ names: inout [NamedSentence]) {
    assert(self.outputs.isEmpty && self.names.isEmpty, "the results of an earlier read would be lost")
    swap(&self.outputs, &outputs)
    swap(&self.names, &names)
  }

  /// Returns the five letters of the next sentence before a result, if names were requested.
  package mutating func takeName(upTo place: Int) -> UInt64? {
    guard taken < names.count, names[taken].place <= place else { return nil }
    defer { taken += 1 }
    return names[taken].letters
  }

  package mutating func add(epochs: Int) {
    for index in outputs.indices {
      guard case .fix(var fix) = outputs[index] else { continue }
      fix.epoch += epochs
      outputs[index] = .fix(fix)
    }
  }

  /// Empties the batch; a large capacity is released.
  package mutating func empty(keepingCapacityUpTo most: Int) {
    // One by one, since `removeAll(keepingCapacity:)` takes longer than the few results of an epoch.
    if outputs.capacity > most { outputs = [] }
    while !outputs.isEmpty { outputs.removeLast() }
    if names.capacity > most { names = [] }
    while !names.isEmpty { names.removeLast() }
    taken = 0
  }
}

/// A sentence of which only the name matters.
struct NamedSentence: Sendable, Hashable {
  /// The five letters before its first comma.
  let letters: UInt64
  /// The number of results in the batch that came before it.
  let place: Int
}
