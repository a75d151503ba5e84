internal import Texts

/// Texts of strangers, made fit to be shown in a message.
enum ShortText {
  /// In quotes, of a length that fits, without what a terminal would obey.
  static func quoted(_ text: String) -> String { "\"\(harmless(text))\"" }

  /// Of a length that fits, without what a terminal would obey.
  static func harmless(_ text: String) -> String { VisibleText.replaced(text, limit: 24) }
}
