import Glibc
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSEventRuntime

/// What a command does: its thread has adopted the loop, and runs it while it waits.
@Suite(.timeLimit(.minutes(1))) struct `A thread that waits on its own loop` {
  private let log = Log<Int>()

  /// Runs a body on a thread that has adopted a loop, and gives the loop back.
  private func withAdopted(_ body: @escaping @Sendable (EventLoop) -> Void) {
    onThreads(1) { _ in
      let loop = EventLoop()
      loop.adopt()
      body(loop)
      loop.stop()
      loop.run()
    }
  }

  @Test func `goes on when there is enough`() {
    withAdopted { loop in
      loop.after(.zero) { log.add(1) }
      loop.run(until: nil) { !log.entries.isEmpty }
      loop.async { log.add(2) }
      loop.run(until: nil) { log.entries.count == 2 }
    }
    #expect(log.entries == [1, 2])
  }

  @Test func `goes on when its moment has come, and has looked once even if that is over`() throws {
    try withChannels { channels in
      let channel = channels[0]
      withAdopted { loop in
        _ = try? loop.watch(channel.reading, for: .readable) { _ in log.add(channel.receive().count) }
        channel.send()
        loop.run(until: .now - .seconds(1)) { false }
        loop.run(until: .now + .milliseconds(1)) { false }
      }
      #expect(log.entries == [1])
    }
  }

  @Test func `is asked for by a handler in vain`() {
    let log = Log<Bool>()
    withAdopted { loop in
      log.add(loop.mayRunHere)
      loop.async { log.add(loop.mayRunHere) }
      loop.run(until: .now) { false }
      log.add(loop.mayRunHere)
    }
    #expect(log.entries == [true, false, true])
  }

  @Test func `is woken by another one`() {
    withAdopted { loop in
      onThreads(1) { _ in
        log.add(1)
        loop.wake()
      }
      loop.run(until: nil) { !log.entries.isEmpty }
    }
    #expect(log.entries == [1])
  }

  @Test func `hears signals that all hold back`() {
    let log = Log<CInt>()
    withAdopted { loop in
      // Threads that are started here hold all signals back.
      #expect(loop.watchSignals([SIGUSR2, SIGHUP]) { log.add($0) })
      raise(SIGUSR2)
      raise(SIGHUP)
      loop.run(until: nil) { log.entries.count == 2 }
    }
    #expect(Set(log.entries) == [SIGUSR2, SIGHUP])
  }

  @Test func `goes on with its loop while nobody reads what it writes`() throws {
    // A pipe holds 64 KiB, and both ends wait, as those of a shell do.
    var ends: [CInt] = [0, 0]
    _ = try Kernel.call { unsafe pipe(&ends) }
    let (reading, writing) = (ends[0], ends[1])
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let read = Log<[UInt8]>()
    let count = Log<Int>()
    withAdopted { loop in
      // It reads only when the loop has its turn.
      _ = try? loop.watch(reading, for: .readable) { _ in
        var piece = [UInt8](repeating: 0, count: 3000)
        guard let got = try? Kernel.read(reading, into: &piece) else { return }
        read.add(Array(piece[..<got]))
        count.add(got)
      }
      let output = PatientOutput(writing, loop: loop)
      do throws(Errno) { try output.write(bytes.span) } catch { Issue.record("cannot write: \(error.words)") }
      // What is in the pipe still.
      loop.run(until: .now + .seconds(20)) { count.entries.reduce(0, +) == bytes.count }
    }
    #expect(read.entries.flatMap(\.self) == bytes)
    // The description that others share waits as before.
    #expect(fcntl(writing, F_GETFL) & O_NONBLOCK == 0)
    try Kernel.close(reading)
    try Kernel.close(writing)
  }

  @Test func `is told when the reader of its output has gone`() throws {
    var ends: [CInt] = [0, 0]
    _ = try Kernel.call { unsafe pipe(&ends) }
    let (reading, writing) = (ends[0], ends[1])
    try Kernel.close(reading)
    let log = Log<Errno>()
    withAdopted { loop in
      // Held back on this thread, as the program ignores it.
      let output = PatientOutput(writing, loop: loop)
      do throws(Errno) { try output.write([1].span) } catch { log.add(error) }
    }
    #expect(log.entries == [.brokenPipe])
    try Kernel.close(writing)
  }
}
