/// What comes out of a stream: fixes and skies, in the order of their epochs.
public enum DecodedOutput: Sendable, Hashable {
  /// One epoch, with or without a fix.
  case fix(Fix)
  /// A complete sky; it comes behind the fix of its epoch.
  case sky(Sky)
}
