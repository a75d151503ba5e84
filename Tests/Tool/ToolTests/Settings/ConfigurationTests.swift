import Testing

@testable import GPSBridgeTool

@Suite struct `Settings` {
  private let table = CommandTable(
    commands: [
      (
        "watch",
        { Command(summary: "", operands: [], flags: [.units, .ascii], exitCodes: [], examples: []) }
      )
    ])

  private func read(_ texts: String...) throws -> Configuration {
    var configuration = Configuration(table)
    for (index, text) in texts.enumerated() {
      try configuration.read(Array(text.utf8), from: "file\(index)")
    }
    return configuration
  }

  private func complaint(_ text: String) -> ToolError? { #expect(throws: ToolError.self) { try read(text) } }

  @Test func `of a later file count, each with its place`() throws {
    let settings = try read("{units: 'metric', source: 'auto'}", "\n{\nunits: 'nautical'}")
    #expect(
      settings.entries == [
        Configuration.Entry(key: "source", value: "auto", origin: "file0:1"),
        Configuration.Entry(key: "units", value: "nautical", origin: "file1:3"),
      ])
  }

  @Test func `become flags of a command that has them, where the command line has them not`() throws {
    let settings = try read("{units: 'nautical', ascii: true}")
    var parsed = table.parse([Argument("watch")])
    settings.fill(&parsed)
    #expect(parsed.value(named: "units") == "nautical")
    #expect(parsed.value(named: "ascii") == "")
    var other = table.parse(["watch", "--units=metric"].map { Argument($0) })
    settings.fill(&other)
    #expect(other.value(named: "units") == "metric")
    var off = table.parse([Argument("watch")])
    try read("{ascii: false}").fill(&off)
    #expect(off.value(named: "ascii") == nil)
  }

  @Test func `that are wrong say where, and what is known`() {
    #expect(complaint("{\nunit: 1}")?.message == "file0:2: there is no setting unit")
    #expect(complaint("{unit: 1}")?.hint == "did you mean units?")
    #expect(complaint("{units: 'metrik'}")?.message == "file0:1: units can't be metrik")
    #expect(complaint("{units: 'metrik'}")?.hint == "did you mean metric?")
    #expect(complaint("{units: {}}")?.message == "file0:1: units can't have this value")
    #expect(complaint("[]")?.message == "file0:1: it is not an object")
    #expect(complaint("{units}")?.reason == "expected: a colon after units")
    #expect(complaint("{ascii: 'maybe'}")?.reason == "known: true, false")
    for text in ["{unit: 1}", "[]", "{"] { #expect(complaint(text)?.exit == .usage) }
  }

  // MARK: The built program

  private func run(_ words: [String], _ file: String?, source: String? = nil) throws -> (Run, folder: String)
  {
    let folder = try TemporaryFolder()
    let home = "\(folder.path)/config"
    try SmallFile.makeFolder(Array("\(home)/gpsbridge".utf8))
    if let file { try SmallFile.write(Array(file.utf8), to: Array("\(home)/gpsbridge/config.json5".utf8)) }
    defer { Trash.remove(home) }
    var environment = ["XDG_CONFIG_HOME": home]
    environment["GPSBRIDGE_SOURCE"] = source ?? ""
    let run = try Program.run(
      [Program.path] + words.map { Array($0.utf8) }, input: nil, environment: environment)
    return (run, home)
  }

  @Test func `are shown with the line that they come from`() throws {
    let (shown, home) = try run(["config", "show", "--origin"], "{\n  source: 'sim:walk',\n}")
    #expect(
      shown
        == Run(
          exit: 0, output: "{\n  \"source\":\"sim:walk\"   // \(home)/gpsbridge/config.json5:2\n}\n",
          message: ""))
    let (plain, _) = try run(["config", "show"], "{ source: 'sim:walk' }")
    #expect(plain.output == "{\n  \"source\":\"sim:walk\"\n}\n")
  }

  @Test func `of the environment outweigh those of files`() throws {
    let (shown, _) = try run(["config", "show", "--origin"], "{ source: 'sim:walk' }", source: "auto")
    #expect(shown.output == "{\n  \"source\":\"auto\"   // GPSBRIDGE_SOURCE\n}\n")
  }

  @Test func `that are right pass a check`() throws {
    let (checked, _) = try run(["config", "check"], "{ source: 'sim:walk' }")
    #expect(checked == Run(exit: 0, output: "", message: "1 setting, all right\n"))
    let (none, home) = try run(["config", "check"], nil)
    #expect(none.exit == 0)
    #expect(none.message == "nothing is set; a file would be \(home)/gpsbridge/config.json5\n")
  }

  @Test func `that are wrong end the program with 2`() throws {
    let (checked, home) = try run(["config", "check"], "{\n  sauce: 'sim:walk',\n}")
    #expect(
      checked
        == Run(
          exit: 2, output: "",
          message: """
            error: \(home)/gpsbridge/config.json5:2: there is no setting sauce
              known: \(([Configuration.source, Configuration.warmStart, Configuration.receivers, "serve", "publish", "store"] + Configuration.flags.map(\.name)).joined(separator: ", "))
              fix: did you mean source?

            """))
    let (source, other) = try run(["config", "check"], "{ source: 'usb:zz' }")
    #expect(source.exit == 2)
    #expect(source.message.contains("\(other)/gpsbridge/config.json5:1 names it"))
  }

  @Test func `name the source where nobody else does`() throws {
    let (shown, _) = try run(["fix"], "{ source: \"\(Places.morningWalk)\" }")
    #expect(shown.output == "47.612555, 9.405547\n")
  }
}
