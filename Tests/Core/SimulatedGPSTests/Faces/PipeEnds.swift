import Glibc
import GPSSystemCalls

/// A pipe of a test's own; its input does not block.
final class PipeEnds: Sendable {
  let input: CInt
  let output: CInt
  private let closed = Guarded((input: false, output: false))

  init() throws {
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Port.Failure(call: "pipe", number: errno) }
    (output, input) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeInput()
    closeOutput()
  }

  func closeInput() { if closed.withLock({ swapIn(&$0.input) }) { close(input) } }
  func closeOutput() { if closed.withLock({ swapIn(&$0.output) }) { close(output) } }

  /// Everything until the other side is closed, in small pieces.
  func readToEnd() -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1000)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
      guard count > 0 else { return all }
      all += piece[0..<count]
    }
  }
}

/// Sets a flag; whether it was not set before.
private func swapIn(_ flag: inout Bool) -> Bool {
  defer { flag = true }
  return !flag
}
