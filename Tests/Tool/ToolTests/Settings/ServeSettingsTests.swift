import Testing

@testable import GPSBridgeTool
@testable import GPSServiceVerbs

@Suite struct `Settings of serve` {
  private func read(_ texts: String...) throws -> FlagSettings { try Configuration.read(texts)[.serve] }

  private func filled(_ settings: FlagSettings, _ words: String...) throws -> ParsedArguments {
    var parsed = parse(["serve"] + words)
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
    var parsed = parse(["simulate", "sim:walk"])
    configuration.fill(&parsed)
    #expect(parsed.value(named: "gpsd") == nil)
  }

  @Test func `of a later file count, key by key, and a list takes the place of a list`() throws {
    let settings = try read(
      "{serve: {nmea: ['tcp:1', 'tcp:2'], coarse: '1km'}}", "{\nserve: {\nnmea: ['tcp:3'],\n},\n}")
    #expect(settings[.sentenceOutput]?.values == ["tcp:3"] && settings[.sentenceOutput]?.origin == "file1:3")
    #expect(settings[.coarse]?.origin == "file0:1")
    #expect(try read("{serve: {nmea: 'tcp:1'}}", "{serve: {nmea: []}}")[.sentenceOutput]?.values == [])
  }

  @Test(arguments: [
    "http: 'here'", "http: '*:8947'", "'http-name': 'boat.local'", "http: '8947', 'http-key': 'page.key'",
    "http: '8947', coarse: '1km'",
  ]) func `that can't be used together are told with their line`(_ text: String) throws {
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
    #expect(plan.page != nil && plan.lasting[.webName] == ["boat.local", "boat"])
  }
}
