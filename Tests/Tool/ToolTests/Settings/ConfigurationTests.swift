import GPSBridge
import Testing

@testable import GPSBridgeTool

@Suite struct `Settings` {
  private let table = CommandTable(commands: [
    (
      "watch",
      {
        Command(
          .read, summary: "", description: "", operands: [], flags: [.units, .ascii], exitCodes: [],
          examples: [])
      }
    )
  ])

  private func read(_ texts: String...) throws -> Configuration { try Configuration.read(texts, for: table) }

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
    #expect(parsed.value(named: "units") == "nautical" && parsed.value(named: "ascii") == "")
    var other = table.parse(["watch", "--units=metric"].map { Argument($0) })
    settings.fill(&other)
    #expect(other.value(named: "units") == "metric")
    var off = table.parse([Argument("watch")])
    try read("{ascii: false}").fill(&off)
    #expect(off.value(named: "ascii") == nil)
  }

  @Test func `that are wrong say where, what was found and what is expected, as it was found right`() throws {
    let receivers = [
      "[]", "{\n'usb:1:2': 5}", "{\nusb-1.2: {}}", "{auto: {}}", "{'usb:1546': {}}",
      "{'usb:1:2': {\n\nrat: 5}}",
    ]
    let wishes = [
      "rate: 101", "rate: [5]", "rate: null", "rate: true", "rate: ''", "model: 'car'", "model: {}",
      "constellations: ['gps', 'galilei']", "constellations: ['gps', {}]", "constellations: []", "sbas: 1",
      "place: 'here'", "modle: 'sea'", "model: 'see'",
    ]
    let serving = [
      "\nnmeo: 1", "several: 'most'", "gpsd: ['1', '2']", "nmea: [{}]", "'no-greeting-fix': 'yes'",
      "nmea: 'pigeon:1'", "gpsd: '2947,here'", "coarse: '3mm'", "'protocol-version': 3", "pty: ''",
      "http: '8947', 'http-listeners': '0'",
    ]
    let storing = [
      "\nkep: '3y'", "keep: true", "keep: '1h'", "keep: '0y'", "keep: '1000y'", "keep: '-3y'", "keep: 'y'",
      "'max-size': '4X'", "'max-size': 5", "'keep-free': '-1M'", "commit: '2s'", "commit: '1h'", "file: ''",
      "file: []",
    ]
    let texts =
      [
        "{\nunit: 1}", "{units: 'metrik'}", "{units: {}}", "[]", "{", "{units}", "{ascii: 'maybe'}",
        "{reciever: {}}", "{serve: 1}", "{store: 1}",
      ] + (receivers + wishes.map { "{'usb:1:2': {\($0)}}" }).map { "{receivers: \($0)}" }
      + serving.map { "{serve: {\($0)}}" } + storing.map { "{store: {\($0)}}" }
    let printed = texts.map { text in
      let error = ToolTests.complaint { () throws(ToolError) in
        try ReceiverProfiles(Configuration.read([text]))
      }
      let shown = text.replacing("\n", with: "\\n")
      return "\(shown)\n\(error.map { "  \($0.code), \($0.exit): \($0.text)" } ?? "  right\n")"
    }
    try Transcript.expect(printed.joined(), is: "settings-wrong")
  }

  // MARK: The built program

  @Test func `of a verb that are wrong stop only the commands that read them`() throws {
    let folder = try WorkFolder()
    try folder.settle(
      "{ source: \"\(Places.morningWalk)\", serve: { gpsd: 'here' }, publish: { every: '0s' }, store: { keep: '1h' } }"
    )
    func run(_ words: [String]) throws -> Run {
      try gpsbridge(words, environment: ["XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path])
    }
    let fix = try run(["fix"])
    #expect(fix.exit == 0 && fix.output == "47.612555, 9.405547\n", "\(fix)")
    let check = try run(["config", "check"])
    for (words, fault) in [
      (["serve", "sim:walk"], "can't listen at here"),
      (["publish", "--status"], "publish's every can't be 0s"),
      (["import", "--store", "auto", Places.morningWalk], "store's keep can't be 1h"),
    ] {
      let refused = try run(words)
      #expect(refused.exit == 2 && refused.message.contains(fault), "\(refused)")
      #expect(check.message.contains(fault), "\(check.message)")
    }
  }

  @Test func `are shown with their lines, checked, and outweighed by the environment`() throws {
    var text = ""
    let faulty =
      "{\n  sauce: 'sim:walk',\n  units: 'metrik',\n  receivers: { 'usb:1:2': { rat: 5,\n  model: 'see' }, auto: {} },\n"
      + "  serve: { gpsd: '2947,here',\n  http: '8947' }, store: { keep: '1h' },\n  source: 'usb:zz',\n}"
    for file in [
      "{\n  source: 'sim:walk',\n}", "{\n  sauce: 'sim:walk',\n}", "{ source: 'usb:zz' }", faulty, nil,
    ] {
      let home = try WorkFolder()
      if let file { try home.settle(file, below: "home") }
      text += "# settings: \(file ?? "none")\n"
      for word in ["show", "show --origin", "check"] { text += try Transcript.entry("config \(word)", home) }
    }
    try Transcript.expect(text, is: "config")
    let home = try WorkFolder()
    try home.settle("{ source: \"\(Places.morningWalk)\" }")
    #expect(
      try gpsbridge(["fix"], environment: ["XDG_CONFIG_HOME": home.path]).output == "47.612555, 9.405547\n")
    let shown = try gpsbridge(
      ["config", "show", "--origin"], environment: ["XDG_CONFIG_HOME": home.path, "GPSBRIDGE_SOURCE": "auto"])
    #expect(shown.output == "{\n  \"source\":\"auto\"   // GPSBRIDGE_SOURCE\n}\n")
  }
}
