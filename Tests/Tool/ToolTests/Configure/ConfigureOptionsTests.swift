import GNSS
import GPSBridge
@testable import GPSFormats
import SimulatedGPS
import Testing

@testable import GPSBridgeTool

@Suite struct `What is wanted of a receiver` {
  private func options(_ words: String...) throws(ToolError) -> ConfigureOptions { try options(words) }

  private func options(_ words: [String]) throws(ToolError) -> ConfigureOptions {
    try ConfigureOptions(parse(["configure"] + words).checked())
  }

  private func complaint(_ words: String...) -> ToolError? {
    ToolTests.complaint { () throws(ToolError) in try options(words) }
  }

  @Test func `is set in the order that gives the others room`() throws {
    let options = try options(
      "--rate", "10", "--constellations", "gps,galileo", "--sentences", "RMC,GGA", "--baud", "115200",
      "sim:walk")
    #expect(
      options.wishes == [
        Setting.baudRate(115_200), Setting.enabledSentences([.rmc, .gga]),
        Setting.constellations([.gps, .galileo]), Setting.updateRate(.hertz(10)),
      ])
    #expect(options.source == .simulated("sim:walk"))
    #expect(options.kinds == [.baudRate, .enabledSentences, .constellations, .updateRate])
    #expect(SettingFlag.all.map(\.kind) == SettingKind.allCases)
    #expect(!options.isShow && !options.isDry && !options.isRecords && options.dialect == nil)
  }

  @Test func `is all that there is, where it is only asked after`() throws {
    let options = try options("--show", "--json", "--timeout", "3s", "--dialect", "psrf", "sim:walk")
    #expect(options.wishes.isEmpty && options.kinds == Set(SettingKind.allCases))
    #expect(options.timeout == .seconds(3) && options.dialect == .siRF && options.isRecords)
  }

  @Test(arguments: [("0.5", 0.5), ("1", 1), ("10", 10), ("0.02", 0.02), ("100", 100), ("2.50", 2.5)])
  func `is a rate from one in a minute to a hundred a second`(text: String, rate: Double) throws {
    #expect(try options("--rate", text, "sim:walk").wishes == [Setting.updateRate(.hertz(rate))])
  }

  @Test(arguments: [
    ("rate 5", ["0", "0.01", "100.1", "inf", "nan", "five", "1,5", "+5", "5 ", ".", "1e1", "٥"]),
    ("baud 38400", ["0", "299", "4000001", "9600.0", "-9600", "0x2580", "99999999999999999999999", "fast"]),
  ]) func `is no rate beyond that, and no speed that no line has`(example: String, texts: [String]) {
    for text in texts {
      let complaint = complaint("--\(example.prefix(4))", text, "sim:walk")
      #expect(complaint?.exit == .usage && complaint?.remedy == "write it like --\(example)", "\(text)")
    }
  }

  @Test(arguments: [["pmtk", "PMTK"], ["pubx", "PUBX"], ["pcas", "PCAS"], ["psrf", "PSRF"]])
  func `may name whose commands it understands`(words: [String]) throws {
    #expect(try options("--show", "--dialect", words[0], "sim:walk").dialect?.rawValue == words[1])
  }
}

@Suite struct `A receiver whose commands were named` {
  init() { Simulation.register() }

  private func complaint(_ source: SourceName) -> String? {
    ToolTests.complaint { () throws(ToolError) in try LiveSource.open(source, .gpsbridge, .siRF) }
      .map { "\($0.exit.rawValue) \($0.message)" }
  }

  @Test func `understands them from the beginning`() throws {
    let receiver = try LiveSource.open(.simulated("sim:static?dialect=garmin"), .gpsbridge, .casic)
    #expect(receiver.dialect == .casic && receiver[.updateRate].isWritable)
    #expect(try LiveSource.open(.automatic, .gpsbridge, .siRF).dialect == .siRF)
    #expect(try LiveSource.open(.port("/dev/ttyUSB99"), .gpsbridge, .uBlox).dialect == .uBlox)
  }

  @Test func `is none where the source is none`() {
    #expect(complaint(.simulated("sim:nowhere"))?.hasPrefix("2 there is no scenario \"nowhere\"") == true)
    #expect(complaint(.standardInput) == "2 standard input is a recording, and a receiver is needed")
    #expect(complaint(.port("nothing"))?.hasPrefix("2 ") == true)
  }
}
