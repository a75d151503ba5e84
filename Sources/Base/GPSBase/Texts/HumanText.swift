/// Formats distances, sizes and durations for people, with at most two units.
package enum HumanText {
  /// Formats a distance in meters: `840 m`, `38.4 km`.
  package static func way(_ meters: Double) -> String {
    // A value that rounds up to the next unit is formatted in that unit.
    meters < 999.5 ? "\(fixed(meters, 0)) m" : "\(fixed(meters / 1000, meters < 99_950 ? 1 : 0)) km"
  }

  /// Formats meters or meters per second, with more decimals for small values: `0.014`, `0.26`, `3.6`.
  package static func length(_ value: Double) -> String {
    let size = value.magnitude
    return fixed(value, size == 0 || size >= 0.995 ? 1 : size >= 0.0995 ? 2 : 3)
  }

  /// Formats a size: `840 B`, `12 kB`, `3.4 MB`.
  package static func bytes(_ count: Int) -> String {
    let count = Double(count)
    if count < 999.5 { return "\(fixed(count, 0)) B" }
    return count < 999_500 ? "\(fixed(count / 1000, 0)) kB" : "\(fixed(count / 1e6, 1)) MB"
  }

  /// Formats a duration in seconds: `12 s`, `4 min 50 s`, `1 h 52 min`, `3 d 4 h`.
  package static func time(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "-" }
    let whole = Int(max(0, min(seconds, 1e15)).rounded())
    let units = [
      ("d", whole / 86_400), ("h", whole / 3600 % 24), ("min", whole / 60 % 60), ("s", whole % 60),
    ]
    guard let first = units.firstIndex(where: { $0.1 > 0 }) else { return "0 s" }
    return units[first..<min(first + 2, units.count)].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
      .joined(separator: " ")
  }

  /// Formats a number with one decimal, or without decimals if it is whole: `6.5`, `10`.
  package static func shortest(_ value: Double) -> String {
    let text = fixed(value, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Formats a number with a fixed number of decimals.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return "-" }
    var bytes: [UInt8] = []
    FixedDecimal.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
