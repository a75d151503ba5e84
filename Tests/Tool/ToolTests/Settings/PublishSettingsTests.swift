import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFleetVerbs
@testable import GPSServiceVerbs

@Suite struct `Settings of publish` {
  private func read(_ texts: String...) throws -> FlagSettings {
    var configuration = Configuration(.gpsbridge)
    for (index, text) in texts.enumerated() {
      try configuration.read(Array(text.utf8), from: "file\(index)")
    }
    return configuration[.publish]
  }

  private func complaint(_ text: String) -> ToolError? {
    #expect(throws: ToolError.self) { try PublishCommand.check(read(text)) }
  }

  @Test func `are its flags and its brokers, for each run`() throws {
    let settings = try read(
      "{publish: {url: ['mqtts://a.example', 'mqtts://b.example'], tenant: 'acme', device: 'truck', batch: '10s'}}",
      "{\npublish: {\ndevice: 'truck-42'}}")
    try PublishCommand.check(settings)
    #expect(settings[.brokers]?.values == ["mqtts://a.example", "mqtts://b.example"])
    #expect(settings[.fleetDevice]?.values == ["truck-42"] && settings[.fleetDevice]?.origin == "file1:3")
    #expect(settings[.tenant]?.origin == "file0:1")
    #expect(!Verb.publish.listed.flags.contains(.brokers))
    // Acts are for one run.
    for act in ["again: '2h'", "status: true", "'dry-run': true"] {
      #expect(complaint("{publish: {\(act)}}")?.message.hasPrefix("file0:1: publish has no setting ") == true)
    }
  }

  @Test func `that are wrong are refused with their line`() {
    #expect(complaint("{publish: 1}")?.message == "file0:1: publish can't have this value")
    #expect(
      complaint("{publish: 1}")?.reason == "expected: an object with the flags of gpsbridge publish as keys")
    #expect(complaint("{publish: {\ntenent: 'a'}}")?.hint == "did you mean tenant?")
    for (wrong, message) in [
      ("tenant: 'a/b'", "tenant is wrong"), ("device: '..'", "device is wrong"),
      ("tenant: 'collector'", "tenant is wrong"), ("batch: 'soon'", "batch can't be soon"),
      ("within: 'near'", "within can't be near"), ("every: '0s'", "every can't be 0s"),
    ] {
      #expect(complaint("{publish: {\(wrong)}}")?.message == "file0:1: publish's \(message)")
    }
    for wrong in [
      "url: 'mqtt://broker.example'", "url: ['mqtts://a.example', 'http://b.example']",
      "within: '2m', every: '5s'",
    ] {
      let error = complaint("{publish: {\(wrong)}}")
      #expect(error?.exit == .usage && error?.reason?.hasPrefix("file0:1 names it") == true, "\(wrong)")
    }
  }

  // MARK: The built program

  private func tool(_ words: [String], _ file: String) throws -> Run {
    let folder = try WorkFolder()
    let settings = folder("config")
    try SmallFile.makeFolder(Array("\(settings)/gpsbridge".utf8))
    try SmallFile.write(Array(file.utf8), to: Array("\(settings)/gpsbridge/config.json5".utf8))
    defer { Trash.remove(settings) }
    return try Program.run(
      [Program.path] + words.map { Array($0.utf8) }, input: nil,
      environment: ["XDG_CONFIG_HOME": settings, "XDG_STATE_HOME": folder.path])
  }

  @Test func `count where the command line has nothing else`() throws {
    let folder = try WorkFolder()
    let store = folder("track.db")
    let imported = try tool(["import", "--store", "auto", Places.morningWalk], "{store: {file: '\(store)'}}")
    #expect(imported.exit == 0, "\(imported)")
    let file = """
      { store: { file: '\(store)' },
        publish: { url: 'mqtt://broker.example', tenant: 'acme', device: 'truck-42' } }
      """
    let status = try tool(["publish", "--status"], file)
    #expect(status.output == "acme/truck-42: 0 delivered, 274 to send\n", "\(status)")
    let other = try tool(["publish", "--status", "--device", "van"], file)
    #expect(other.output == "acme/van: 0 delivered, 274 to send\n", "\(other)")
    let thinned = "{ store: { file: '\(store)' }, publish: { tenant: 'acme', device: 'van', within: '2m' } }"
    // The command line decides between flags that exclude each other.
    let every = try tool(["publish", "--dry-run", "--every", "1min"], thinned)
    let within = try tool(["publish", "--dry-run"], thinned)
    #expect(every.exit == 0 && within.exit == 0 && every.output != within.output, "\(every) \(within)")
    let wrong = try tool(["publish"], file)
    #expect(wrong.exit == 2 && wrong.message.contains("config.json5:2 names it; "), "\(wrong)")
    let named = try tool(["publish", "http://broker.example"], file)
    #expect(named.exit == 2 && !named.message.contains("names it"), "\(named)")
    let checked = try tool(["config", "check"], file)
    #expect(checked.exit == 2 && checked.message.contains("config.json5:2 names it; "), "\(checked)")
    let shown = try tool(["config", "show"], "{ publish: { tenant: 'acme', batch: '10s' } }")
    #expect(
      shown.output == """
        {
          "publish":{
            "batch":"10s",
            "tenant":"acme"
          }
        }

        """)
  }
}
