import FoundationEssentials
import GPSBridge
import TestSupport
import Testing

@Suite struct `A location as a value` {
  private let now = ContinuousClock.now

  private func location(_ fix: Fix = Sample.fix(), at moment: ContinuousClock.Instant? = nil) throws
    -> Location
  {
    try #require(Location(fix, received: moment ?? now, utcSeconds: 0, source: Sample.source))
  }

  @Test func `equals its replay, although that was received at another moment`() throws {
    let (first, second) = (try location(), try location(at: now + .seconds(60)))
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == 1)
  }

  /// Each changes one thing.
  static let changes: [@Sendable (inout Location) -> Void] = [
    { $0.coordinate = Coordinate(latitude: 1, longitude: 2) ?? $0.coordinate },
    { $0.horizontalAccuracy = 99 }, { $0.accuracySource = .assumed },
    { $0.altitude = nil }, { $0.ellipsoidalAltitude = nil }, { $0.geoidSeparation = nil },
    { $0.verticalAccuracy = nil }, { $0.speed = nil }, { $0.course = nil }, { $0.climb = nil },
    { $0.timestamp += 1 }, { $0.timestampSource = .machine },
    { $0.fix.mode = .twoDimensional }, { $0.fix.quality = .rtkFixed }, { $0.fix.dilution.time = 1 },
    { $0.fix.satellitesUsed = nil }, { $0.fix.satellitesInView = 1 }, { $0.fix.differentialAge = 1 },
    { $0.fix.differentialStation = 1 }, { $0.fix.timeCorrections.midnight = true },
    { $0.source.deviceID = "other" }, { $0.source.isSimulatedBySoftware = true },
    { $0.source.isProducedByAccessory = false },
  ]

  @Test(arguments: changes.indices)
  func `differs from one in which any one thing differs`(index: Int) throws {
    var other = try location()
    Self.changes[index](&other)
    #expect(try other != location())
  }

  @Test func `grows older by the clock that never jumps`() throws {
    #expect(try location().age(at: now + .seconds(3)) == .seconds(3))
    #expect(Sample.location()?.age(at: now) == nil)
  }

  @Test func `comes back from JSON as it went, but for the moment it was received at`() throws {
    var fix = Sample.fix()
    fix.quality = .rtkFloat
    fix.dilution.position = 1.75
    fix.dilution.time = 0.8
    fix.differentialAge = 2.5
    fix.differentialStation = 138
    fix.timeCorrections.rolloverWeeks = 2048
    fix.timeCorrections.midnight = true
    fix.timeCorrections.leapSecond = true
    fix.timeCorrections.century = true
    for sample in [try location(), try location(fix), try #require(Sample.location())] {
      let back = try JSONDecoder().decode(Location.self, from: JSONEncoder().encode(sample))
      #expect(back == sample && back.received == nil)
    }
  }

  @Test(arguments: 0..<20)
  func `comes back from JSON bit for bit`(round: Int) throws {
    var random = SeededGenerator()
    var fix = Sample.fix()
    fix.coordinate = Coordinate(
      latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
    fix.altitude = .random(in: -500...9000, using: &random)
    fix.speed = Bool.random(using: &random) ? .random(in: 0...300, using: &random) : nil
    fix.time?.nanosecond = .random(in: 0..<1_000_000_000, using: &random)
    let sample = try location(fix)
    let back = try JSONDecoder().decode(Location.self, from: JSONEncoder().encode(sample))
    #expect(back == sample, "seed \(seed)")
  }

  @Test func `leaves out of JSON what is not known`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(try #require(Sample.location())), as: UTF8.self)
    #expect(
      text == #"{"accuracySource":"dop","coordinate":{"latitude":48.1173,"longitude":11.5167},"#
        + #""fix":{"mode":"2d"},"horizontalAccuracy":5,"#
        + #""source":{"deviceID":"usb-1.2","isProducedByAccessory":true,"isSimulatedBySoftware":false},"#
        + #""timestamp":"2026-11-20T12:00:00Z","timestampSource":"receiver"}"#)
  }

  @Test(arguments: [FixMode.none, .twoDimensional, .threeDimensional, .time])
  func `has a word for every mode`(mode: FixMode) throws {
    var fix = FixInfo()
    fix.mode = mode
    #expect(try JSONDecoder().decode(FixInfo.self, from: JSONEncoder().encode(fix)) == fix)
  }

  @Test(arguments: [
    FixQuality.autonomous, .differential, .precise, .rtkFixed, .rtkFloat, .deadReckoning, .manual, .surveyed,
    .simulated,
  ])
  func `has a word for every quality`(quality: FixQuality) throws {
    var fix = FixInfo()
    fix.quality = quality
    #expect(try JSONDecoder().decode(FixInfo.self, from: JSONEncoder().encode(fix)) == fix)
  }

  /// What is wrong in each, and the text that replaces a right one.
  @Test(arguments: [
    ("\"latitude\":48.1173", "\"latitude\":91"), ("\"longitude\":11.5167", "\"longitude\":-181"),
    ("\"mode\":\"2d\"", "\"mode\":\"4d\""), ("\"mode\":\"2d\"", "\"mode\":\"2d\",\"quality\":\"magic\""),
    ("\"horizontalAccuracy\":5", "\"horizontalAccuracy\":-1"),
    ("\"horizontalAccuracy\":5", "\"horizontalAccuracy\":0"), ("\"dop\"", "\"hope\""),
    ("\"timestamp\"", "\"time\""),
  ])
  func `is not read from what no location is`(right: String, wrong: String) throws {
    let text = String(decoding: try JSONEncoder().encode(try #require(Sample.location())), as: UTF8.self)
    let range = try #require(text.firstRange(of: right))
    var broken = text
    broken.replaceSubrange(range, with: wrong)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Location.self, from: Data(broken.utf8))
    }
  }

  @Test func `reads like one line`() throws {
    #expect(
      try location().description
        == "48.117300, 11.516667 ±2.9 m, 545 m ±3.8 m, 2.6 m/s, 84°, 2026-11-20T12:00:00Z")
    #expect(Sample.location()?.description == "48.117300, 11.516700 ±5.0 m, 2026-11-20T12:00:00Z")
  }

  @Test(arguments: [
    (1_795_176_000.999, "2026-11-20T12:00:01Z"), (1_795_176_000.4, "2026-11-20T12:00:00Z"),
    (-0.5, "1969-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_800, "253402300800.0 s since 1970"),
    (1e300, "1e+300 s since 1970"), (-1e300, "-1e+300 s since 1970"), (.infinity, "inf s since 1970"),
  ])
  func `says when it was, whatever moment it was given`(seconds: Double, text: String) throws {
    var location = try #require(Sample.location())
    location.timestamp = Date(timeIntervalSince1970: seconds)
    #expect(location.description == "48.117300, 11.516700 ±5.0 m, " + text)
  }

  @Test(arguments: [
    (-0.0000001, "0.000000"), (-33.8568, "-33.856800"), (151.2153, "151.215300"), (0.0000005, "0.000001"),
    (-180, "-180.000000"), (9.9999999, "10.000000"),
  ])
  func `writes degrees with six decimals`(degrees: Double, text: String) throws {
    let place = try #require(Coordinate(latitude: 0, longitude: degrees))
    #expect(place.description == "0.000000, " + text)
  }

  @Test func `is as far from another as their coordinates are`() throws {
    let (a, b) = (try #require(Sample.location(48, 11)), try #require(Sample.location(49, 11)))
    #expect(a.distance(to: b) == a.coordinate.distance(to: b.coordinate))
    #expect(abs(a.distance(to: b) - 111_200.04) < 0.01)
  }
}
