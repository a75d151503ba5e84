/// Text of strangers made fit to be shown.
///
/// A process chooses its own name, and a path may be any bytes. On a terminal, control characters would move the
/// cursor or change colours, and marks of direction would reverse what is read.
enum ShownText {
  /// The text with everything replaced that is not plainly visible, cut where it gets too long.
  static func clean(_ text: String, limit: Int = 128) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      shown.unicodeScalars.append(isPlain(scalar) ? scalar : "\u{FFFD}")
    }
    return text.unicodeScalars.count > limit ? shown + "…" : shown
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
