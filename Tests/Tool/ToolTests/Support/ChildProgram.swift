import Glibc
import TestSupport

/// Any program that runs beside a test until it is ended; what it says is thrown away.
final class ChildProgram {
  let process: pid_t
  private var isEnded = false

  init(_ words: [[UInt8]]) throws {
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    process = try Program.start(words, input: nil, output: nowhere, message: nowhere)
  }

  /// Waits until something is so; it never is, where the program has ended.
  func wait(until isSo: () -> Bool) throws {
    let patience = Patience("something that process \(process) was to do")
    while !isSo() {
      try patience.check()
      var status: CInt = 0
      guard unsafe waitpid(process, &status, WNOHANG) == 0 else {
        isEnded = true
        throw SystemFailure(number: ECHILD)
      }
      sched_yield()
    }
  }

  /// Ends it, and waits for that.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    kill(process, SIGKILL)
    _ = Program.wait(for: process)
  }

  deinit { end() }
}
