import Glibc
import TestSupport
import Synchronization

/// A pipe whose ends no other child inherits.
final class Pipe {
  private(set) var reading: CInt
  private(set) var writing: CInt

  init() throws { (reading, writing) = try Program.spawning.withLock { _ in try OtherProgram.pipe() } }

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

  /// Takes what is there; false at the end.
  func readNow(into bytes: inout [UInt8]) -> Bool { read(for: .zero, into: &bytes) }

  /// Takes what comes within a time; false at the end.
  func read(for time: Duration, into bytes: inout [UInt8]) -> Bool {
    let end = ContinuousClock.now + time
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let left = max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1))
      var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      let isReady = unsafe poll(&request, 1, CInt(left.rounded(.up))) > 0
      if !isReady, left == 0 { return true }
      guard isReady else { continue }
      let count = unsafe Glibc.read(reading, &buffer, buffer.count)
      guard count > 0 else { return false }
      bytes += buffer[..<count]
      if time > .zero, left == 0 { return true }
    }
  }
}

/// The program with its output in a pipe that a test reads.
struct PipedRun {
  let pipe: Pipe
  let process: pid_t
  private let message: TemporaryFile

  init(_ words: [String], input: CInt? = nil) throws {
    (pipe, message) = (try Pipe(), try TemporaryFile())
    process = try Program.start(words, input: input, output: pipe.writing, message: message.descriptor)
    pipe.closeWriting()
  }

  /// Waits for its end, and answers its exit status and its messages.
  func end() throws -> (exit: CInt, message: String) { (Program.wait(for: process), try message.text()) }
}
