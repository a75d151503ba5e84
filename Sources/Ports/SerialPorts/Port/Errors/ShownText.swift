internal import Texts

/// Text of strangers made fit to be shown.
///
/// A process chooses its own name, and a path may be any bytes. On a terminal, control characters would move the
/// cursor or change colours, and marks of direction would reverse what is read.
enum ShownText {
  /// The text with everything replaced that is not plainly visible, cut where it gets too long.
  static func clean(_ text: String, limit: Int = 128) -> String { VisibleText.replaced(text, limit: limit) }
}
