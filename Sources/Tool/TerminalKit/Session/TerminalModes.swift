internal import Glibc

/// The sequences that take a terminal over, and give it back.
enum TerminalModes {
  /// The other screen, without a cursor, and without breaking lines by itself.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[H\u{1B}[2J"
  /// All of that undone, in the other order.
  ///
  /// It lies in the program itself, so that a signal handler can write it.
  static let farewell: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  static let leave = farewell.description

  /// Keys as they come, without an echo; the keys that interrupt and suspend still do.
  static func raw(_ attributes: termios) -> termios {
    var raw = attributes
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT)
    raw.c_lflag |= tcflag_t(ISIG)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      // Nothing read is then the end of the terminal, and not a pause.
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    return raw
  }
}
