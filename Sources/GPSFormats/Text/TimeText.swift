package import GPSBridge
internal import Texts

/// Times and durations for people.
package enum TimeText {
  /// `0.14 s`, `31 s`, `6 min 12 s`, `2 h 5 min`, `3 d 4 h`.
  package static func short(_ time: Duration) -> String {
    let seconds = max(0, time / .seconds(1))
    guard seconds.isFinite, seconds < 1e10 else { return "a long time" }
    if seconds < 9.95, seconds != seconds.rounded() { return NumberText.of(seconds, decimals: 1) + " s" }
    let whole = Int(seconds)
    switch whole {
    case ..<120: return "\(whole) s"
    case ..<7200: return two(whole / 60, "min", whole % 60, "s")
    case ..<172_800: return two(whole / 3600, "h", whole % 3600 / 60, "min")
    default: return two(whole / 86_400, "d", whole % 86_400 / 3600, "h")
    }
  }

  private static func two(_ first: Int, _ unit: String, _ second: Int, _ smaller: String) -> String {
    second == 0 ? "\(first) \(unit)" : "\(first) \(unit) \(second) \(smaller)"
  }

  /// An age: with two decimals while it is below a second.
  package static func age(_ time: Duration) -> String {
    let seconds = max(0, time / .seconds(1))
    return seconds < 0.995 ? NumberText.of(seconds, decimals: 2) + " s" : short(time)
  }

  /// `07:08:22` of a moment, as a clock shows it that is so many seconds ahead of UTC.
  package static func clock(_ utcSeconds: Double, ahead: Int) -> String {
    let second = ((Int(utcSeconds.rounded(.down)) + ahead) % 86_400 + 86_400) % 86_400
    return "\(NumberText.padded(second / 3600, 2)):\(NumberText.padded(second / 60 % 60, 2))"
      + ":\(NumberText.padded(second % 60, 2))"
  }

  /// `2026-11-20 07:08:22` with so many decimals of the second, at most nine.
  package static func moment(_ instant: UTC, decimals: Int) -> String {
    let date = instant.date
    let time = instant.timeOfDay
    var text =
      "\(NumberText.padded(date.year, 4))-\(NumberText.padded(date.month, 2))-\(NumberText.padded(date.day, 2)) "
    text += "\(NumberText.padded(Int(time.hour), 2)):\(NumberText.padded(Int(time.minute), 2))"
    text += ":\(NumberText.padded(Int(time.second), 2))"
    guard decimals > 0 else { return text }
    // Cut, not rounded: a second that is not over has not come to its end.
    let digits = NumberText.padded(Int(instant.nanosecond), 9)
    return text + "." + digits.prefix(decimals)
  }
}
