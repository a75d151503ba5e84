/// What comes out of a stream: fixes and skies, in the order of their epochs.
public enum DecodedOutput: Sendable, Hashable {
  /// One epoch, with or without a fix.
  case fix(Fix)
  /// A complete sky; it comes behind the fix of its epoch.
  case sky(Sky)
  /// A sentence as it was sent, from `$` to its checksum; only where ``FixDecoder/givesSentences`` asks for it.
  ///
  /// The one that completes an epoch comes behind the fix.
  case sentence([UInt8])
}
