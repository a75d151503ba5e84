import SerialPorts
import TestSupport
import Testing

@testable import GPSBridgeTool

/// The exit codes that a receiver gives occasion to, each with all that is printed.
@Suite final class `The exit status for a receiver`: FolderSuite {
  @Test(
    .enabled(if: Unprivileged.isPossible, "root may everything, and there is no setpriv"),
    arguments: [["watch", "--format=csv"], ["fix"], ["wait", "--device"]])
  func `is 4 where the port may not be opened`(words: [String]) throws {
    let device = try PseudoTerminal()
    // An ordinary user's terminal is their own.
    if !Unprivileged.isRoot { FileMode.change(device.path, 0o000) }
    let run = try Unprivileged.run(words + [device.path, "--timeout=20s"])
    #expect(run.exit == 4)
    let lines = run.message.split(separator: "\n")
    #expect(lines.first?.hasPrefix("error: cannot open \(device.path): permission denied") == true)
    #expect(lines.last?.hasPrefix("  try: ") == true && lines.count <= 3)
  }

  @Test(
    .enabled(if: Unprivileged.isRoot, "only root sees the open files of all programs"),
    arguments: [["watch", "--format=csv"], ["fix"]])
  func `is 5 where somebody has the port, with who that is`(words: [String]) throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    let run = try LiveRun.run(words + [device.path, "--timeout=20s"], on: device) { _, _ in .nothing }
    let own = Myself.name
    #expect(run.exit == 5)
    #expect(
      run.message == """
        error: cannot open \(device.path): \(own) (process \(Myself.process)), which feeds it, has locked it
          expected: a port that no other program has open
          try: wait until \(own) (process \(Myself.process)) releases it; the port ends with that program

        """)
    _ = port.path
  }

  @Test(arguments: [["watch", "--format=csv"], ["fix"]])
  func `is 6 where nothing comes`(words: [String]) throws {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(words + [device.path, "--timeout=3500ms"], on: device) { _, _ in .nothing }
    #expect(run.exit == 6)
    let lines = run.message.split(separator: "\n")
    #expect(lines.contains("error: \(device.path) is open, but sends nothing"))
    #expect(lines.last?.hasPrefix("  try: ") == true)
  }

  @Test func `is 6 where nothing that comes is known`() throws {
    let device = try PseudoTerminal()
    let noise = (0..<120).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 128) }
    let run = try LiveRun.run(["fix", device.path, "--timeout=4s"], on: device) { _, _ in .send(noise) }
    #expect(run.exit == 6)
    #expect(
      run.message.contains("error: \(device.path) sends nothing that a receiver sends\n"), "\(run.message)")
  }

  @Test func `is 7 where there is no fix in time, with the reason`() throws {
    let run = try LiveRun.run("fix", ["--timeout=6s"]) { Epoch.none(tenth: $0) }
    #expect(run.exit == 7 && run.output == "")
    let lines = run.message.split(separator: "\n")
    #expect(lines.count == 3 && lines.first == "error: no position within 6 s")
    #expect(lines.dropFirst().first?.hasPrefix("  The receiver ") == true)
  }

  @Test func `is 7 where no record of the wanted type came in time`() throws {
    let words = ["--types=stats", "--timeout=6s", "--format=ndjson"]
    let run = try LiveRun.run("watch", words) { Epoch.none(tenth: $0) }
    #expect(try run.exit == 7 && JSONReader.read(run.output)["code"]?.text == "not_in_time")
  }

  /// The verbs whose help names the status 10, each with what ends it soon.
  private static let joining: [String: [String]] = [
    "fix": ["--timeout=1s"], "watch": ["--timeout=1s"], "stats": ["--duration=1s"],
    "record": ["-o", "/nonexistent/x.gbr", "--duration=1s"], "monitor": ["--once"],
    "survey": ["--for=1s"], "compare": ["tcp://127.0.0.1:2", "--for=1s"],
  ]

  @Test(arguments: ["tcp://127.0.0.1:1", "gpsd://127.0.0.1:1"])
  func `is 10 where a server does not answer, in each verb`(source: String) throws {
    // Port 1 of this machine has no server.
    let verbs = CommandTable.gpsbridge.commands.filter { $0.exitCodes.contains(.unreachable) }
    #expect(Set(verbs.map(\.name)) == Set(Self.joining.keys))
    for (verb, words) in Self.joining {
      let words = words.map { $0 == "/nonexistent/x.gbr" ? "\(folder.path)/x.gbr" : $0 }
      let run = try gpsbridge([verb, source] + words)
      #expect(run.exit == 10, "\(verb): \(run.message)")
      guard verb != "monitor" else { continue }
      #expect(run.message.contains(/\n  try: [Cc]heck that the server runs/), "\(verb): \(run.message)")
    }
  }

  @Test func `is 0 when the time of a watch is over and there was something`() throws {
    let run = try LiveRun.run("watch", ["--timeout=6s"])
    #expect(run.exit == 0 && run.message == "" && !run.lines.isEmpty)
  }

  @Test func `is 8 where the device goes and does not come back`() throws {
    let device = try PseudoTerminal()
    // A name of its own: the kernel gives that of the terminal to the next one who asks for one.
    let link = "\(folder.path)/gps0"
    try Links.make(link, to: device.path)
    let run = try LiveRun.run(["watch", link, "--lost-timeout=1500ms", "--format=csv"], on: device) {
      round, output in
      guard output.contains("live") else { return .send(Epoch.fix(tenth: round)) }
      Links.remove(link)
      return .unplug
    }
    #expect(run.exit == 8)
    #expect(
      run.message == """
        note: \(link) is gone; waiting for it to come back
        error: \(link) is gone, and did not come back within 1.5 s
          try: plug it in again; if it was not pulled out, try another cable or a powered hub

        """)
  }
}
