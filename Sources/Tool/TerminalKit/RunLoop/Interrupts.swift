internal import GPSEventRuntime
internal import Glibc
import GPSSystemCalls

/// Turns signals into events while it exists.
///
/// | signal | what happens |
/// |---|---|
/// | SIGINT, SIGTERM, SIGHUP | ``Interrupt/end(signal:)``; a second SIGINT or SIGTERM ends the program (``EndRequests``) |
/// | SIGUSR1 | ``Interrupt/statsWanted`` |
/// | SIGHUP, in a service | ``Interrupt/reloadWanted``: there is no terminal that could hang up |
/// | SIGWINCH, SIGTSTP, SIGCONT | ``Interrupt/resized``, ``Interrupt/suspend``, ``Interrupt/resumed`` |
///
/// The signals in the last row are caught only with a screen. All are blocked, and the shared loop waits for
/// them if this thread runs it, as in the program, otherwise a separate thread does. No code of ours runs in
/// a signal handler. Create it before anything that starts threads, which inherit the blocked signals.
///
/// Create one per program and keep it until the end; commands that finish at once don't need it.
package final class Interrupts: Sendable {
  package enum Kind: Sendable {
    /// The signals that end a program, and SIGUSR1.
    case ending
    /// The same, and the signals of a terminal's screen.
    case screen
    /// The same as ``ending``, but SIGHUP requests a reload of the settings.
    case service
  }

  /// Begins to receive signals.
  ///
  /// - Parameters:
  ///   - kind: The signals to catch.
  ///   - lastWill: Called on the signal thread when a second signal ends the program at once, to restore the
  ///     terminal. It must not wait for anything.
  ///   - tell: Called on that thread for each signal.
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

  /// Adds an action to run before a signal ends the program, when nothing else runs.
  package static func beforeEnd(_ action: @escaping @Sendable () -> Void) {
    lastActions.withLock { $0.append(action) }
  }

  /// Ends the program by a signal as if it were not caught, so a shell sees it and `$?` is 130 or 143.
  ///
  /// It returns only if the signal can't end the program.
  package static func end(by number: CInt) {
    // Nothing else runs when a signal ends the program.
    lastActions.withLock { $0 }.forEach { $0() }
    _ = signal(number, SIG_DFL)
    SignalSet([number]).unblock()
    _ = raise(number)
  }

  /// Stops the program as Ctrl-Z does; returns when it is continued.
  package static func suspend() {
    _ = signal(SIGTSTP, SIG_DFL)
    let set = SignalSet([SIGTSTP])
    // Pending since it was blocked, or raised here: either way this thread stops when it is unblocked.
    _ = raise(SIGTSTP)
    set.unblock()
    set.block()
  }

  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGUSR1]
  private static let ofScreens = [SIGWINCH, SIGTSTP, SIGCONT]

  /// A signal that the parent ignores (`nohup`, a shell's background job) stays ignored.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard number == SIGINT || number == SIGHUP || number == SIGTSTP,
      unsafe sigaction(number, nil, &action) == 0, let handler = unsafe action.__sigaction_handler.sa_handler
    else { return false }
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// A request from outside: from a key, from a service manager, or from the terminal.
@usableFromInline package enum Interrupt: Hashable, Sendable {
  /// End: finish what was begun, then call ``Interrupts/end(by:)`` with this signal.
  case end(signal: CInt)
  /// The terminal's size has changed (SIGWINCH).
  case resized
  /// Ctrl-Z was pressed: restore the terminal, then call ``Interrupts/suspend()``.
  case suspend
  /// The program continues after it was stopped (SIGCONT).
  case resumed
  /// Print the status on standard error (SIGUSR1).
  case statsWanted
  /// Reload the settings (SIGHUP from a service manager).
  case reloadWanted
}

