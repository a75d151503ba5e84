internal import GPSEventRuntime
internal import Glibc
internal import GPSSystemCalls

/// A terminal that this program draws on, from taking it over to restoring it.
package final class TerminalMode {
  /// The descriptor that keys are read from.
  package let keyboard: CInt
  private let screen: CInt
  private let output: PatientOutput
  private let original: termios
  private var ownsKeyboard: Bool
  private var isTaken = false
  /// Whether the terminal has gone, so that output is lost.
  package private(set) var isGone = false

  /// Opens the terminal of standard output; nil if it is not a terminal.
  ///
  /// Keys come from standard input, or from the controlling terminal if standard input is a file or a pipe.
  package init?() {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    screen = STDOUT_FILENO
    output = PatientOutput(screen)
    var attributes = termios()
    if isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &attributes) == 0 {
      keyboard = STDIN_FILENO
      ownsKeyboard = false
    } else {
      keyboard = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
      ownsKeyboard = true
      guard keyboard >= 0 else { return nil }
      guard unsafe tcgetattr(keyboard, &attributes) == 0 else {
        close(keyboard)
        return nil
      }
    }
    original = attributes
  }

  deinit {
    leave()
    if ownsKeyboard { close(keyboard) }
  }

  /// Takes over the terminal.
  package func enter() {
    guard !isTaken else { return }
    isTaken = true
    EmergencyExit.arm(keyboard: keyboard, screen: screen, attributes: original)
    var raw = TerminalModes.raw(original)
    EmergencyExit.note(made: raw)
    _ = unsafe tcsetattr(keyboard, TCSADRAIN, &raw)
    // Read them back for the comparison before anything is restored.
    if unsafe tcgetattr(keyboard, &raw) == 0 { EmergencyExit.note(made: raw) }
    write(Array(TerminalModes.enter.utf8))
  }

  /// Takes over the terminal again, after the program was stopped and another one used it.
  package func enterAgain() {
    isTaken = false
    enter()
  }

  /// Restores the terminal.
  package func leave() {
    guard isTaken else { return }
    isTaken = false
    write(Array(TerminalModes.leave.utf8))
    var attributes = original
    // Flush unread keys, so that the shell does not run them as a command. If another program has changed the
    // settings since, leave them alone.
    if EmergencyExit.isAsMade { _ = unsafe tcsetattr(keyboard, TCSAFLUSH, &attributes) }
    EmergencyExit.disarm()
  }

  /// The current size of the terminal in cells.
  package var size: ScreenSize { Self.size(of: screen) ?? .usual }

  /// The size in cells of a descriptor's terminal; nil if it is unknown.
  package static func size(of descriptor: CInt) -> ScreenSize? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return ScreenSize(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// Writes all bytes, waiting for a slow terminal.
  package func write(_ bytes: [UInt8]) {
    guard !isGone else { return }
    do throws(Errno) { try output.write(bytes.span) } catch { isGone = true }
  }
}

/// The sequences that take over a terminal and restore it.
enum TerminalModes {
  /// Switches to the alternate screen, hides the cursor, and turns off automatic line breaks.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[H\u{1B}[2J"
  /// Undoes all of that in reverse order.
  ///
  /// It is part of the executable, so that a signal handler can write it.
  static let farewell: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  static let leave = farewell.description

  /// Unbuffered keys without echo; the keys that interrupt and suspend still work.
  static func raw(_ attributes: termios) -> termios {
    var raw = attributes
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT)
    raw.c_lflag |= tcflag_t(ISIG)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      // Then an empty read means the end of the terminal, not a pause.
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    return raw
  }
}
