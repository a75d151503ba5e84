internal import Glibc

/// Some signals, in the kernel's form.
struct SignalSet {
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
