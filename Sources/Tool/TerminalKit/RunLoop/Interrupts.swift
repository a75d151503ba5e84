internal import Glibc
import Locking

/// Turns signals into events, while it lives.
///
/// | signal | what happens |
/// |---|---|
/// | SIGINT, SIGTERM, SIGHUP | ``Interrupt/end(signal:)``; a second SIGINT or SIGTERM ends the program at once |
/// | SIGUSR1 | ``Interrupt/statsWanted`` |
/// | SIGWINCH, SIGTSTP, SIGCONT | with a screen only: ``Interrupt/resized``, ``Interrupt/suspend``, ``Interrupt/resumed`` |
///
/// The signals are blocked, and a thread of their own waits for them: no code of ours ever runs in a signal's handler, where
/// hardly anything may be done, and a command that is stuck in writing still hears the second Ctrl-C. So make it before
/// anything else that starts threads: they inherit what is blocked.
///
/// It is made once in a program, and lasts as long; commands that are over in a moment don't need it, the system's own
/// answers are right for them.
package final class Interrupts: Sendable {
  package enum Kind: Sendable {
    /// The signals that end a program, and SIGUSR1.
    case ending
    /// Those of a terminal's screen as well.
    case screen
  }

  /// Begins to hear signals.
  ///
  /// - Parameters:
  ///   - kind: Which.
  ///   - lastWill: Called on the signals' thread when a second one ends the program at once: the screen gives the
  ///     terminal back there. It must not wait for anybody.
  ///   - tell: Called on that thread for each.
  package init(
    _ kind: Kind = .ending, lastWill: @escaping @Sendable () -> Void = {},
    _ tell: @escaping @Sendable (Interrupt) -> Void
  ) {
    let wanted = kind == .screen ? Self.ending + Self.ofScreens : Self.ending
    SignalThread.start(wanted.filter { !Self.isIgnored($0) }, SignalListener(tell: tell, lastWill: lastWill))
  }

  private static let lastActions = Guarded<[@Sendable () -> Void]>([])

  /// Has something done before a signal ends the program: nothing else runs then.
  package static func beforeEnd(_ action: @escaping @Sendable () -> Void) {
    lastActions.withLock { $0.append(action) }
  }

  /// Ends the program by a signal, as if nobody had heard it: so a shell sees who ended it, and `$?` is 130 or 143.
  ///
  /// Only where the signal can't end it, this returns.
  package static func end(by number: CInt) {
    // Nothing else runs at the end by a signal.
    lastActions.withLock { $0 }.forEach { $0() }
    _ = signal(number, SIG_DFL)
    SignalSet([number]).unblock()
    _ = raise(number)
  }

  /// Stops the program as Ctrl-Z does; returns when it goes on.
  package static func suspend() {
    _ = signal(SIGTSTP, SIG_DFL)
    let set = SignalSet([SIGTSTP])
    // Pending since it was blocked, or raised here: either way this thread stops at the unblocking.
    _ = raise(SIGTSTP)
    set.unblock()
    set.block()
  }

  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGUSR1]
  private static let ofScreens = [SIGWINCH, SIGTSTP, SIGCONT]

  /// A signal that the parent has switched off (`nohup`, a shell's background) stays so.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard number == SIGINT || number == SIGHUP || number == SIGTSTP,
      unsafe sigaction(number, nil, &action) == 0, let handler = unsafe action.__sigaction_handler.sa_handler
    else { return false }
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// A request from outside: by a key, from a service's manager, from the terminal.
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
