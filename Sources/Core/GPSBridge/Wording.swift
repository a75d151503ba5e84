internal import GPSBase

/// Text with numbers.
enum Wording {
  /// `1 satellite`, `4 satellites`.
  static func count(_ count: Int, _ noun: String) -> String { Plural.of(count, noun) }

  /// The words as a sentence: with a capital letter, and a full stop.
  static func sentence(_ words: String) -> String {
    let words = words.prefix(1).uppercased() + words.dropFirst()
    return words.hasSuffix(".") ? words : words + "."
  }

  /// `40 seconds`, `5 minutes`, `2 hours`, `3 days`.
  static func time(_ time: Duration) -> String {
    let seconds = Int(min(max(time.inSeconds, 0), 1e12))
    return switch seconds {
    case ..<120: count(seconds, "second")
    case ..<7200: count(seconds / 60, "minute")
    case ..<172_800: count(seconds / 3600, "hour")
    default: count(seconds / 86_400, "day")
    }
  }
}

/// Numbers with a fixed number of decimals, as text: `48.117300`.
enum FixedText {
  /// The rounded number; very large numbers in Swift's format.
  static func of(_ number: Double, decimals: Int) -> String {
    number.isFinite ? NumberText.of(number, decimals: decimals) : "\(number)"
  }
}

/// Untrusted text, shortened and escaped for messages.
enum ShortText {
  /// The text in quotes, shortened, without control characters that a terminal would interpret.
  static func quoted(_ text: String) -> String { "\"\(harmless(text))\"" }

  /// The text, shortened, without control characters that a terminal would interpret.
  static func harmless(_ text: String) -> String { VisibleText.replaced(text, limit: 24) }
}
