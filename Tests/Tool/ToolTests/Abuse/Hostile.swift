import GPSBase

/// What a stranger may have put into a name, a setting, or a sentence.
enum Hostile {
  /// A new title for the window, an empty screen, a color in one byte, a step back, a line that runs backwards; ends of
  /// lines that are none of ours, and characters that nobody sees.
  static let text =
    "\u{1B}]0;mine\u{07}\u{1B}[2J\u{9B}31m\u{08}\u{7F}\u{202E}\u{2028}\u{2029}\u{85}\u{FEFF}\u{200B}\u{200E}\u{2066}\u{61C}\u{E0041}"
  static let bytes = Array(text.utf8)
  /// The same, with bytes that are no UTF-8.
  static let unclean = bytes + [0xFF, 0xFE, 0xC3]

  /// What of a text would steer a terminal or deceive its reader; line ends are let through.
  static func steering(_ text: String) -> [String] {
    text.unicodeScalars.filter { $0 != "\n" && !VisibleText.isHarmless($0) }
      .map { String($0.value, radix: 16) }
  }

  static func steering(_ run: Run) -> [String] { steering(run.output) + steering(run.message) }
}
