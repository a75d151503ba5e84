internal import GPSEventRuntime
internal import Glibc
internal import GPSSystemCalls

/// A terminal that this program draws on, from taking it over to giving it back.
package final class TerminalSession {
  /// The descriptor that keys are read from.
  package let keyboard: CInt
  private let screen: CInt
  private let output: PatientOutput
  private let original: termios
  private var ownsKeyboard: Bool
  private var isTaken = false
  /// The terminal has gone: nothing that is written reaches anybody.
  package private(set) var isGone = false

  /// Takes the terminal of standard output; nil if it is no terminal.
  ///
  /// Keys come from standard input, or from the process's terminal if standard input is a file or a pipe.
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

  /// Takes the terminal over.
  package func enter() {
    guard !isTaken else { return }
    isTaken = true
    EmergencyExit.arm(keyboard: keyboard, screen: screen, attributes: original)
    var raw = TerminalModes.raw(original)
    EmergencyExit.note(made: raw)
    _ = unsafe tcsetattr(keyboard, TCSADRAIN, &raw)
    // As the driver has them: these are compared before anything is restored.
    if unsafe tcgetattr(keyboard, &raw) == 0 { EmergencyExit.note(made: raw) }
    write(Array(TerminalModes.enter.utf8))
  }

  /// Takes it over once more, after the program was stopped and another one had it.
  package func enterAgain() {
    isTaken = false
    enter()
  }

  /// Gives it back as it was.
  package func leave() {
    guard isTaken else { return }
    isTaken = false
    write(Array(TerminalModes.leave.utf8))
    var attributes = original
    // Keys that were typed and not read must not reach the shell as a command. Settings that another program has made
    // since are that program's.
    if EmergencyExit.isAsMade { _ = unsafe tcsetattr(keyboard, TCSAFLUSH, &attributes) }
    EmergencyExit.disarm()
  }

  /// Cells of the terminal now.
  package var size: ScreenSize { Self.size(of: screen) ?? .usual }

  /// The cells of the terminal behind a descriptor; nil if it does not tell.
  package static func size(of descriptor: CInt) -> ScreenSize? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else {
      return nil
    }
    return ScreenSize(width: Int(window.ws_col), height: Int(window.ws_row))
  }

  /// Writes all of some bytes, waiting for a terminal that is slow.
  package func write(_ bytes: [UInt8]) {
    guard !isGone else { return }
    do throws(Errno) {
      try output.write(bytes.span)
    } catch {
      isGone = true
    }
  }
}

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
