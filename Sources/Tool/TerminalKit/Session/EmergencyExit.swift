internal import Glibc

// A signal handler may touch only memory that is never freed, `write`, `tcgetattr`, `tcsetattr`, `sigaction` and `raise`.

/// The state of the terminal to restore if the program is about to die.
struct Emergency {
  var keyboard: CInt
  var screen: CInt
  var attributes: termios
  /// The settings that this program made, as the driver has them; nil before they were made.
  var made: termios?
  var isTaken: Bool

  /// Whether the terminal still has those settings: the program that changed them since owns them.
  var isAsMade: Bool {
    var found = termios()
    guard let made, unsafe tcgetattr(keyboard, &found) == 0 else { return false }
    return found.c_iflag == made.c_iflag && found.c_oflag == made.c_oflag && found.c_cflag == made.c_cflag
      && found.c_lflag == made.c_lflag
  }
}

/// The one terminal that this process has taken over; written before the handlers are set, and never freed.
nonisolated(unsafe) private var emergency: UnsafeMutablePointer<Emergency>?

/// Signals that end a program by default, and that nothing else here waits for; a trap of Swift is one.
private let fatalSignals =
  [
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS, SIGXCPU, SIGXFSZ, SIGUSR2, SIGALRM,
    SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT,
  ] + realTimeSignals

/// Those that the C library leaves to programs.
private var realTimeSignals: [CInt] { Array(34...64) }

private func restoreInEmergency() {
  guard let emergency = unsafe emergency, unsafe emergency.pointee.isTaken else { return }
  unsafe emergency.pointee.isTaken = false
  let farewell = TerminalModes.farewell
  _ = unsafe write(emergency.pointee.screen, farewell.utf8Start, farewell.utf8CodeUnitCount)
  guard unsafe emergency.pointee.isAsMade else { return }
  _ = unsafe tcsetattr(emergency.pointee.keyboard, TCSANOW, &emergency.pointee.attributes)
}

/// Restores the terminal, and lets the signal do what it would have done.
private func fatalSignalArrived(_ number: CInt) {
  restoreInEmergency()
  _ = signal(number, SIG_DFL)
  _ = raise(number)
}

private func programEnds() { restoreInEmergency() }

/// Makes sure that the terminal is given back at any end of the program, except for `kill -9`.
package enum EmergencyExit {
  /// Remembers how the terminal was; from now on every end of the program restores it.
  static func arm(keyboard: CInt, screen: CInt, attributes: termios) {
    if unsafe emergency == nil {
      let place = UnsafeMutablePointer<Emergency>.allocate(capacity: 1)
      unsafe place.initialize(
        to: Emergency(
          keyboard: keyboard, screen: screen, attributes: attributes, made: nil, isTaken: false))
      unsafe emergency = place
      _ = atexit(programEnds)
      for number in fatalSignals { _ = signal(number, fatalSignalArrived) }
    }
    unsafe emergency?.pointee.isTaken = true
  }

  /// Notes the settings that this program has made.
  static func note(made attributes: termios) { unsafe emergency?.pointee.made = attributes }

  /// Whether the terminal still has the settings that this program made.
  static var isAsMade: Bool { unsafe emergency?.pointee.isAsMade ?? false }

  /// Gives the terminal back now, from any thread, unless that was done.
  package static func restore() { restoreInEmergency() }

  /// The terminal has been given back in good order.
  static func disarm() { unsafe emergency?.pointee.isTaken = false }
}
