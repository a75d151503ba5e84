import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

/// What an epoch costs the built program, in counts that are the same on each machine.
@Suite(.timeLimit(.minutes(3))) struct `An epoch of a port` {
  private static let epochs = 100
  /// To hand it over to another thread would be one more.
  private static let mostSwitches = 1.6

  @Test func `is told by one thread, which is woken once for it`() throws {
    let watch = try PortWatch()
    try watch.settle()
    // On a busy machine the terminal hands an epoch over in pieces, each of which wakes us: the calmest of three rounds counts.
    var least = Double.infinity
    for _ in 0..<3 where least > Self.mostSwitches {
      let before = watch.switches
      try watch.hears(Self.epochs)
      least = min(least, Double(watch.switches - before) / Double(Self.epochs))
      print("an epoch: \(least) voluntary switches, \(watch.threads.count) threads")
    }
    #expect(watch.threads.count <= PortWatch.threadsAtRest && least <= Self.mostSwitches)
  }

  @Test(
    .enabled(if: SystemProgram.strace != nil, "strace is not installed: apt-get install strace"),
    .enabled(if: Tracing.isAllowed, "this process may not trace others (kernel.yama.ptrace_scope)"))
  func `takes one wait, one read and one write`() throws {
    let watch = try PortWatch()
    try watch.settle()
    let table = try Tracing.table(of: watch.process) { try watch.hears(Self.epochs) }
    let each = Double(Tracing.count(in: table)) / Double(Self.epochs)
    print("an epoch: \(each) system calls\n\(table)")
    // Now and then the ports are looked at besides. To wake another thread would be one call more each.
    #expect(each > 1 && each <= 3.5, "\(table)")
  }
}

/// `gpsbridge watch` on a port that is told one epoch at a time.
private final class PortWatch {
  let process: pid_t
  private let device: PseudoTerminal
  private let lines: Pipe
  private let message: TemporaryFile
  private var second = 0

  /// The loop's thread, and the sanitizer's.
  static let threadsAtRest = 1 + (Sanitizer.hasThread ? 1 : 0)

  init() throws {
    device = try PseudoTerminal()
    lines = try Pipe()
    message = try TemporaryFile()
    process = try Program.start(
      ["watch", device.path, "--format=gpsd"], output: lines.writing, message: message.descriptor)
    lines.closeWriting()
  }

  deinit {
    kill(process, SIGKILL)
    _ = Program.wait(for: process)
  }

  var threads: [String] { Threads.of(process) }

  /// How often its threads have gone to sleep so far.
  var switches: Int {
    threads.reduce(0) { sum, thread in
      let line = Threads.text("status", of: thread, in: process).split(separator: "\n")
        .first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }

  /// Goes on until the port is open, and helper threads have ended, which they do after ten idle seconds.
  func settle() throws {
    for _ in 0..<LiveRun.most {
      if try hearsEpoch(within: 100), threads.count <= Self.threadsAtRest { return }
      PipeState.wait(-1)
    }
  }

  /// Sends so many epochs, each behind the line of the last one.
  func hears(_ epochs: Int) throws {
    for _ in 0..<epochs {
      let isHeard = try hearsEpoch(within: 20_000)
      #expect(isHeard)
    }
  }

  /// Sends an epoch, and waits for its line; false if none comes.
  private func hearsEpoch(within milliseconds: CInt) throws -> Bool {
    try device.write(Epoch.fix(second))
    second += 1
    var text = ""
    while !text.contains(#""class":"TPV""#) || text.last != "\n" {
      var request = pollfd(fd: lines.reading, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, milliseconds) > 0 else { return false }
      text += String(decoding: lines.read(), as: UTF8.self)
    }
    return true
  }
}

/// The system calls of a thread, as `strace` counts them.
private enum Tracing {
  /// Whether a process may trace one that is not its child.
  static var isAllowed: Bool {
    let scope = (try? Places.bytes(of: "/proc/sys/kernel/yama/ptrace_scope")) ?? Array("0".utf8)
    let status = (try? Places.bytes(of: "/proc/self/status")) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix("CapEff:")
    }
    let abilities = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    // The corresponding C constant is CAP_SYS_PTRACE.
    return abilities >> 19 & 1 == 1 || scope.first == UInt8(ascii: "0")
  }

  /// Counts while a closure runs, and ends the process: a tracer that this thread starts takes no other signal.
  static func table(of process: pid_t, _ body: () throws -> Void) throws -> String {
    let table = try TemporaryFile()
    let tracer = try Program.start(
      [SystemProgram.strace ?? "strace", "-c", "-p", "\(process)"].map { Array($0.utf8) }, input: nil,
      output: table.descriptor, message: table.descriptor)
    while !isTraced(process), !PipeState.hasEnded(tracer, within: 1) {}
    let outcome = Result { try body() }
    kill(process, SIGKILL)
    _ = Program.wait(for: tracer)
    try outcome.get()
    return try table.text()
  }

  static func count(in table: String) -> Int {
    // % time, seconds, microseconds each, calls, errors if any, name.
    var count = 0
    for row in table.split(separator: "\n") {
      let cells = row.split(separator: " ")
      if cells.count >= 5, Double(cells[0]) != nil, cells.last != "total" { count += Int(cells[3]) ?? 0 }
    }
    return count
  }

  private static func isTraced(_ process: pid_t) -> Bool {
    let status = (try? Places.bytes(of: "/proc/\(process)/status")) ?? []
    return !String(decoding: status, as: UTF8.self).contains("TracerPid:\t0\n")
  }
}