/// The requests to end the program, and which of them ends it at once.
///
/// Programs send one request several times: `timeout` sends its signal to the process and to its group. So the signals of
/// half a second are one request, and the program finishes what was begun. The next one ends a program that hangs.
package struct EndRequests: Sendable {
  private static let oneRequest = Duration.milliseconds(500)
  private var first: ContinuousClock.Instant?

  package init() {}

  /// Notes a SIGINT or SIGTERM; returns true if it ends the program at once.
  package mutating func endAtOnce(at now: ContinuousClock.Instant) -> Bool {
    guard let first else {
      first = now
      return false
    }
    return first.duration(to: now) >= Self.oneRequest
  }
}

/// A check for signals between two pieces of work, for commands that never wait.
package struct SignalCheck {
  private let queue = EventQueue<Never>(limit: 1)
  private let interrupts: Interrupts

  /// From now on, a signal that ends the program is held until checked; a second one ends it at once.
  package init() { interrupts = Interrupts { [queue] in queue.interrupt($0) } }

  /// Whether such a signal waits to be taken.
  package var isEnding: Bool { queue.isEnding }

  /// The signal that should end the program; finish what was begun, then call ``Interrupts/end(by:)``.
  package var ending: CInt? {
    while case .interrupt(let interrupt) = queue.take(until: .now) {
      if case .end(let signal) = interrupt { return signal }
    }
    return nil
  }
}

private final class SignalListener: Sendable {
  let tell: @Sendable (Interrupt) -> Void
  let lastWill: @Sendable () -> Void
  let reloads: Bool

  init(
    tell: @escaping @Sendable (Interrupt) -> Void, lastWill: @escaping @Sendable () -> Void, reloads: Bool
  ) { (self.tell, self.lastWill, self.reloads) = (tell, lastWill, reloads) }
}

/// Waits for signals: on the shared loop if this thread runs it, otherwise on a separate thread.
private enum SignalThread {
  /// The thread's argument.
  fileprivate final class Job {
    let signals: SignalSet
    let listener: SignalListener

    init(_ signals: SignalSet, _ listener: SignalListener) {
      (self.signals, self.listener) = (signals, listener)
    }
  }

  /// Blocks the signals and waits for them until the program ends.
  static func start(_ numbers: [CInt], _ listener: SignalListener) {
    let signals = SignalSet(numbers)
    signals.block()
    if EventLoop.shared.isCurrent {
      let requests = Guarded(EndRequests())
      let isWatched = EventLoop.shared.watchSignals(numbers) { number in
        let endsAtOnce = requests.withLock { isEnd(number) && $0.endAtOnce(at: .now) }
        take(number, endsAtOnce: endsAtOnce, listener)
      }
      if isWatched { return }
    }
    let job = unsafe Unmanaged.passRetained(Job(signals, listener)).toOpaque()
    var thread = pthread_t()
    guard unsafe pthread_create(&thread, nil, waitForSignals, job) == 0 else {
      // Without the thread nothing would receive them, so restore the default handling.
      unsafe Unmanaged<Job>.fromOpaque(job).release()
      signals.unblock()
      return
    }
    pthread_detach(thread)
  }

  fileprivate static func run(_ job: Job) -> Never {
    var requests = EndRequests()
    while true {
      let number = job.signals.wait()
      take(number, endsAtOnce: isEnd(number) && requests.endAtOnce(at: .now), job.listener)
    }
  }

  private static func isEnd(_ number: CInt) -> Bool { number == SIGINT || number == SIGTERM }

  /// Reports a signal, or ends the program by it.
  private static func take(_ number: CInt, endsAtOnce: Bool, _ listener: SignalListener) {
    if endsAtOnce {
      listener.lastWill()
      Interrupts.end(by: number)
    }
    listener.tell(interrupt(number, reloads: listener.reloads))
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

/// The thread's start function, in C's form.
private func waitForSignals(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let job = unsafe job else { return nil }
  SignalThread.run(unsafe Unmanaged<SignalThread.Job>.fromOpaque(job).takeRetainedValue())
}

/// A set of signals, in the kernel's form.
private struct SignalSet {
  private var set = sigset_t()

  init(_ numbers: [CInt]) {
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
  }

  /// Blocks them for this thread and for threads that it starts.
  func block() { change(SIG_BLOCK) }

  /// Unblocks them for this thread.
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
