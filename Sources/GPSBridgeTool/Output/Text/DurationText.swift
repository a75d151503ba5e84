/// Spans of time as people write them: `30s`, `1.5m`, `500ms`; a number alone is seconds.
enum DurationText {
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("", 1),
  ]

  /// Reads a span, longer than none and at most a year; nil for anything else.
  static func parse(_ text: String) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(number.count)
    guard let value = Double(number), let seconds = units.first(where: { $0.name == unit })?.seconds,
      value > 0, value * seconds >= 0.001, value * seconds <= 366 * 86_400
    else { return nil }
    return .milliseconds(Int64((value * seconds * 1000).rounded()))
  }

  /// A span in words: `30 s`, `1.5 s`, `2 min`.
  static func of(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    if seconds >= 120, seconds.truncatingRemainder(dividingBy: 60) == 0 {
      return seconds >= 7200 && seconds.truncatingRemainder(dividingBy: 3600) == 0
        ? "\(Int(seconds / 3600)) h" : "\(Int(seconds / 60)) min"
    }
    if seconds == seconds.rounded() { return "\(Int(seconds)) s" }
    var bytes: [UInt8] = []
    FixedDecimal.append(seconds, decimals: seconds < 0.1 ? 3 : 1, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + " s"
  }
}

extension Duration {
  /// Seconds to the millisecond, as records say them.
  var seconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}
