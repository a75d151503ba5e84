import Dispatch
import Glibc
import SerialPorts
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Waiting` {
  private func wait(_ words: String..., epoch: (Int) -> [UInt8] = { Epoch.fix(tenth: $0) }) throws -> Run {
    try LiveRun.run("wait", words, epoch: epoch)
  }

  @Test(arguments: [
    ["--device"], ["--fix", "2d"], ["--fix=3d"], ["--accuracy", "10"], ["--time"], [],
    ["--device", "--fix=3d", "--accuracy=4", "--time"], ["--inside", "48.1173,11.5167,1km"],
    ["--outside", "N 48° E 11°, 1000m"], ["--inside=32U 687299 5332401,1km", "--time"],
    ["--until", "mode = 3d and sats_used > 2"], ["--until", "h_acc_m < 0 or state = live"],
  ]) func `is over without a word when the condition holds`(words: [String]) throws {
    #expect(try LiveRun.run("wait", words) == Run(exit: 0, output: "", message: ""))
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
        "  it sends a time of day, but no reliable date before its first position. ") == true)
    // The same date beside a position is one.
    #expect(try wait("--time") { $0 < 5 ? Epoch.none(tenth: $0) : Epoch.fix(tenth: $0) }.exit == 0)
  }

  @Test func `for a fix does not take the time for one`() throws {
    let run = try wait("--time", "--fix=3d", "--timeout=6s") { Epoch.none(tenth: $0) + Epoch.date(tenth: $0) }
    #expect(run.exit == 7 && run.output == "")
    #expect(run.message.hasPrefix("error: no position with a height within 6 s\n  The receiver "))
  }

  @Test(arguments: [
    (["--outside", "48.1173,11.5167,1km"], "no position outside 48.1173,11.5167,1km within 4 s"),
    (["--until", "speed_mps > 300"], "no state with speed_mps > 300 within 4 s"),
  ]) func `for a circle or an expression that does not hold is 7`(words: [String], message: String) throws {
    let run = try LiveRun.run("wait", ["--timeout=4s"] + words)
    #expect(run.exit == 7)
    #expect(run.message.hasPrefix("error: \(message)\n"), "\(run.message)")
  }

  @Test func `for conditions that never hold at once goes on`() throws {
    let run = try wait("--timeout=4s", "--until", "mode = none", "--fix", "3d") {
      $0 % 20 < 10 ? Epoch.none(tenth: $0) + Epoch.date(tenth: $0) : Epoch.fix(tenth: $0)
    }
    #expect(run.exit == 7, "\(run.message)")
  }

  @Test func `for the end of the stream notices it without another report`() throws {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(["wait", device.path, "--until", "state = stale or state = lost"], on: device) {
      round, _ in round < 20 ? .send(Epoch.fix(tenth: round)) : .nothing
    }
    #expect(run == Run(exit: 0, output: "", message: ""))
  }

  @Test func `becomes a program that gets the fields, however the device is named`() throws {
    let device = try PseudoTerminal()
    let folder = try WorkFolder()
    // A shell would run this; nothing does.
    let name = folder.path + "/$(touch intruder)\";`touch intruder`\n"
    let linked = unsafe symlink(device.path, name)
    try #require(linked == 0)
    let run = try LiveRun.run(
      ["wait", name, "--exec", "/usr/bin/env -u PATH"], on: device,
      environment: ["GPSBRIDGE_MODE": "old", "GPSBRIDGE_REFUSED": "old"]
    ) { round, _ in .send(Epoch.fix(tenth: round)) }
    #expect(run.exit == 0 && run.message == "", "\(run.message)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains("GPSBRIDGE_MODE=3d") && !run.output.contains("=old"))
    #expect(lines.contains { $0.hasPrefix("GPSBRIDGE_LAT=48.1") }, "\(run.output)")
    #expect(
      run.output.contains("GPSBRIDGE_DEVICE=\(name)")
        || run.output.contains("GPSBRIDGE_DEVICE=\(device.path)"))
    let isThere = unsafe access(folder.path + "/intruder", F_OK) == 0 || access("intruder", F_OK) == 0
    #expect(!isThere)
  }

  @Test func `gives a program the verdict on the fields that it gets`() throws {
    let run = try gpsbridge("wait", "sim:walk", "--fix", "3d", "--exec", "/usr/bin/env")
    let lines = run.output.split(separator: "\n")
    #expect(run.exit == 0 && lines.contains("GPSBRIDGE_MODE=3d"), "\(run.message)")
    #expect(lines.contains("GPSBRIDGE_VERDICT=good"), "\(run.output)")
  }

  @Test func `ends with the status of the program that it became`() throws {
    #expect(try wait("--exec", "false") == Run(exit: 1, output: "", message: ""))
  }

  @Test func `for a busy port waits until it is free`() throws {
    let device = try PseudoTerminal()
    var holder: HeldPort? = try HeldPort(device.path)
    let words = Program.words(["wait", device.path, "--device", "--timeout=30s"])
    let run = try LiveRun.run(program: words, on: device) { _, _, message in
      if !message.isEmpty { holder = nil }
      return .nothing
    }
    #expect(holder == nil)
    #expect(run.exit == 0 && run.message.hasPrefix("note: cannot open \(device.path): \(Myself.name) "))
  }
}

/// A port that is held open by this process.
private final class HeldPort {
  private let connection: SerialConnection

  init(_ path: String) throws { connection = SerialConnection(try SerialPort(path: path)) }

  deinit { connection.close() }
}
