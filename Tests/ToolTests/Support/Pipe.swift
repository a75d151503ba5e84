import Glibc
import GPSSystemCalls
import TestSupport
import Synchronization

/// A pipe whose ends no other child inherits.
final class Pipe {
  private(set) var reading: CInt
  private(set) var writing: CInt

  init() throws {
    var ends: [CInt] = [0, 0]
    let failure = Program.spawning.withLock { _ in
      let failure = unsafe pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return failure
    }
    guard failure == 0 else { throw SystemFailure() }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  func write(_ bytes: [UInt8]) { _ = unsafe Glibc.write(writing, bytes, bytes.count) }

  /// Waits for something to come and answers it; empty at the end, and after ten seconds without anything.
  func read() -> [UInt8] {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, 10_000) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(reading, &buffer, buffer.count)
    return Array(buffer[..<max(0, count)])
  }
}
