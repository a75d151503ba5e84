import Dispatch
import SerialPorts
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Waiting` {
  private func wait(_ words: String..., epoch: (Int) -> [UInt8] = { Epoch.fix(tenth: $0) }) throws -> Run {
    let device = try PseudoTerminal()
    return try LiveRun.run(["wait", device.path] + words, on: device) { round, _ in .send(epoch(round)) }
  }

  @Test(arguments: [
    ["--device"], ["--fix", "2d"], ["--fix=3d"], ["--accuracy", "10"], ["--time"], [],
    ["--device", "--fix=3d", "--accuracy=4", "--time"],
  ])
  func `is over without a word when the condition holds`(words: [String]) throws {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(["wait", device.path] + words, on: device) { round, _ in
      .send(Epoch.fix(tenth: round))
    }
    #expect(run == Run(exit: 0, output: "", message: ""))
  }

  @Test func `for the time needs no fix`() throws {
    #expect(
      try wait("--time") { Epoch.none(tenth: $0) + Epoch.date(tenth: $0) }
        == Run(exit: 0, output: "", message: ""))
  }

  @Test func `for the time does not believe a date that calls itself void, and says so`() throws {
    // A clock without a battery tells any date before the first position, and RMC says V then.
    let run = try wait("--time", "--timeout=4s") { Epoch.none(tenth: $0) }
    #expect(run.exit == 7)
    let lines = run.message.split(separator: "\n")
    #expect(lines.first == "error: no time within 4 s")
    #expect(
      lines.dropFirst().first?.hasPrefix(
        "  it sends a time of day, but no reliable date before its first position; ") == true)
    // The same date beside a position is one.
    #expect(try wait("--time") { $0 < 5 ? Epoch.none(tenth: $0) : Epoch.fix(tenth: $0) }.exit == 0)
  }

  @Test func `for a fix does not take the time for one`() throws {
    let run = try wait("--time", "--fix=3d", "--timeout=6s") { Epoch.none(tenth: $0) + Epoch.date(tenth: $0) }
    #expect(run.exit == 7)
    #expect(run.output == "")
    #expect(run.message.hasPrefix("error: no position with a height within 6 s\n  the receiver "))
  }

  @Test func `for a device that does not come is 7 and says what is missing`() throws {
    let run = try LiveRun.run(["wait", "/dev/ttyACM97", "--device", "--timeout=500ms"]) { _, _ in .nothing }
    #expect(run.exit == 7)
    let lines = run.message.split(separator: "\n")
    #expect(
      lines.prefix(2) == ["waiting for /dev/ttyACM97: it is not there", "error: no device within 0.5 s"])
    #expect(lines.last == "  fix: plug it in; gpsbridge devices --all lists the ports that are there")
  }

  @Test func `for a busy port waits until it is free`() throws {
    let device = try PseudoTerminal()
    var holder: HeldPort? = try HeldPort(device.path)
    let words = [Program.path] + ["wait", device.path, "--device", "--timeout=30s"].map { Array($0.utf8) }
    let run = try LiveRun.run(program: words, on: device) { _, _, message in
      if !message.isEmpty { holder = nil }
      return .nothing
    }
    #expect(holder == nil)
    #expect(run.exit == 0)
    #expect(run.message.hasPrefix("note: cannot open \(device.path): \(Myself.name) "))
  }

  @Test func `needs a receiver`() throws {
    let run = try gpsbridge("wait", Places.morningWalk)
    #expect(run.exit == 2)
    #expect(
      run.message == """
        error: \(Places.morningWalk) is a recording, and a receiver is needed
          fix: name a port, sim:walk, or nothing for the receiver that is plugged in

        """)
  }

  @Test func `tells a program by a record where that is asked for`() throws {
    let run = try LiveRun.run(["wait", "/dev/ttyACM97", "--json", "--timeout=300ms"]) { _, _ in .nothing }
    #expect(run.exit == 7)
    #expect(try JSONReader.read(run.output)["code"]?.text == "not_in_time")
  }
}

/// A port that is held open by this process.
private final class HeldPort {
  private let connection: SerialConnection

  init(_ path: String) throws {
    connection = SerialConnection(try SerialPort(path: path))
  }

  deinit { connection.close() }
}
