/// The meanings of a time without a position, in seconds: each includes those before it.
package enum Gap {
  /// Positions are missing, at the interval at which they come: at least two of them.
  package static func missing(every interval: Double) -> Double { 2.5 * interval }
  /// Positions are missing, where the interval is not known.
  package static let missing = 5.0
  /// A segment of a track ends, since the way in between is unknown.
  package static let segment = 60.0
  /// The clock was set: a longer silence is indistinguishable from that.
  package static let clockSet = 86_400.0
}
