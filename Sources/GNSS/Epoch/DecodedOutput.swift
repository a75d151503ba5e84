/// The counts of a stream up to one of its results.
package struct DecodedCounts: Sendable, Hashable {
  /// The counts of the stream.
  package var stream = StreamCounts()
  /// The counts of the epochs.
  package var epochs = EpochCounts()

  /// Creates counts of zero.
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
