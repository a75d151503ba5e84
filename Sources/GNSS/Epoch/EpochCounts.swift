/// What became of the epochs and of the sentences that belong to them.
public struct EpochCounts: Sendable, Hashable {
  /// Epochs given out, with and without a fix.
  public var epochs = 0
  /// Epochs with a fix.
  public var fixes = 0
  /// Sentences that came after their epoch was given out; they are counted, never patched in.
  public var late = 0
  /// Epochs given out before their last sentence had come: the end of the burst was guessed, and the guess was wrong.
  public var early = 0
  /// Sentences that are well-formed and of a kind that is not known here.
  public var unknown = 0
  /// Sentences of a rarer type that were refused for a field that can't be; the stream counts those of the others.
  public var refused = 0

  /// Nothing yet.
  public init() {}
}
