internal import GPSBase
internal import GPSFormats
internal import SimulatedGPS

/// The pauses of a recording that were shortened in playback.
struct PauseTally: Hashable, Sendable {
  /// The length to which longer pauses are cut.
  static let longest = PauseCut.longest

  private var count = 0
  private var time = Duration.zero

  /// Adds the time that was cut from a pause.
  mutating func add(_ time: Duration) {
    count += 1
    self.time += time
  }

  /// The remark for the user; nil if nothing was cut.
  var note: String? {
    guard count > 0 else { return nil }
    return "\(Plural.of(count, "long pause")) cut short, \(Self.text(time)) in all"
  }

  /// The remark about a pause at its beginning.
  static func note(on time: Duration) -> String {
    "a pause of \(text(time + longest)) cut short to \(longest.components.seconds) s"
  }

  private static func text(_ time: Duration) -> String { TimeText.short(.seconds(Int(time / .seconds(1)))) }
}
