import Testing

@testable import GPSBridgeTool

@Suite struct `Settings of serve` {
  private func read(_ texts: String...) throws -> FlagSettings {
    var configuration = Configuration()
    for (index, text) in texts.enumerated() {
      try configuration.read(Array(text.utf8), from: "file\(index)", .gpsbridge)
    }
    return configuration.serve
  }

  private func complaint(_ text: String) -> ToolError? { #expect(throws: ToolError.self) { try read(text) } }

  private func filled(_ settings: FlagSettings, _ words: String...) -> ParsedArguments {
    var parsed = ArgumentParser(table: .gpsbridge).parse((["serve"] + words).map { Argument($0) })
    settings.fill(&parsed, Command.serve.flags)
    return parsed
  }

  @Test func `become its flags where the command line has them not`() throws {
    let settings = try read(
      "{serve: {gpsd: 2948, nmea: ['tcp:1', 'tcp:2'], pty: '/tmp/a', 'allow-device-writes': true,"
        + " 'no-greeting-fix': false, 'protocol-version': 16.1}}")
    let parsed = filled(settings)
    #expect(
      parsed.value(of: .gpsdAddress) == "2948" && parsed.values(of: .sentenceOutput) == ["tcp:1", "tcp:2"])
    #expect(parsed.values(of: .portLink) == ["/tmp/a"] && parsed.value(of: .protocolVersion) == "16.1")
    #expect(parsed.has(.allowDeviceWrites) && !parsed.has(.noGreetingFix))
    let other = filled(settings, "--nmea", "tcp:3", "--gpsd", "none")
    #expect(other.values(of: .sentenceOutput) == ["tcp:3"] && other.value(of: .gpsdAddress) == "none")
  }

  @Test func `are nobody else's flags`() throws {
    var configuration = Configuration()
    try configuration.read(Array("{serve: {gpsd: 2948}}".utf8), from: "file", .gpsbridge)
    var parsed = ArgumentParser(table: .gpsbridge).parse(["simulate", "sim:walk"].map { Argument($0) })
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
    #expect(complaint("{serve: {\nnmeo: 1}}")?.message == "file0:2: serve has no flag nmeo")
    #expect(complaint("{serve: {nmeo: 1}}")?.hint == "did you mean nmea?")
    #expect(complaint("{serve: {several: 'most'}}")?.reason == "expected: one of best, all")
    #expect(complaint("{serve: {gpsd: ['1', '2']}}")?.reason == "expected: a string")
    #expect(complaint("{serve: {nmea: [{}]}}")?.reason == "expected: a string, or a list of strings")
    #expect(complaint("{serve: {'no-greeting-fix': 'yes'}}")?.reason == "expected: true or false")
  }

  @Test(arguments: [
    "{serve: {nmea: 'pigeon:1'}}", "{serve: {gpsd: 'here'}}", "{serve: {coarse: '3mm'}}",
    "{serve: {'protocol-version': 3}}", "{serve: {pty: ''}}", "{serve: {http: 'here'}}",
    "{serve: {http: '*:8947'}}", "{serve: {'http-name': 'boat.local'}}",
    "{serve: {http: '8947', 'http-listeners': '0'}}", "{serve: {http: '8947', 'http-key': 'page.key'}}",
  ])
  func `that name nothing are told with their line`(_ text: String) throws {
    let settings = try read(text)
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

  @Test func `of a coarse place and of a page are refused together`() throws {
    let settings = try read("{serve: {http: '8947', coarse: '1km'}}")
    let error = #expect(throws: ToolError.self) { try ServePlan(ParsedArguments(), settings) }
    #expect(error?.code == "contradiction" && error?.reason == "file0:1 names it")
  }
}
