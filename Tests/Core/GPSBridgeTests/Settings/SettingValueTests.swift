import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `An update rate` {
  @Test func `is the same whether it is said in hertz or as an interval`() {
    #expect(UpdateRate.hertz(5) == .every(.milliseconds(200)))
    #expect(UpdateRate.hertz(0.5).interval == .seconds(2))
    #expect(UpdateRate.hertz(3).milliseconds == 333)
  }

  @Test(arguments: [(Double.nan, 60_000), (0, 60_000), (-1, 60_000), (.infinity, 10), (1e-300, 60_000)])
  func `is never no rate`(_ hertz: Double, _ milliseconds: Int) {
    #expect(UpdateRate.hertz(hertz).milliseconds == milliseconds)
  }

  @Test(arguments: [(Duration.zero, 10), (.seconds(-5), 10), (.seconds(1_000_000_000_000), 60_000)])
  func `stays within what receivers do`(_ interval: Duration, _ milliseconds: Int) {
    #expect(UpdateRate.every(interval).milliseconds == milliseconds)
  }

  @Test func `resembles what comes a little early or late, and no other rate`() {
    #expect(UpdateRate.hertz(1).resembles(UpdateRate(milliseconds: 1040)))
    #expect(!UpdateRate.hertz(10).resembles(.hertz(9)) && !UpdateRate.hertz(1).resembles(.hertz(2)))
  }

  @Test func `reads well`() {
    #expect("\(UpdateRate.hertz(10))" == "10 Hz")
    #expect("\(UpdateRate.hertz(3))" == "one epoch in 333 ms")
    #expect("\(Setting.updateRate(.every(.seconds(2))))" == "update rate: one epoch in 2000 ms")
    #expect("\(Setting.enabledSentences([.rmc, .gga]))" == "enabled sentences: GGA RMC")
    #expect("\(Setting.constellations([.gps, .beidou]))" == "constellations: beidou gps")
    #expect("\(Setting.baudRate(9600))" == "baud rate: 9600")
  }
}

@Suite struct `A sentence that can be switched` {
  @Test(arguments: [
    ("GPGGA,", OutputSentence.gga), ("GNRMC,1", .rmc), ("PQGSV,1", .gsv), ("BDGSV,1", .gsv), ("IIVTG,", .vtg),
  ])
  func `is known by its three letters, whoever talks`(_ body: String, _ sentence: OutputSentence) {
    #expect(OutputSentence(wire(body)) == sentence)
  }

  @Test(arguments: ["PGRMC,1", "PMTK001,1", "GPTXT,01", "PARMC,1", "GPRMCX,1", "GPR", ""])
  func `is nothing that only looks alike`(_ body: String) { #expect(OutputSentence(wire(body)) == nil) }
}
