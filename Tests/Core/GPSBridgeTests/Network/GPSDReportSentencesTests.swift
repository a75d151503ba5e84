import GNSS
import Testing
import GPSBase

@testable import GPSBridge

@Suite struct `Sentences of gpsd's positions` {
  /// The epochs that reports become, on the way of a cable.
  private func fixes(_ reports: [String]) throws -> [Fix] {
    var sentences = GPSDReportSentences(patience: 1)
    var decoder = FixDecoder(.recording())
    var fixes: [Fix] = []
    let take: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { fixes.append(fix) } }
    for report in reports {
      let bytes = try sentences.take(JSON5Reader.read(Array(report.utf8))) ?? []
      decoder.decode(bytes.span, take)
    }
    decoder.finish(take)
    return fixes
  }

  @Test func `say what gpsd 3.22 said`() throws {
    let fix = try #require(
      try fixes([
        #"""
        {"class":"TPV","device":"/dev/pts/3","status":2,"mode":3,"time":"2026-11-21T04:47:49.250Z","ept":0.005,
        "lat":48.117301234,"lon":-11.516667891,"altHAE":592.3000,"altMSL":545.4000,"alt":545.4000,"epx":19.6,"epy":9.8,
        "epv":39.2,"track":84.4000,"magvar":-3.1,"speed":11.524,"climb":0.000,"geoidSep":46.9,"eph":22.0,"sep":38.000}
        """#
      ]).first)
    #expect(fix.time == UTC(iso8601: "2026-11-21T04:47:49.25Z"))
    #expect(fix.mode == .threeDimensional && fix.quality == .differential)
    let place = try #require(fix.coordinate)
    #expect(abs(place.latitude - 48.117301234) < 1e-8 && abs(place.longitude + 11.516667891) < 1e-8)
    #expect(fix.altitude == 545.4 && fix.geoidSeparation == 46.9)
    #expect(abs((fix.speed ?? 0) - 11.524) < 0.001 && fix.course == 84.4 && fix.magneticVariation == -3.1)
    // Ten meters and five are standard deviations; of a circle of 68 % the radius is 1.515 times their middle.
    #expect(abs((fix.errors?.horizontal ?? 0) - 1.5152 * (62.5).squareRoot()) < 0.01)
    #expect(fix.errors?.vertical == 20 && fix.errors?.source == .gst)
  }

  @Test func `make one epoch of a time, however often it is said`() throws {
    let dead = #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:49.000Z","lat":48.1,"lon":11.5}"#
    #expect(try fixes([dead, dead, dead]).count == 1)
    let next = #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:50.000Z","lat":48.1,"lon":11.5}"#
    #expect(try fixes([dead, next, next, dead]).count == 2)
  }

  @Test(arguments: [
    #"{"class":"TPV","mode":1}"#, #"{"class":"TPV","mode":0,"time":"2026-11-21T04:47:49.000Z"}"#,
    #"{"class":"TPV","mode":1,"time":"2026-11-21T04:47:49.000Z","lat":48.1,"lon":11.5}"#,
    #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:49.000Z","lat":"x","lon":11.5}"#,
    #"{"class":"TPV","mode":3,"time":"2026-11-21T04:47:49.000Z","lat":1e300,"lon":11.5}"#,
    #"{"class":"TPV"}"#,
  ])
  func `have no fix where gpsd has none`(report: String) throws {
    let fix = try #require(try fixes([report]).first)
    #expect(!fix.isValid && fix.coordinate == nil)
  }

  @Test func `have no height of a plane fix`() throws {
    let plane =
      #"{"class":"TPV","mode":2,"time":"2026-11-21T04:47:49.000Z","lat":48.1,"lon":11.5,"alt":500.0}"#
    let fix = try #require(try fixes([plane]).first)
    #expect(fix.mode == .twoDimensional && fix.altitude == nil)
  }
}
