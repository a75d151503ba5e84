import Foundation
import GNSS
import NMEA
import SimulatedGPS
import TestSupport
import Testing

/// What the decoder must give back of each epoch: exactly the time, the position within the printed digits, the
/// satellites, the dilutions.
@Suite struct `What a simulated receiver says` {
  /// Steps of what is printed: degrees of position, of dilution, of altitude, of speed in m/s, of course.
  private struct Steps {
    var degrees: Double
    var dilution: Double
    var altitude = 0.1
    var speed: Double
    var course: Double
    /// The decimals of the time.
    var second: Int64
  }

  private func steps(_ dialect: Dialect) -> Steps {
    let knot = 1852.0 / 3600
    return switch dialect.name {
    case "ublox6", "ublox7", "ublox8", "ublox8-sensors", "ublox9", "ublox10":
      Steps(degrees: 1e-5 / 60, dilution: 0.01, speed: 0.001 * knot, course: 0.01, second: 10_000_000)
    case "quectel":
      Steps(degrees: 1e-5 / 60, dilution: 0.1, speed: 0.01 * knot, course: 0.01, second: 1_000_000)
    case "mtk": Steps(degrees: 1e-4 / 60, dilution: 0.01, speed: 0.01 * knot, course: 0.01, second: 1_000_000)
    case "sirf": Steps(degrees: 1e-4 / 60, dilution: 0.1, speed: 0.01 * knot, course: 0.01, second: 1_000_000)
    default: Steps(degrees: 1e-3 / 60, dilution: 0.1, speed: 0.1 * knot, course: 0.1, second: 1_000_000_000)
    }
  }

  static let journeys: [Scenario] = [
    .staticDesk, .walk, .drive, .boat, .flight, .canyon, .tunnel, .coldStart, .noFix, .jam, .midnight,
  ]

  @Test(arguments: Dialect.all, journeys)
  func `is what our decoder understands, epoch by epoch`(dialect: Dialect, scenario: Scenario) throws {
    for seed in [UInt64(1), 77] {
      let seconds = scenario.name == "jam" ? 130 : 100
      let scenario = scenario.with { ($0.dialect, $0.seed, $0.speed) = (dialect, seed, 115_200) }
      try compare(scenario, seconds: seconds)
    }
  }

  @Test(arguments: Dialect.all, ["2.1", "2.3", "4.0", "4.10", "4.11"])
  func `is understood in every edition`(dialect: Dialect, edition: String) throws {
    try compare(
      Scenario(parsing: "sim:walk?dialect=\(dialect.name)&nmea=\(edition)&speed=115200"), seconds: 40)
  }

  @Test(arguments: [
    ("ublox9", "25"), ("ublox9", "20"), ("ublox8", "10"), ("mtk", "5"), ("quectel", "2"), ("sirf", "0.5"),
  ])
  func `is understood at every rate`(dialect: String, rate: String) throws {
    try compare(Scenario(parsing: "sim:drive?dialect=\(dialect)&rate=\(rate)&speed=921600"), seconds: 30)
  }

  @Test func `is understood for any place on Earth`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<25 {
      let scenario = Scenario.drive.with {
        $0.place = Scenario.Place(
          latitude: Double.random(in: -89...89, using: &random),
          longitude: Double.random(in: -180...180, using: &random),
          altitude: Double.random(in: -100...5000, using: &random),
          geoidSeparation: Double.random(in: -90...80, using: &random))
        $0.start = UTC(secondsSince1970: Int64.random(in: 1_000_000_000...2_300_000_000, using: &random))
        $0.dialect = Dialect.all[Int.random(in: 0..<Dialect.all.count, using: &random)]
        $0.speed = 115_200
        $0.seed = UInt64.random(in: 0...1000, using: &random)
      }
      try compare(scenario, seconds: 15)
    }
  }

  private func compare(_ scenario: Scenario, seconds: Int) throws {
    let all = meant(scenario, seconds: seconds)
    // What was meant last has not wholly left yet.
    let epochs = all.filter { $0.instant < .seconds(seconds) - .milliseconds(600) }
    let stream = bytes(scenario, seconds: seconds)
    let decoded = fixes(stream)
    let steps = steps(scenario.dialect)
    // Those without any time are told apart by nothing; all others must be there, once each.
    for epoch in epochs where epoch.timeOfDay != nil {
      let time = try #require(epoch.timeOfDay)
      let found = decoded.filter {
        $0.timeOfDay == time && (epoch.date == nil || $0.time == nil || $0.time?.date == epoch.date)
      }
      #expect(found.count == 1, "\(scenario.name) \(scenario.dialect.name) \(epoch.instant) \(time)")
      guard let fix = found.first else { continue }
      #expect(Int64(time.nanosecond) % steps.second == 0)
      check(epoch, fix, steps, scenario)
    }
    #expect(decoded.count <= all.count + 2)
  }

  private func check(_ epoch: SimulatedEpoch, _ fix: Fix, _ steps: Steps, _ scenario: Scenario) {
    let place: Comment = "\(scenario.name) \(scenario.dialect.name) seed \(scenario.seed) at \(epoch.instant)"
    #expect(fix.isValid == epoch.hasFix, place)
    guard epoch.hasFix, let coordinate = fix.coordinate else { return }
    let motion = epoch.motion
    #expect(abs(coordinate.latitude - motion.latitude) <= steps.degrees * 0.501, place)
    #expect(abs(remainder(coordinate.longitude - motion.longitude, 360)) <= steps.degrees * 0.501, place)
    #expect(abs((fix.altitude ?? .infinity) - motion.altitude) <= steps.altitude * 0.501, place)
    #expect(abs((fix.geoidSeparation ?? .infinity) - epoch.geoidSeparation) <= 0.051, place)
    #expect(abs((fix.speed ?? .infinity) - motion.speed) <= steps.speed * 0.501, place)
    if motion.speed > 0.5, let course = fix.course {
      #expect(abs(remainder(course - motion.course, 360)) <= steps.course * 0.501, place)
    }
    #expect((motion.speed > 0.5) <= (fix.course != nil), place)
    // The dimensions are told by GSA; where it does not come each time, an altitude speaks for space.
    if lastsSecond(scenario) { #expect(fix.mode == epoch.mode, place) }
    #expect(fix.quality == (epoch.isEstimated ? .deadReckoning : .autonomous), place)
    // GGA ends at 12 in most dialects; GSA names them all, where it comes. Without it, 12 or more is no number.
    let isOpen = !lastsSecond(scenario) && scenario.dialect.name != "quectel" && epoch.usedCount >= 12
    #expect(fix.satellitesUsed == epoch.usedCount || isOpen && [nil, 12].contains(fix.satellitesUsed), place)
    if let geometry = epoch.geometry {
      #expect(
        abs((fix.dilution.horizontal ?? .infinity) - geometry.horizontal) <= steps.dilution * 0.501, place)
      if let position = fix.dilution.position {
        #expect(abs(position - geometry.position) <= steps.dilution * 0.501, place)
      }
    }
  }

  /// Whether a receiver says every sentence with every epoch.
  private func lastsSecond(_ scenario: Scenario) -> Bool { (scenario.rate ?? 1) <= 5 }
}

