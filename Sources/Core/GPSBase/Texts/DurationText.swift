/// Durations as users write them in flags: `30s`, `5min` or `5m`, `1h30m`, `1.5h`, `500ms`, `2d`.
///
/// A number without a unit is in seconds.
package enum DurationText {
  /// The syntax of a duration, for messages.
  package static let forms = "a duration is numbers with units: 30s, 5min, 1h30m, 2d, 500ms"

  /// The units from the longest to the shortest, in seconds.
  private static let units: [(names: [String], seconds: Double)] = [
    (["d"], 86_400), (["h"], 3600), (["min", "m"], 60), (["s"], 1), (["ms"], 0.001),
  ]
  private static let longest = 366.0 * 86_400
  private static let shortest = 0.001

  /// Parses a duration of one millisecond to one year, optionally also zero; nil for anything else.
  ///
  /// The units must appear from the longest to the shortest, each at most once.
  package static func parse(_ text: String, orNone: Bool = false) -> Duration? {
    var rest = text[...]
    var seconds = 0.0
    var nextUnit = 0
    repeat {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard digits.last != ".", digits.utf8.count <= 15, let value = Double(digits) else { return nil }
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      if name.isEmpty, rest.isEmpty, digits.utf8.count == text.utf8.count {
        seconds = value
      } else if let unit = units[nextUnit...].firstIndex(where: { $0.names.contains(String(name)) }) {
        seconds += value * units[unit].seconds
        nextUnit = unit + 1
      } else {
        return nil
      }
    } while !rest.isEmpty
    guard shortest...longest ~= seconds || orNone && seconds == 0 else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Formats a duration: `30 s`, `1.5 s`, `2 min`.
  package static func of(_ duration: Duration) -> String {
    let seconds = duration.inSeconds
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
  /// The duration in seconds, for code that runs in each epoch, since dividing durations is slow generic code.
  package var inSeconds: Double {
    let size = attoseconds.magnitude
    let high = Double(UInt64(truncatingIfNeeded: size >> 64)), low = Double(UInt64(truncatingIfNeeded: size))
    let seconds = (high * 0x1p64 + low) / 1e18
    return attoseconds < 0 ? -seconds : seconds
  }

  /// Returns the product with a factor, rounded to nanoseconds, for the same code.
  package func times(_ factor: Double) -> Duration {
    let size = min(abs(inSeconds * factor), 1e15)
    let whole = Int64(size)
    let nanoseconds = Int64((size - Double(whole)) * 1e9 + 0.5)
    let product = Duration(secondsComponent: whole, attosecondsComponent: nanoseconds * 1_000_000_000)
    return (factor < 0) == (self < .zero) ? product : .zero - product
  }

  /// The duration in seconds, rounded to milliseconds, as in records.
  package var seconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}
