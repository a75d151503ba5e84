internal import Glibc

// Signal handlers may use only never-freed memory, `write`, `tcgetattr`, `tcsetattr`, `sigaction`, `raise`.

/// The terminal state to restore if the program is about to die.
struct Emergency {
  var keyboard: CInt
  var screen: CInt
  var attributes: termios
  /// The settings that we made, as read back from the driver; nil before that.
  var made: termios?
  var isTaken: Bool

  /// Whether the terminal still has our settings; otherwise they belong to the program that changed them.
  var isAsMade: Bool {
    var found = termios()
    guard let made, unsafe tcgetattr(keyboard, &found) == 0 else { return false }
    return found.c_iflag == made.c_iflag && found.c_oflag == made.c_oflag && found.c_cflag == made.c_cflag
      && found.c_lflag == made.c_lflag
  }
}

/// The only terminal that this process has taken over; written before the handlers are set, and never freed.
nonisolated(unsafe) private var emergency: UnsafeMutablePointer<Emergency>?

/// Signals that end a program by default and are not caught elsewhere; a Swift trap raises one.
private let fatalSignals =
  [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ, SIGUSR2, SIGALRM,
    SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT,
  ] + realTimeSignals

/// The signals that the C library leaves to programs.
private var realTimeSignals: [CInt] { Array(34...64) }

private func restoreInEmergency() {
  guard let emergency = unsafe emergency, unsafe emergency.pointee.isTaken else { return }
  unsafe emergency.pointee.isTaken = false
  let farewell = TerminalModes.farewell
  _ = unsafe write(emergency.pointee.screen, farewell.utf8Start, farewell.utf8CodeUnitCount)
  guard unsafe emergency.pointee.isAsMade else { return }
  _ = unsafe tcsetattr(emergency.pointee.keyboard, TCSANOW, &emergency.pointee.attributes)
}

/// Restores the terminal, and then lets the signal take its default action.
private func fatalSignalArrived(_ number: CInt) {
  restoreInEmergency()
  _ = signal(number, SIG_DFL)
  _ = raise(number)
}

private func programEnds() { restoreInEmergency() }

/// Restores the terminal at every end of the program, except for `kill -9`.
package enum EmergencyExit {
  /// Stores the terminal's state; from now on every end of the program restores it.
  static func arm(keyboard: CInt, screen: CInt, attributes: termios) {
    if unsafe emergency == nil {
      let place = UnsafeMutablePointer<Emergency>.allocate(capacity: 1)
      unsafe place.initialize(
        to: Emergency(keyboard: keyboard, screen: screen, attributes: attributes, made: nil, isTaken: false))
      unsafe emergency = place
      _ = atexit(programEnds)
      for number in fatalSignals { _ = signal(number, fatalSignalArrived) }
    }
    unsafe emergency?.pointee.isTaken = true
  }

  /// Stores the settings that this program has made.
  static func note(made attributes: termios) { unsafe emergency?.pointee.made = attributes }

  /// Whether the terminal still has the settings that this program made.
  static var isAsMade: Bool { unsafe emergency?.pointee.isAsMade ?? false }

  /// Restores the terminal now, from any thread, unless that was done.
  package static func restore() { restoreInEmergency() }

  /// Notes that the terminal was restored in the regular way.
  static func disarm() { unsafe emergency?.pointee.isTaken = false }
}
