import Glibc

/// What can be seen of a pipe and of a child from outside.
enum PipeState {
  /// Whether nothing more fits into the smallest pipe there is.
  static func isFull(_ reading: CInt) -> Bool {
    var waiting: CInt = 0
    guard unsafe ioctl(reading, UInt(FIONREAD), &waiting) == 0 else { return false }
    return waiting > 4020
  }

  /// Makes a pipe as small as there are.
  static func shrink(_ descriptor: CInt) { _ = fcntl(descriptor, setSize, 4096) }

  /// The corresponding C constant is `F_SETPIPE_SZ`, which Glibc's module leaves out.
  private static let setSize: CInt = 1031

  /// Gives the other side time, at most a tenth of a second.
  static func wait(_ descriptor: CInt) {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    _ = unsafe poll(&request, 1, 100)
  }

  /// Whether a child has ended; it stays there to be waited for.
  static func hasEnded(_ child: pid_t) -> Bool {
    var info = unsafe siginfo_t()
    return unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0
      && info.si_signo == SIGCHLD
  }

  /// Whether a child ends within so many tenths of a second.
  static func hasEnded(_ child: pid_t, within tenths: Int) -> Bool {
    for _ in 0..<tenths {
      if hasEnded(child) { return true }
      wait(-1)
    }
    return false
  }
}
