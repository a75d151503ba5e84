import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `The receiver behind a source` {
  init() { Simulation.register() }

  @Test(arguments: [SourceName.standardInput, .file(Argument(Places.morningWalk))])
  func `is none where a recording was named`(source: SourceName) {
    let complaint = #expect(throws: ToolError.self) { try LiveSource.open(source, .gpsbridge) }
    #expect(complaint?.code == "not_live" && complaint?.exit == .usage)
    #expect(complaint?.message.hasSuffix(" is a recording, and a receiver is needed") == true)
  }

  @Test func `is the same for the same name`() throws {
    let device = try PseudoTerminal()
    for source in [SourceName.simulated("sim:walk"), .port(device.path)] {
      let one = try LiveSource.open(source, .gpsbridge)
      #expect(try LiveSource.open(source, .gpsbridge) === one)
    }
  }

  @Test func `opens nothing before somebody listens`() throws {
    let device = try PseudoTerminal()
    let receiver = try LiveSource.open(.port(device.path), .gpsbridge)
    #expect(receiver.state == .idle && receiver.place == nil)
  }

  @Test func `that can't be is refused with what is known`() {
    let complaint = #expect(throws: ToolError.self) {
      try LiveSource.open(.simulated("sim:nosuch"), .gpsbridge)
    }
    #expect(complaint?.exit == .usage)
    #expect(complaint?.message.hasPrefix("there is no scenario \"nosuch\"") == true)
    #expect(complaint?.remedy == "write it like sim:walk, or sim:walk?rate=5")
  }

  @Test func `of a link is that of the port, whatever folder it is named from`() throws {
    let device = try PseudoTerminal()
    let folder = try WorkFolder()
    let link = "\(folder.path)/gps0"
    try Links.make(link, to: device.path)
    #expect(try SourceName(named: link) == .port(link))
    let run = try LiveRun.run(["fix", link], on: device) { round, _ in .send(Epoch.fix(tenth: round)) }
    #expect(run == Run(exit: 0, output: "48.117300, 11.516667\n", message: ""))
  }

  @Test func `is refused where its name is no text, with a way out`() throws {
    let device = try PseudoTerminal()
    let folder = try WorkFolder()
    let link = Array("\(folder.path)/g".utf8) + [0xFF]
    try Links.make(link, to: device.path)
    let run = try Program.run([Program.path, Array("fix".utf8), link], input: nil)
    #expect(run.exit == 2)
    #expect(
      run.message == """
        error: the port \(folder.path)/g\\xff can't be named
          its name is not UTF-8
          try: make a link to it that has a plain name

        """)
  }
}
