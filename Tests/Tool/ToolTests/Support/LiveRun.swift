import Glibc
import TestSupport

@testable import GPSBridgeTool

/// Runs the program on a device that a test plays, until it ends.
///
/// Time passes for the program only between the steps, however long it takes to perform them.
struct LiveRun {
  /// What happens next.
  enum Step {
    /// The device sends something.
    case send([UInt8])
    case nothing
    /// The device is pulled out.
    case unplug
    /// The program gets a signal, the first time that this is so: a second one would end it at once.
    case signal(CInt)
  }

  /// How often there is a next step of the usual length.
  static let most = 400
  /// The usual time from one step to the next.
  static let step = Duration.milliseconds(100)

  /// Runs a command line; `next` says what happens next, by how often it was asked and by what has been printed so far.
  static func run(
    _ words: [String], on device: PseudoTerminal? = nil, environment: [String: String] = [:],
    time: Program.Time = .moved, _ next: (_ round: Int, _ output: String) throws -> Step
  ) throws -> Run {
    try run(program: Program.words(words), on: device, environment: environment, time: time, next)
  }

  /// Runs a command on a device that sends an epoch in each step.
  static func run(
    _ verb: String, _ words: [String], epoch: (Int) -> [UInt8] = { Epoch.fix(tenth: $0) }
  ) throws -> Run {
    let device = try PseudoTerminal()
    return try run([verb, device.path] + words, on: device) { round, _ in .send(epoch(round)) }
  }

  /// The same for any command line, the program's path in front.
  static func run(
    program words: [[UInt8]], on device: PseudoTerminal? = nil, environment: [String: String] = [:],
    time: Program.Time = .moved, _ next: (_ round: Int, _ output: String) throws -> Step
  ) throws -> Run {
    try run(program: words, on: device, environment: environment, time: time) { round, output, _ in
      try next(round, output)
    }
  }

  /// The same; `next` also gets the messages so far.
  static func run(
    program words: [[UInt8]], on device: PseudoTerminal? = nil, input: CInt? = nil,
    environment: [String: String] = [:], time: Program.Time = .moved, every step: Duration = LiveRun.step,
    _ next: (_ round: Int, _ output: String, _ message: String) throws -> Step
  ) throws -> Run {
    let output = try Pipe()
    let message = try TemporaryFile()
    let clock = try time == .moved ? MovedClock(movedBy: .test) : nil
    let child = try Program.start(
      words, input: input, output: output.writing, message: message.descriptor,
      environment: environment.merging(clock?.environment ?? [:]) { own, _ in own })
    output.closeWriting()
    let limit = ChildLimit(child)
    var hasEnded = false
    defer {
      limit.end()
      // Also where a step or the output fails: nothing outlives its test.
      if !hasEnded {
        kill(child, SIGKILL)
        _ = Program.wait(for: child)
      }
    }
    var bytes: [UInt8] = []
    var (sent, isStopped): (Set<CInt>, Bool) = ([], false)
    func drain() -> Bool { output.readNow(into: &bytes) }
    var isOver = try clock.map { try !$0.settle(reading: drain, from: output.reading) } ?? false
    for round in 0..<Int(Double(most) * (Self.step / step)) where !isOver {
      let said = try message.text()
      switch try next(round, String(decoding: bytes, as: UTF8.self), said) {
      case .send(let more): try? device?.write(more)
      case .nothing: break
      case .unplug: device?.unplug()
      case .signal(let number):
        guard sent.insert(number).inserted else { break }
        kill(child, number)
        isStopped = number == SIGSTOP || isStopped && ![SIGCONT, SIGKILL].contains(number)
      }
      guard let clock else {
        isOver = !output.read(for: step, into: &bytes)
        continue
      }
      guard !isStopped else {
        clock.pass(step)
        continue
      }
      isOver =
        try !clock.settle(reading: drain, from: output.reading)
        || !clock.advance(by: step, reading: drain, from: output.reading)
    }
    // What has not ended by now will not.
    if !isOver { kill(child, SIGKILL) }
    let exit = Program.wait(for: child)
    hasEnded = true
    return Run(exit: exit, output: String(decoding: bytes, as: UTF8.self), message: try message.text())
  }
}

/// An epoch as these tests play it: of a receiver with one a second, or of one with ten, which is the step of ``LiveRun``.
enum Epoch {
  static func fix(_ second: Int, quality: Int = 1, hdop: String = "0.9") -> [UInt8] {
    fix(tenth: second * 10, quality: quality, hdop: hdop)
  }

  static func fix(tenth: Int, quality: Int = 1, hdop: String = "0.9") -> [UInt8] {
    let time = time(tenth)
    return wire([
      "GPGGA,\(time),4807.038,N,01131.000,E,\(quality),08,\(hdop),545.4,M,46.9,M,,",
      "GPGSA,A,3,04,05,09,12,,,,,,,,,2.5,\(hdop),2.1",
      "GPGSV,1,1,04,04,40,083,46,05,17,308,41,09,07,344,39,12,22,228,45",
      "GPRMC,\(time),A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A",
    ])
  }

  static func none(_ second: Int) -> [UInt8] { none(tenth: second * 10) }

  static func none(tenth: Int) -> [UInt8] {
    let time = time(tenth)
    return wire([
      "GPGGA,\(time),,,,,0,00,,,M,,M,,", "GPGSV,1,1,02,04,40,083,21,05,17,308,",
      "GPRMC,\(time),V,,,,,,,201126,,,N",
    ])
  }

  /// Date and time, which a receiver may know without a fix.
  static func date(_ second: Int) -> [UInt8] { date(tenth: second * 10) }

  static func date(tenth: Int) -> [UInt8] { wire("GPZDA,\(time(tenth)),20,11,2026,00,00") }

  private static func time(_ tenth: Int) -> String {
    let second = tenth / 10
    let parts = [12 + second / 3600, second / 60 % 60, second % 60]
    let whole = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    return tenth % 10 == 0 ? whole : "\(whole).\(tenth % 10)"
  }
}
