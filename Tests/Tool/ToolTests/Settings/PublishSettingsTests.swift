import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFleetVerbs
@testable import GPSServiceVerbs

@Suite struct `Settings of publish` {
  private func read(_ texts: String...) throws -> FlagSettings { try Configuration.read(texts)[.publish] }

  private func complaint(_ text: String) -> ToolError? {
    #expect(throws: ToolError.self) { try PublishCommand.check(read(text)) }
  }

  @Test func `are its flags and its collector, for each run`() throws {
    let settings = try read(
      "{publish: {url: 'https://a.example', 'token-file': '/a', batch: '10s'}}",
      "{\npublish: {\n'token-file': '/b'}}")
    try PublishCommand.check(settings)
    #expect(settings[.collector]?.values == ["https://a.example"])
    // The service has a flag of this name, too.
    let tokenFile = try #require(Verb.publish.listed.flags.first { $0.name == "token-file" })
    #expect(settings[tokenFile]?.values == ["/b"] && settings[tokenFile]?.origin == "file1:3")
    #expect(settings[.batchTime]?.origin == "file0:1" && !Verb.publish.listed.flags.contains(.collector))
    // Acts are for one run.
    for act in ["again: '2h'", "status: true", "'dry-run': true"] {
      #expect(complaint("{publish: {\(act)}}")?.message.hasPrefix("file0:1: publish has no setting ") == true)
    }
  }

  @Test func `that are wrong are refused with their line`() {
    #expect(complaint("{publish: 1}")?.message == "file0:1: publish can't have this value")
    #expect(
      complaint("{publish: 1}")?.reason == "expected: an object with the flags of gpsbridge publish as keys")
    #expect(complaint("{publish: {\ntenent: 'a'}}")?.remedy == "did you mean tenant?")
    for (wrong, message) in [
      ("tenant: 'a/b'", "tenant is wrong"), ("device: '..'", "device is wrong"),
      ("batch: 'soon'", "batch can't be soon"), ("format: 'json'", "format can't have this value"),
      ("within: 'near'", "within can't be near"), ("every: '0s'", "every can't be 0s"),
    ] {
      #expect(complaint("{publish: {\(wrong)}}")?.message == "file0:1: publish's \(message)")
    }
    for wrong in [
      "url: 'http://fleet.example'", "url: 'mqtts://broker.example'", "within: '2m', every: '5s'",
    ] {
      let error = complaint("{publish: {\(wrong)}}")
      #expect(error?.exit == .usage && error?.reason?.hasPrefix("file0:1 names it") == true, "\(wrong)")
    }
  }

  // MARK: The built program

  @Test func `count where the command line has nothing else`() throws {
    let folder = try WorkFolder()
    func settle(_ publish: String) throws {
      try folder.settle(
        "{ store: { file: '\(folder("track.db"))' },\n publish: { \(publish) } }", below: "home")
    }
    // A message has the path of what was imported, which is as long in any clone.
    try folder.write("walk.nmea", try Places.bytes(of: Places.morningWalk))
    try settle("url: 'https://fleet.example'")
    try Transcript.expect(
      "publish-settings", in: folder,
      [
        "they name the store and the collector": ["import --store auto @/walk.nmea", "publish --status"],
        "the command line names another collector": ["publish https://other.example --status"],
      ])
    try settle("url: 'http://fleet.example'")
    try Transcript.expect(
      "publish-settings-wrong", in: folder,
      [
        "their collector is wrong, and the one of the command line": ["publish", "publish ftp://a.example"],
        "they are checked": ["config check"],
      ])
    try settle("url: 'https://fleet.example', within: '2m', batch: '10s'")
    try Transcript.expect(
      "publish-settings-thinned", in: folder,
      [
        "the command line decides between flags that exclude each other": [
          "publish --dry-run --every 1min", "publish --dry-run",
        ],
        "they are checked and shown": ["config check", "config show"],
      ])
  }
}
