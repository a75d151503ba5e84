import Testing

@testable import GPSBridgeTool
@testable import GPSServiceVerbs

@Suite struct `Settings of serve` {
  private func read(_ texts: String...) throws -> FlagSettings {
    var configuration = Configuration(.gpsbridge)
    for (index, text) in texts.enumerated() {
      try configuration.read(Array(text.utf8), from: "file\(index)")
    }
    return configuration[.serve]
  }

  private func complaint(_ text: String) -> ToolError? { #expect(throws: ToolError.self) { try read(text) } }

  private func filled(_ settings: FlagSettings, _ words: String...) throws -> ParsedArguments {
    var parsed = CommandTable.gpsbridge.parse((["serve"] + words).map { Argument($0) })
    try settings.fill(&parsed)
    return parsed
  }

  @Test func `become its flags where the command line has them not`() throws {
    let settings = try read(
      "{serve: {gpsd: 2948, nmea: ['tcp:1', 'tcp:2'], pty: '/tmp/a', 'allow-device-writes': true,"
        + " 'no-greeting-fix': false, 'protocol-version': 16.1}}")
    let parsed = try filled(settings)
    #expect(
      parsed.value(of: .gpsdAddress) == "2948" && parsed.values(of: .sentenceOutput) == ["tcp:1", "tcp:2"])
    #expect(parsed.values(of: .portLink) == ["/tmp/a"] && parsed.value(of: .protocolVersion) == "16.1")
    #expect(parsed.has(.allowDeviceWrites) && !parsed.has(.noGreetingFix))
    #expect(parsed.origin(of: .gpsdAddress) == "file0:1")
    let other = try filled(settings, "--nmea", "tcp:3", "--gpsd", "none")
    #expect(other.values(of: .sentenceOutput) == ["tcp:3"] && other.value(of: .gpsdAddress) == "none")
  }

  @Test func `are nobody else's flags`() throws {
    var configuration = Configuration(.gpsbridge)
    try configuration.read(Array("{serve: {gpsd: 2948}}".utf8), from: "file")
    var parsed = CommandTable.gpsbridge.parse(["simulate", "sim:walk"].map { Argument($0) })
    configuration.fill(&parsed)
    #expect(parsed.value(named: "gpsd") == nil)
  }

  @Test func `of a later file count, key by key, and a list takes the place of a list`() throws {
    let settings = try read(
      "{serve: {nmea: ['tcp:1', 'tcp:2'], coarse: '1km'}}", "{\nserve: {\nnmea: ['tcp:3'],\n},\n}")
    #expect(settings[.sentenceOutput]?.values == ["tcp:3"])
    #expect(settings[.sentenceOutput]?.origin == "file1:3")
    #expect(settings[.coarse]?.origin == "file0:1")
    #expect(try read("{serve: {nmea: 'tcp:1'}}", "{serve: {nmea: []}}")[.sentenceOutput]?.values == [])
  }

  @Test func `that are wrong say where, and what is known`() {
    #expect(complaint("{serve: 1}")?.message == "file0:1: serve can't have this value")
    #expect(complaint("{serve: {\nnmeo: 1}}")?.message == "file0:2: serve has no setting nmeo")
    #expect(complaint("{serve: {nmeo: 1}}")?.hint == "did you mean nmea?")
    #expect(complaint("{serve: {several: 'most'}}")?.reason == "expected: one of best, all")
    #expect(complaint("{serve: {gpsd: ['1', '2']}}")?.reason == "expected: a string")
    #expect(complaint("{serve: {nmea: [{}]}}")?.reason == "expected: a string, or a list of strings")
    #expect(complaint("{serve: {'no-greeting-fix': 'yes'}}")?.reason == "expected: true or false")
  }

  @Test(arguments: [
    ("nmea: 'pigeon:1'", "can't listen at pigeon:1"), ("gpsd: '2947,here'", "can't listen at here"),
    ("coarse: '3mm'", "serve's coarse can't be 3mm"),
    ("'protocol-version': 3", "serve's protocol-version can't be 3"), ("pty: ''", "can't listen at "),
    ("http: '8947', 'http-listeners': '0'", "serve's http-listeners can't be 0"),
  ])
  func `of another form are refused with their line`(_ text: String, message: String) {
    let error = complaint("{serve: {\(text)}}")
    #expect(error?.code == "bad_configuration" && error?.message == "file0:1: \(message)")
    #expect(error?.hint.hasPrefix("write it like '") == true && error?.hint.contains("--") == false)
  }

  @Test(arguments: [
    "http: 'here'", "http: '*:8947'", "'http-name': 'boat.local'", "http: '8947', 'http-key': 'page.key'",
    "http: '8947', coarse: '1km'",
  ])
  func `that can't be used together are told with their line`(_ text: String) throws {
    let settings = try read("{serve: {\(text)}}")
    let error = #expect(throws: ToolError.self) { try ServePlan(ParsedArguments(), settings) }
    #expect(
      error?.exit == .usage && error?.reason?.hasPrefix("file0:1 names it") == true,
      "\(String(describing: error))")
  }

  @Test func `of a page count with the token that the command line names`() throws {
    var words = ParsedArguments()
    words.set(.tokenFile, Argument("token"))
    let settings = try read("{serve: {http: '*:8947', 'http-name': ['boat.local', 'boat']}}")
    let plan = try ServePlan(words, settings)
    #expect(plan.page != nil)
    #expect(plan.lasting[.webName] == ["boat.local", "boat"])
  }
}