extension Bool {
  /// Follows from: false only where the first holds and the other does not.
  fileprivate static func <= (a: Bool, b: Bool) -> Bool { !a || b }
}

@Suite struct `The sky that a simulated receiver tells` {
  @Test(arguments: Dialect.all, [Scenario.staticDesk, .canyon, .coldStart])
  func `comes back satellite by satellite`(dialect: Dialect, scenario: Scenario) throws {
    let scenario = scenario.with { ($0.dialect, $0.speed, $0.skyPeriod) = (dialect, 115_200, 1) }
    let epochs = meant(scenario, seconds: 60).filter { $0.hasFix && !$0.isEstimated }.dropLast()
    let decoded = fixes(bytes(scenario, seconds: 60))
    #expect(epochs.count > 5)
    for epoch in epochs {
      let fix = try #require(decoded.first { $0.timeOfDay == epoch.timeOfDay })
      #expect(fix.satellites.count == epoch.satellites.count)
      #expect(
        Set(fix.satellites.map(Seen.init)) == Set(epoch.satellites.map(Seen.init)),
        "\(dialect.name) \(epoch.instant)")
    }
  }

  @Test(arguments: ["2.1", "2.3", "4.0", "4.10", "4.11"])
  func `keeps its four systems apart in every edition`(edition: String) throws {
    let scenario = try Scenario(parsing: "sim:static?nmea=\(edition)")
    let satellites = try #require(fixes(bytes(scenario, seconds: 10)).last).satellites
    let meantSatellites = try #require(meant(scenario, seconds: 10).last).satellites
    #expect(Set(satellites.map(\.identity)) == Set(meantSatellites.map(\.identity)))
    #expect(Set(satellites.map(\.identity.constellation)) == [.gps, .glonass, .galileo, .beidou])
  }

  @Test(arguments: [("2.1", false), ("4.0", false), ("4.10", true), ("4.11", true)])
  func `names signals only since they have numbers`(edition: String, hasSignals: Bool) throws {
    let scenario = try Scenario(parsing: "sim:static?nmea=\(edition)")
    let satellites = try #require(fixes(bytes(scenario, seconds: 10)).last).satellites
    #expect(satellites.allSatisfy { ($0.signal != nil) == hasSignals })
    if hasSignals {
      #expect(satellites.first { $0.identity.constellation == .galileo }?.signal == .e1BC)
      #expect(satellites.first { $0.identity.constellation == .beidou }?.signal == .b1I)
    }
  }
}

/// A satellite, for comparisons: whole numbers, as sentences have them.
private struct Seen: Hashable {
  var identity: SatelliteIdentity
  var azimuth: Int?
  var elevation: Int?
  var strength: Int?
  var isUsed: Bool

  init(_ satellite: Satellite) {
    identity = satellite.identity
    azimuth = satellite.azimuth
    elevation = satellite.elevation
    strength = satellite.carrierToNoise
    isUsed = satellite.isUsed
  }

  init(_ satellite: SimulatedSatellite) {
    identity = satellite.identity
    azimuth = satellite.hasDirection ? satellite.wholeAzimuth : nil
    elevation = satellite.hasDirection ? satellite.wholeElevation : nil
    strength = satellite.carrierToNoise
    isUsed = satellite.isUsed
  }
}

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
      let scenario = scenario.with { ($0.dialect, $0.speed) = (dialect, 115_200) }
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
    .enabled(if: ExternalProgram.pynmeagps != nil, "the packages of PyPI can't be installed"),
    arguments: Dialect.all)
  func `is accepted by pynmeagps, sentence by sentence`(dialect: Dialect) throws {
    let program = try #require(ExternalProgram.pynmeagps)
    for scenario in Self.scenarios {
      let stream = bytes(scenario.with { ($0.dialect, $0.speed) = (dialect, 115_200) }, seconds: 60)
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
