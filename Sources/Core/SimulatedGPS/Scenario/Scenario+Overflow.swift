extension Scenario {
  /// The output that a receiver drops when its transmit buffer of 1024 bytes is full.
  public enum Overflow: String, CaseIterable, Sendable {
    /// Whole sentences at the end of an epoch.
    case sentences
    /// The bytes that do not fit, in the middle of a sentence.
    case middle
    /// The bytes that have waited longest.
    case oldest
  }
}
