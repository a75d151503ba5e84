internal import GPSEventRuntime
internal import Glibc
import GPSSystemCalls

/// Turns signals into events, while it lives.
///
/// | signal | what happens |
/// |---|---|
/// | SIGINT, SIGTERM, SIGHUP | ``Interrupt/end(signal:)``; a second SIGINT or SIGTERM ends the program at once |
/// | SIGUSR1 | ``Interrupt/statsWanted`` |
/// | SIGHUP, in a service | ``Interrupt/reloadWanted``: no terminal is there that could be closed |
/// | SIGWINCH, SIGTSTP, SIGCONT | with a screen only: ``Interrupt/resized``, ``Interrupt/suspend``, ``Interrupt/resumed`` |
///
/// The signals are blocked. The loop waits for them where this thread runs it, as in the program; else a thread of
/// their own does. No code of ours ever runs in a signal's handler, where hardly anything may be done. So make it
/// before anything else that starts threads: they inherit the blocked signals.
///
/// Make it once in a program, and keep it until the end; commands that end in a moment don't need it, for the system's
/// own handling is right for them.
package final class Interrupts: Sendable {
  package enum Kind: Sendable {
    /// The signals that end a program, and SIGUSR1.
    case ending
    /// Those of a terminal's screen as well.
    case screen
    /// The same as ``ending``, but SIGHUP asks to read settings again.
    case service
  }

  /// Begins to hear signals.
  ///
  /// - Parameters:
  ///   - kind: The signals to catch.
  ///   - lastWill: Called on the thread that hears signals when a second one ends the program at once: the screen
  ///     gives the terminal back there. It must not wait for anything.
  ///   - tell: Called on that thread for each.
  package init(
    _ kind: Kind = .ending, lastWill: @escaping @Sendable () -> Void = {},
    _ tell: @escaping @Sendable (Interrupt) -> Void
  ) {
    let wanted = kind == .screen ? Self.ending + Self.ofScreens : Self.ending
    SignalThread.start(
      wanted.filter { !Self.isIgnored($0) },
      SignalListener(tell: tell, lastWill: lastWill, reloads: kind == .service))
  }

  private static let lastActions = Guarded<[@Sendable () -> Void]>([])

  /// Has something done before a signal ends the program: nothing else runs then.
  package static func beforeEnd(_ action: @escaping @Sendable () -> Void) {
    lastActions.withLock { $0.append(action) }
  }

  /// Ends the program by a signal, as if it had not been caught: so a shell sees the signal, and `$?` is 130 or 143.
  ///
  /// It returns only if the signal can't end the program.
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
  /// Ctrl-Z was pressed: give the terminal back, then call ``Interrupts/suspend()``.
  case suspend
  /// The program goes on after it was stopped (SIGCONT).
  case resumed
  /// Say on standard error how things stand (SIGUSR1).
  case statsWanted
  /// Read the settings again (SIGHUP of a service's manager).
  case reloadWanted
}

/// For commands that work without waiting: whether a signal came meanwhile, to be asked between two pieces of work.
package struct SignalCheck {
  private let queue = EventQueue<Never>(limit: 1)
  private let interrupts: Interrupts

  /// From now on a signal that would end the program waits until it is asked for; a second one ends it at once.
  package init() { interrupts = Interrupts { [queue] in queue.interrupt($0) } }

  /// The signal that should end the program; finish what was begun, and leave by ``Interrupts/end(by:)``.
  package var ending: CInt? {
    while case .interrupt(let interrupt) = queue.take(until: .now) {
      if case .end(let signal) = interrupt { return signal }
    }
    return nil
  }
}

/// The calls that a signal brings.
private final class SignalListener: Sendable {
  let tell: @Sendable (Interrupt) -> Void
  let lastWill: @Sendable () -> Void
  let reloads: Bool

  init(
    tell: @escaping @Sendable (Interrupt) -> Void, lastWill: @escaping @Sendable () -> Void, reloads: Bool
  ) {
    self.tell = tell
    self.lastWill = lastWill
    self.reloads = reloads
  }
}

/// Waits for signals: on the loop where this thread runs it, else on a thread of its own.
private enum SignalThread {
  /// The thread's argument.
  fileprivate final class Errand {
    let signals: SignalSet
    let listener: SignalListener

    init(_ signals: SignalSet, _ listener: SignalListener) {
      self.signals = signals
      self.listener = listener
    }
  }

  /// Blocks the signals, and begins to wait for them; that ends with the program.
  static func start(_ numbers: [CInt], _ listener: SignalListener) {
    let signals = SignalSet(numbers)
    signals.block()
    if EventLoop.shared.isCurrent {
      let state = Guarded(false)
      let isWatched = EventLoop.shared.watchSignals(numbers) { number in
        let isEnding = state.withLock { $0 }
        if take(number, isEnding: isEnding, listener) { state.withLock { $0 = true } }
      }
      if isWatched { return }
    }
    let errand = unsafe Unmanaged.passRetained(Errand(signals, listener)).toOpaque()
    var thread = pthread_t()
    guard unsafe pthread_create(&thread, nil, waitForSignals, errand) == 0 else {
      // Without the thread nothing would catch them: then the system's own handling is better.
      unsafe Unmanaged<Errand>.fromOpaque(errand).release()
      signals.unblock()
      return
    }
    pthread_detach(thread)
  }

  fileprivate static func run(_ errand: Errand) -> Never {
    var isEnding = false
    while true {
      if take(errand.signals.wait(), isEnding: isEnding, errand.listener) { isEnding = true }
    }
  }

  /// Tells of a signal, or ends the program by the second one that commands it; whether it commands the end.
  private static func take(_ number: CInt, isEnding: Bool, _ listener: SignalListener) -> Bool {
    let isCommand = number == SIGINT || number == SIGTERM
    if isCommand, isEnding {
      listener.lastWill()
      Interrupts.end(by: number)
    }
    listener.tell(interrupt(number, reloads: listener.reloads))
    return isCommand
  }

  private static func interrupt(_ number: CInt, reloads: Bool) -> Interrupt {
    switch number {
    case SIGWINCH: .resized
    case SIGTSTP: .suspend
    case SIGCONT: .resumed
    case SIGUSR1: .statsWanted
    case SIGHUP where reloads: .reloadWanted
    default: .end(signal: number)
    }
  }
}

/// The thread's first function, in the form that C calls.
private func waitForSignals(_ errand: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let errand = unsafe errand else { return nil }
  SignalThread.run(unsafe Unmanaged<SignalThread.Errand>.fromOpaque(errand).takeRetainedValue())
}

/// Some signals, in the kernel's form.
private struct SignalSet {
  private var set = sigset_t()

  init(_ numbers: [CInt]) {
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
  }

  /// Holds them back from this thread, and from those that it starts.
  func block() { change(SIG_BLOCK) }

  /// Lets them through to this thread.
  func unblock() { change(SIG_UNBLOCK) }

  /// Waits for one of them, which must be blocked.
  func wait() -> CInt {
    var set = set
    var number: CInt = 0
    while unsafe sigwait(&set, &number) != 0 {}
    return number
  }

  private func change(_ how: CInt) {
    var set = set
    unsafe pthread_sigmask(how, &set, nil)
  }
}
