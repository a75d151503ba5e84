internal import Glibc

/// The actions of the thread that waits for signals.
final class SignalListener: Sendable {
  let tell: @Sendable (Interrupt) -> Void
  let lastWill: @Sendable () -> Void

  init(tell: @escaping @Sendable (Interrupt) -> Void, lastWill: @escaping @Sendable () -> Void) {
    self.tell = tell
    self.lastWill = lastWill
  }
}

/// The thread that waits for signals.
enum SignalThread {
  /// The thread's argument.
  fileprivate final class Errand {
    let signals: SignalSet
    let listener: SignalListener

    init(_ signals: SignalSet, _ listener: SignalListener) {
      self.signals = signals
      self.listener = listener
    }
  }

  /// Blocks the signals, and starts a thread that waits for them; it ends with the program.
  static func start(_ numbers: [CInt], _ listener: SignalListener) {
    let signals = SignalSet(numbers)
    signals.block()
    let errand = unsafe Unmanaged.passRetained(Errand(signals, listener)).toOpaque()
    var thread = pthread_t()
    guard unsafe pthread_create(&thread, nil, waitForSignals, errand) == 0 else {
      // Without the thread nobody would hear them: then the system's own answers are better.
      unsafe Unmanaged<Errand>.fromOpaque(errand).release()
      signals.unblock()
      return
    }
    pthread_detach(thread)
  }

  fileprivate static func run(_ errand: Errand) -> Never {
    var isEnding = false
    while true {
      let number = errand.signals.wait()
      let isCommand = number == SIGINT || number == SIGTERM
      if isCommand, isEnding {
        errand.listener.lastWill()
        Interrupts.end(by: number)
      }
      if isCommand { isEnding = true }
      errand.listener.tell(interrupt(number))
    }
  }

  private static func interrupt(_ number: CInt) -> Interrupt {
    switch number {
    case SIGWINCH: .resized
    case SIGTSTP: .suspend
    case SIGCONT: .resumed
    case SIGUSR1: .statsWanted
    default: .end(signal: number)
    }
  }
}

/// The thread's first function, in the form that C calls.
private func waitForSignals(_ errand: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let errand = unsafe errand else { return nil }
  SignalThread.run(unsafe Unmanaged<SignalThread.Errand>.fromOpaque(errand).takeRetainedValue())
}
