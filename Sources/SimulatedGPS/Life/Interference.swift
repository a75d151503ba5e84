/// What someone does to the signals on purpose.
struct Interference: Sendable, Hashable {
  /// Decibels that noise takes away from each signal.
  var jamming = 0.0
  /// Whether one strong sender plays all satellites.
  var isSpoofed = false

  /// Nobody does anything.
  static let none = Interference()
}
