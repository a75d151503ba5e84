/// What comes to a program from outside: by a key, from a service's manager, from the terminal.
package enum Interrupt: Hashable, Sendable {
  /// End: finish what was begun, and leave by ``Interrupts/end(by:)`` with this signal.
  case end(signal: CInt)
  /// The terminal has another size (SIGWINCH).
  case resized
  /// Somebody pressed Ctrl-Z: give the terminal back, then call ``Interrupts/suspend()``.
  case suspend
  /// The program goes on after it was stopped (SIGCONT).
  case resumed
  /// Say on standard error how things stand (SIGUSR1).
  case statsWanted
}
