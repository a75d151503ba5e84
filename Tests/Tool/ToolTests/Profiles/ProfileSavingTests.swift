import TestSupport
import Testing

@testable import GPSBridgeTool

/// The built program with a simulated u-blox behind a pseudo-terminal, and folders of its own.
private final class Home {
  private let folder: WorkFolder
  let device: SpeakingReceiver

  init(_ scenario: String) throws {
    folder = try WorkFolder()
    device = try SpeakingReceiver(scenario)
  }

  func run(_ words: String...) throws -> Run {
    try device.run(Program.words(words), environment: environment)
  }

  var environment: [String: String] { ["XDG_STATE_HOME": folder("state"), "XDG_CONFIG_HOME": folder.path] }

  /// What the program has written for the receiver; nil where there is no file.
  var profile: JSONValue? {
    get throws {
      guard let bytes = try SmallFile.read(Array(folder("gpsbridge/config.d/saved-receivers.json5").utf8))
      else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("// Written by gpsbridge configure --save"))
      let json = text.drop { $0 != "\n" }
      return try JSONReader.read(String(json))["receivers"]?[device.path]
    }
  }

  func write(_ text: String, _ name: String = "config.d/saved-receivers.json5") throws {
    try folder.settle(text, name)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Saving a receiver's settings` {
  private let home: Home

  init() throws { home = try Home(Self.scenario) }

  private static let scenario = "static?start=hot&dialect=ublox8&seed=7"

  @Test func `is advised where a profile would put the old value back`() throws {
    try home.write("{receivers: {'\(home.device.path)': {model: 'sea', rate: 1}}}")
    let run = try home.run("configure", home.device.path, "--model", "automotive")
    #expect(run.exit == 0, "\(run.message)")
    #expect(
      run.output.contains("a profile restores model: sea at the next plug-in: --save changes it"),
      "\(run.output)")
    #expect(!run.output.contains("restores update rate"), "\(run.output)")
    let same = try home.run("configure", home.device.path, "--model", "sea")
    #expect(!same.output.contains("a profile restores"), "\(same.output)")
  }

  @Test func `keeps them as its profile, wish by wish, and undo takes each back`() throws {
    let first = try home.run("configure", home.device.path, "--model", "sea", "--save")
    #expect(first.exit == 0, "\(first.message)")
    #expect(
      first.output.contains(
        "restored at each plug-in: profile \"\(home.device.path)\", see gpsbridge config show\n"))
    #expect(try home.profile?["model"]?.text == "sea")
    #expect(
      try home.run("config", "show").output.contains("\"\(home.device.path)\":{\n      \"model\":\"sea\"\n"))

    #expect(try home.run("configure", home.device.path, "--rate", "2", "--save").exit == 0)
    #expect(try home.profile?["model"]?.text == "sea" && home.profile?["rate"]?.number == 2)

    // What it is already is saved as well, and undone on its own.
    #expect(try home.run("configure", home.device.path, "--sbas", "on", "--save").exit == 0)
    #expect(try home.profile?["sbas"]?.text == "on")
    let rehearsed = try home.run("configure", home.device.path, "--undo", "--dry-run")
    #expect(rehearsed.output.contains("would be: restored at each plug-in as before"))
    #expect(try home.profile?["sbas"]?.text == "on")

    for keys in [["model", "rate"], ["model"]] {
      let undone = try home.run("configure", home.device.path, "--undo")
      #expect(undone.exit == 0, "\(undone.message)")
      #expect(undone.output.contains("restored at each plug-in as before: profile \"\(home.device.path)\"\n"))
      #expect(try home.profile?.keys == keys)
    }
    let last = try home.run("configure", home.device.path, "--undo")
    #expect(last.output.contains("no longer restored at each plug-in: profile \"\(home.device.path)\"\n"))
    #expect(try home.profile == nil && home.run("configure", home.device.path, "--undo").exit == 6)
  }

  @Test func `writes nothing in a rehearsal, nor where that is asked for, nor of a simulated receiver`()
    throws
  {
    let dry = try home.run("configure", home.device.path, "--model", "sea", "--save", "--dry-run")
    #expect(dry.output.contains("would be restored at each plug-in: profile \"\(home.device.path)\"\n"))
    #expect(try home.run("configure", home.device.path, "--model", "sea", "--save", "--no-profile").exit == 0)
    #expect(try home.run("configure", "sim:\(Self.scenario)", "--model", "sea", "--save").exit == 0)
    #expect(try home.run("configure", home.device.path, "--model", "wrist").exit == 0 && home.profile == nil)
    #expect(try home.run("configure", home.device.path, "--model", "sea", "--no-profile").exit == 2)
  }

  @Test func `leaves other entries alone, and a file of somebody else's`() throws {
    try home.write(
      "// Written by gpsbridge configure --save\n{ units: 'nautical', receivers: { 'usb:1:2': { rate: 3 } } }"
    )
    #expect(try home.run("configure", home.device.path, "--model", "sea", "--save").exit == 0)
    let shown = try home.run("config", "show").output
    for part in ["\"units\":\"nautical\"", "\"usb:1:2\":{\n      \"rate\":3\n", "\"model\":\"sea\""] {
      #expect(shown.contains(part), "\(shown)")
    }
    try home.write("{ receivers: {} }")
    let refused = try home.run("configure", home.device.path, "--model", "wrist", "--save")
    #expect(refused.exit == 2)
    #expect(refused.output == "", "nothing was sent")
    #expect(refused.message.contains("was not written by gpsbridge, and is not overwritten"))
  }

  @Test func `has it put back by who watches it, and says so in a record`() throws {
    try home.write("{ receivers: { \"\(home.device.path)\": { model: 'sea' } } }", "config.json5")
    let run = try home.run(
      "watch", home.device.path, "--types", "setting", "--count", "1", "--timeout", "30s")
    #expect(run.exit == 0, "\(run.message)")
    let record = try #require(try SecludedRun.records(run).first)
    #expect(record["setting"]?.text == "model" && record["state"]?.text == "restored")
    #expect(record["value"]?.text == "sea" && record["commands"]?.text == "UBX")
    let shown = try home.run("configure", home.device.path, "--show")
    #expect(shown.output.contains("  model              sea\n"))
  }

  @Test func `is not put back by who only listens`() throws {
    try home.write("{ receivers: { \"\(home.device.path)\": { model: 'sea' } } }", "config.json5")
    let words = Program.words(["monitor", home.device.path, "--json", "--no-questions"])
    let run = try home.device.run(words, environment: home.environment) { output in
      output.contains("\"mode\":\"3d\"") ? .signal(2) : .nothing
    }
    #expect(run.output.contains("\"mode\":\"3d\"") && !run.output.contains("\"type\":\"setting\""))
    #expect(
      try home.run("configure", home.device.path, "--show").output.contains("model              portable\n"))
  }

  @Test func `is told as a record where the receiver refuses it`() throws {
    let home = try Home(Self.scenario + "&faults=nak")
    try home.write("{ receivers: { \"\(home.device.path)\": { model: 'sea' } } }", "config.json5")
    let run = try home.run("watch", home.device.path, "--types", "setting,verdict", "--timeout", "12s")
    let records = try SecludedRun.records(run)
    let setting = try #require(records.first { $0["type"]?.text == "setting" })
    #expect(setting["state"]?.text == "not_restored" && setting["error"]?.text == "refused")
    #expect(setting["message"]?.text?.isEmpty == false)
    #expect(records.contains { $0["code"]?.text == "not_as_set" })
  }

  @Test func `complains about a wrong profile before a receiver is opened`() throws {
    try home.write("{\n receivers: { 'usb:1:2': { rate: 'fast' } } }", "config.json5")
    for words in [["watch", home.device.path], ["monitor", "--line"], ["config", "check"]] {
      let run = try home.run(words[0], words[1])
      #expect(run.exit == 2 && run.message.contains("config.json5:2: rate can't be fast\n"))
    }
    #expect(try home.run("configure", home.device.path, "--show").exit == 0, "it puts nothing back")
  }
}
