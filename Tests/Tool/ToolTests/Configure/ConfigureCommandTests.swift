import TestSupport
import Testing

@testable import GPSBridgeTool

/// The built program, on simulated receivers that obey, refuse, or do not listen.
@Suite(.timeLimit(.minutes(5))) final class `Configuring a receiver`: FolderSuite {
  @Test func `is believed when it was done, and told as refused or not confirmed otherwise`() throws {
    try folder.write("mine.json", Array("mine".utf8))
    let fixed = "configure sim:static?start=hot&dialect="
    try Transcript.expect(
      "configure", in: folder,
      [
        "one that answers is believed when it also does it": ["\(fixed)mtk --rate 2"],
        "one that is silent is believed when it does it": [
          "\(fixed)ublox8&rate=5 --dialect pubx --sentences GGA,RMC"
        ],
        "it is followed to another speed": ["\(fixed)sirf --dialect psrf --baud 38400 --json"],
        "a refusal is the status 11": ["\(fixed)mtk&commands=refuses --rate 2"],
        "one that does not listen is not confirmed, with the status 11": [
          "\(fixed)ublox8&commands=ignores&rate=5 --sentences RMC --json --timeout 4s"
        ],
        "one that speaks UBX is believed when it reads back so": [
          "ublox6", "ublox8", "ublox9", "ublox10",
        ].map { "\(fixed)\($0) --rate 2 --model sea --watch-antenna on" },
        "one that acknowledges and does not keep is not believed": ["ublox8", "ublox10"].map {
          "\(fixed)\($0)&faults=not-kept --rate 2"
        },
        "one is never asked for a list that would replace a file": ["\(fixed)ublox9 --export @/mine.json"],
        "a refusal in UBX is told as one": ["ublox8", "ublox10"].map {
          "\(fixed)\($0)&faults=nak --model sea --json"
        },
        "there may be no command for it": ["\(fixed)ublox8&rate=5 --dialect pubx --rate 10"],
        "nobody may know its commands": ["\(fixed)garmin --baud 9600"],
        "it is tried dry without a word to it": [
          "\(fixed)mtk&commands=refuses --baud 57600 --rate 10 --dry-run",
          "\(fixed)ublox8&rate=5 --constellations=gps --baud=9600 --dry-run",
        ],
        "it is asked for what it does now": ["\(fixed)ublox8&rate=5&seed=7 --show"],
        "it may send nothing": ["configure sim:silent --show --timeout 4s"],
      ])
    #expect(try folder.text("mine.json") == "mine")
  }

  @Test(arguments: [("ublox8", "CFG-RATE"), ("ublox10", "CFG-VALSET")])
  func `is tried dry with its frames after its settings were shown`(dialect: String, message: String) throws {
    let device = try SpeakingReceiver("static?start=hot&dialect=\(dialect)&seed=7")
    func configure(_ words: String...) throws -> Run {
      try device.run(
        Program.words(["configure", device.path] + words),
        environment: ["XDG_STATE_HOME": folder("state"), "XDG_CONFIG_HOME": folder("config")])
    }
    let unasked = try configure("--rate", "2", "--dry-run")
    #expect(unasked.output.contains("would be set"), "\(unasked.output)\(unasked.message)")
    #expect(try configure("--show").exit == 0)
    let asked = try configure("--rate", "2", "--dry-run")
    #expect(asked.output.contains("would send \(message) b5 62 "), "\(asked.output)\(asked.message)")
  }

  @Test func `has no baud rate on native USB, also where the port does not show that`() throws {
    let bench = try ConfigureBench("ublox8")
    let shown = try bench.configure(["--show"])
    #expect(shown.output.contains(/baud rate +none: it is on native USB\n/), "\(shown.output)")
    let set = try bench.configure(["--baud", "38400"])
    #expect(set.exit == 11)
    #expect(set.output.contains("baud rate  none -> 38400  FAILED: "), "\(set.output)")
    #expect(
      set.message.contains("the receiver's port has no baud rate: it is on native USB\n"), "\(set.message)")
  }

  @Test func `ends with 8 when the receiver is pulled out`() throws {
    // Whoever opens a terminal meanwhile gets a lower number than the one that goes, and it does not come back.
    var spares = try (0..<6).map { _ in try PseudoTerminal() }
    let device = try PseudoTerminal()
    let run = try LiveRun.run(["configure", device.path, "--show"], on: device) { round, _ in
      if round == 12 { spares.removeAll() }
      return round == 12 ? .unplug : round < 12 && round % 4 == 0 ? .send(Epoch.fix(tenth: round)) : .nothing
    }
    #expect(run.exit == 8 && run.message.contains("\(device.path) is gone for good: "))
  }
}
