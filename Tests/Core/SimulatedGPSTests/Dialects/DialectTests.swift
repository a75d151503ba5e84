import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `A dialect` {
  /// The names of the sentences between one RMC or GGA and the next, with their talkers.
  private func burst(_ text: String, seconds: Int = 12) throws -> [String] {
    let scenario = try Scenario(parsing: text)
    let names = lines(bytes(scenario, seconds: seconds)).map { String($0.dropFirst().prefix { $0 != "," }) }
    let first = String(try #require(names.last { $0.hasSuffix("RMC") || $0.hasSuffix("GGA") }).suffix(3))
    let lead = scenario.dialect.order[0] == .rmc ? "RMC" : "GGA"
    #expect(["RMC", "GGA"].contains(first))
    let starts = names.indices.filter { names[$0].hasSuffix(lead) }
    let begin = starts[starts.count - 3]
    return Array(names[begin..<starts[starts.count - 2]])
  }

  @Test func `of SiRF is GGA GSA RMC, with GSV every fifth time`() throws {
    let names = lines(bytes(.staticDesk.with { $0.dialect = .sirf }, seconds: 30))
      .map { String($0.dropFirst().prefix { $0 != "," }) }.filter { $0.hasPrefix("GP") }
    #expect(names.prefix(3) == ["GPGGA", "GPGSA", "GPRMC"])
    #expect(names.count { $0 == "GPGGA" } == 29)
    let sets = lines(bytes(.staticDesk.with { $0.dialect = .sirf }, seconds: 30)).count {
      $0.contains("GPGSV") && $0.contains(",1,") && $0.split(separator: ",")[2] == "1"
    }
    #expect(sets == 5)
  }

  @Test func `of Garmin comes every other second, with its own sentences`() throws {
    let names = try burst("sim:static?dialect=garmin")
    #expect(names.first == "GPRMC")
    #expect(Set(names).isSuperset(of: ["PGRME", "PGRMZ", "PGRMM", "GPGLL"]))
    let times = lines(bytes(.staticDesk.with { $0.dialect = .garmin }, seconds: 13)).filter {
      $0.hasPrefix("$GPRMC")
    }
    #expect(times.count == 6)
  }

  @Test func `greets when it is switched on`() {
    #expect(lines(bytes(.staticDesk, seconds: 1)).first?.hasPrefix("$GNTXT") == true)
    #expect(lines(bytes(.staticDesk.with { $0.dialect = .mtk }, seconds: 1)).first == "$PMTK011,MTKGPS*08")
  }

  @Test func `that has none of a name is nil`() {
    #expect(Dialect(named: "magellan") == nil)
    for dialect in Dialect.all { #expect(Dialect(named: dialect.name) == dialect) }
  }

  @Test func `is nothing but whole sentences with right checksums`() {
    for dialect in Dialect.all {
      for scenario in [Scenario.drive, .coldStart, .tunnel] {
        let all = bytes(
          scenario.with {
            $0.dialect = dialect; $0.speed = 115_200
          }, seconds: 110)
        for line in lines(all).dropLast() {
          let body = line.dropFirst().prefix { $0 != "*" }
          let sum = body.utf8.reduce(0, ^)
          #expect(line.first == "$" && UInt8(line.suffix(2), radix: 16) == sum, "\(line)")
        }
      }
    }
  }

  @Test func `says nothing beyond 82 characters, as the standard wants it`() {
    for dialect in Dialect.all {
      for line in lines(
        bytes(
          .flight.with {
            $0.dialect = dialect; $0.speed = 115_200
          }, seconds: 30))
      {
        #expect(line.utf8.count <= 80, "\(line)")
      }
    }
  }
}
