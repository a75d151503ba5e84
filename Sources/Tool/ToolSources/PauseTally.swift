internal import GPSBase
internal import GPSFormats
internal import SimulatedGPS

/// The pauses of a recording that were cut short while it was played.
package struct PauseTally: Hashable, Sendable {
  /// A pause lasts no longer than this.
  package static let longest = PauseCut.longest

  private var count = 0
  private var time = Duration.zero

  package init() {}

  /// Adds what was left out of a pause.
  package mutating func add(_ time: Duration) {
    count += 1
    self.time += time
  }

  /// The remark for the user; nil if nothing was left out.
  package var note: String? {
    guard count > 0 else { return nil }
    return "\(Plural.of(count, "long pause")) cut short, \(Self.text(time)) in all"
  }

  /// The remark about a pause that begins.
  package static func note(on time: Duration) -> String {
    "a pause of \(text(time + longest)) cut short to \(longest.components.seconds) s"
  }

  private static func text(_ time: Duration) -> String { TimeText.short(.seconds(Int(time / .seconds(1)))) }
}
