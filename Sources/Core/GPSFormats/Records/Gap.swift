/// The meanings of a time without a position, in seconds; each includes the previous ones.
package enum Gap {
  /// Positions are missing: at least two, at the usual interval.
  package static func missing(every interval: Double) -> Double { 2.5 * interval }
  /// Positions are missing, at an unknown interval.
  package static let missing = 5.0
  /// A segment of a track ends, since the path in between is unknown.
  package static let segment = 60.0
  /// The clock was set, since a longer silence can't be distinguished from that.
  package static let clockSet = 86_400.0
}
