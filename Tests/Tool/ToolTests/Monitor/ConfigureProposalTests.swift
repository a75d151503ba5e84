import GPSBridge
import SimulatedGPS
@testable import TerminalKit
import Testing

@testable import GPSBridgeTool

/// What page `c` proposes, typed as it stands there.
@Suite(.timeLimit(.minutes(10))) struct `The commands that the configure page proposes` {
  private func proposals(_ source: String) throws -> [String] {
    proposals(MonitorRun(try Scenario(parsing: source), source: source).advance(by: .seconds(40)))
  }

  private func proposals(_ run: MonitorRun) -> [String] {
    let lines = run.press(.character("c")).screen(120, 40).lines
    return lines.compactMap { line in
      let text = line.split(separator: "│").first ?? ""
      let command = text.wholeMatch(of: #/ *(gpsbridge configure .*?) */#)
      return command.map { String($0.1) }
    }
  }

  private func expectToWork(_ command: String, beside receiver: SpeakingReceiver? = nil) throws {
    let words = try #require(ShellLine(command).commands.first)
    let run = try SecludedRun.run(Array(words.dropFirst()), beside: receiver)
    #expect(run.exit == 0, "\(command): \(run.output)\(run.message)")
    if !command.hasSuffix("--show") { #expect(run.output.contains("confirmed: "), "\(command)") }
    #expect(run.message == "", "\(command)")
  }

  @Test(arguments: Dialect.all.map(\.name)) func `work, each of them`(dialect: String) throws {
    let source = "sim:static?start=hot&dialect=\(dialect)"
    let commands = try proposals(source)
    #expect(commands.last == "gpsbridge configure '\(source)' --show")
    for command in commands { try expectToWork(command) }
  }

  @Test func `work at a link to a pseudo-terminal, whose receiver is on USB itself`() throws {
    let folder = try WorkFolder()
    let link = "\(folder.path)/gps0"
    let story = try Scenario(parsing: "sim:static?start=hot")
    let receiver = try SpeakingReceiver("static?start=hot", link: link)
    let run = MonitorRun(story, source: link).advance(by: .seconds(40))
    let place = DevicePlace(key: link, name: "6", speed: .unknown)
    run.tell(.event(ReceiverEvent(.attached(place), at: run.time.now)))
    try run.look()
    let commands = proposals(run)
    #expect(commands.count > 1)
    #expect(!commands.contains { $0.contains("--baud") }, "\(commands)")
    for command in commands { try expectToWork(command, beside: receiver) }
  }

  @Test
  func
    `set no speed where the receiver is on USB itself, and deny no command to a u-blox that was not asked`()
    throws
  {
    #expect(
      try proposals("sim:drive") == [
        "gpsbridge configure sim:drive --sentences GGA,GSA,GSV,RMC", "gpsbridge configure sim:drive --show",
      ])
    let run = MonitorRun(.drive).advance(by: .seconds(40)).press(.character("c"))
    let rate = try #require(run.screen().lines.first { $0.contains("rate           1 Hz") })
    #expect(!rate.contains("no command"))
  }

  @Test func `give the line the speed that a rate needs`() throws {
    let commands = try proposals("sim:static?start=hot&dialect=mtk")
    #expect(commands.contains { $0.contains("--rate 5") }, "\(commands)")
    #expect(commands.contains { $0.hasSuffix(" --baud 38400") }, "\(commands)")
  }

  @Test func `change nothing on a receiver that has not shown its dialect, and say how to name it`() throws {
    let source = "sim:static?start=hot&dialect=garmin"
    #expect(try proposals(source) == ["gpsbridge configure '\(source)' --show"])
    let run = MonitorRun(try Scenario(parsing: source)).advance(by: .seconds(40)).press(.character("c"))
    #expect(
      run.screen().lines.contains { $0.contains("--dialect pmtk (MediaTek)") || $0.contains("add --dialect") }
    )
  }
}
