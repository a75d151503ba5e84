import Foundation
import GNSS
import NMEA
import SimulatedGPS
import Testing

/// What gpsdecode says about one moment.
private struct Report {
  var latitude: Double
  var longitude: Double
  var mode: Int
  var time: String?

  static func all(_ text: String) -> [Report] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        object["class"] as? String == "TPV", let mode = object["mode"] as? Int, mode > 1,
        let latitude = object["lat"] as? Double, let longitude = object["lon"] as? Double
      else { return nil }
      return Report(latitude: latitude, longitude: longitude, mode: mode, time: object["time"] as? String)
    }
  }
}

@Suite struct `What others make of a simulated receiver` {
  static let scenarios: [Scenario] = [.staticDesk, .walk, .drive, .boat, .flight, .tunnel, .coldStart]

  @Test(
    .enabled(if: ExternalProgram.gpsdecode != nil, "gpsdecode is not installed: Debian package gpsd-clients"),
    arguments: Dialect.all)
  func `is what gpsdecode makes of it: the same places at the same times`(dialect: Dialect) throws {
    let program = try #require(ExternalProgram.gpsdecode)
    for scenario in Self.scenarios {
      let scenario = scenario.with {
        $0.dialect = dialect; $0.speed = 115_200
      }
      let stream = bytes(scenario, seconds: 90)
      // Its own reading of the date looks at the clock of the host; ours is told the day.
      let ours = fixes(stream).filter(\.isValid)
      let reports = Report.all(try program.run(stream))
      #expect(reports.count > 10, "\(scenario.name) \(dialect.name)")
      var matched = 0
      for fix in ours {
        guard let time = fix.time, let place = fix.coordinate else { continue }
        let clock = time.timeOfDay
        let text = String(format: "T%02d:%02d:%02d", Int(clock.hour), Int(clock.minute), Int(clock.second))
        let same = reports.filter { $0.time?.contains(text) == true }
        guard !same.isEmpty else { continue }
        matched += 1
        let best = same.map { max(abs($0.latitude - place.latitude), abs($0.longitude - place.longitude)) }
          .min()
        #expect((best ?? 1) < 2e-7, "\(scenario.name) \(dialect.name) \(text)")
      }
      #expect(
        Double(matched) > 0.9 * Double(ours.filter { $0.time != nil }.count),
        "\(scenario.name) \(dialect.name)")
    }
  }

  @Test(
    .enabled(if: ExternalProgram.pynmeagps != nil, "pynmeagps is not installed: pip install pynmeagps"),
    arguments: Dialect.all)
  func `is accepted by pynmeagps, sentence by sentence`(dialect: Dialect) throws {
    let program = try #require(ExternalProgram.pynmeagps)
    for scenario in Self.scenarios {
      let stream = bytes(
        scenario.with {
          $0.dialect = dialect; $0.speed = 115_200
        }, seconds: 60)
      // Up to the end of the last whole sentence.
      let whole = Array(stream[...(stream.lastIndex(of: 0x0A) ?? 0)])
      let answer = lines(Array(try program.run(whole).utf8))
      #expect(answer.last == "good \(lines(whole).count)", "\(scenario.name) \(dialect.name)")
      let first = try #require(answer.first { $0.hasPrefix("GGA") }).split(separator: " ")
      let ours = try #require(fixes(whole).first { $0.isValid }?.coordinate)
      #expect(abs((Double(first[2]) ?? 0) - ours.latitude) < 1e-6)
      #expect(abs((Double(first[3]) ?? 0) - ours.longitude) < 1e-6)
    }
  }
}
