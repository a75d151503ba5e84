/// Formats sizes and durations for people, with at most two units.
package enum HumanText {
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

  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    value.isFinite ? NumberText.of(value, decimals: decimals) : "-"
  }
}
