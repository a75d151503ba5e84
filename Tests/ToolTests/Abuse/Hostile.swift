/// What a stranger may have put into a name, a setting, or a sentence.
enum Hostile {
  /// A new title for the window, an empty screen, a colour in one byte, a step back, and a line that runs backwards.
  static let text = "\u{1B}]0;mine\u{07}\u{1B}[2J\u{9B}31m\u{08}\u{7F}\u{202E}"
  static let bytes = Array(text.utf8)
  /// The same, with bytes that are no UTF-8.
  static let unclean = bytes + [0xFF, 0xFE, 0xC3]

  /// What of a text would steer a terminal; line ends are let through.
  static func steering(_ text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }.map { String($0.value, radix: 16) }
  }

  static func steering(_ run: Run) -> [String] { steering(run.output) + steering(run.message) }
}
