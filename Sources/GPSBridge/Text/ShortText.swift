/// Texts of strangers, made fit to be shown in a message.
enum ShortText {
  /// In quotes, of a length that fits, without what a terminal would obey.
  static func quoted(_ text: String) -> String { "\"\(harmless(text))\"" }

  /// Of a length that fits, without what a terminal would obey.
  static func harmless(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(24) {
      let isHarmless =
        scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
      shown.unicodeScalars.append(isHarmless ? scalar : "\u{FFFD}")
    }
    return text.unicodeScalars.count > 24 ? shown + "…" : shown
  }
}
