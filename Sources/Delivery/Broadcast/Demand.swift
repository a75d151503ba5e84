/// Whether anybody listens: what a source needs to know to open and close its device.
public enum Demand: Sendable, Hashable {
  /// The first consumer has come.
  case began
  /// The last consumer has gone.
  case ended
}
