import FoundationEssentials
import GNSS
import GPSBridge
import TestSupport
import Testing

@Suite struct `A location made of a fix` {
  private let now = ContinuousClock.now
  private let utc = 1_795_176_000.25

  private func made(of fix: Fix, utc: Double? = nil, source: SourceInfo = Sample.source) -> Location? {
    Location(fix, received: now, utcSeconds: utc ?? self.utc, source: source)
  }

  @Test func `says all that the receiver said`() throws {
    let fix = Sample.fix()
    let location = try #require(made(of: fix))
    #expect(location.coordinate == fix.coordinate)
    #expect(abs(location.horizontalAccuracy - 2.871) < 0.001 && location.accuracySource == .dilution)
    #expect(abs(try #require(location.verticalAccuracy) - 3.766) < 0.001)
    #expect(
      [
        location.altitude, location.ellipsoidalAltitude, location.geoidSeparation, location.speed,
        location.course, location.climb,
      ] == [545.4, 592.3, 46.9, 2.572, 84.4, -0.1])
    #expect(location.timestamp == Date(timeIntervalSince1970: 1_795_176_000))
    #expect(location.timestampSource == .receiver && location.received == now)
    #expect(location.fix.mode == .threeDimensional && location.fix.quality == .autonomous)
    #expect(location.fix.satellitesUsed == 8)
    #expect(location.source == SourceInfo(deviceID: "usb-1.2", isProducedByAccessory: true))
  }

  @Test func `of a surveyed place has no speed, which was not measured`() throws {
    var fix = Sample.fix()
    (fix.mode, fix.quality, fix.speed) = (.time, .surveyed, 0)
    let location = try #require(made(of: fix))
    #expect(location.coordinate == fix.coordinate && location.speed == nil)
    #expect(location.fix.mode == .time)
  }

  @Test func `is none at 0°, 0°, however good it is called, and is one beside it`() {
    var fix = Sample.fix()
    fix.coordinate = Coordinate(latitude: 0, longitude: 0)
    #expect(fix.isValid && fix.isOnNullIsland && made(of: fix) == nil)
    for (latitude, longitude) in [(0.0, 1e-7), (-1e-7, 0), (0, 180), (0, -51.07)] {
      fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
      #expect(!fix.isOnNullIsland && made(of: fix) != nil)
    }
    fix.coordinate = nil
    #expect(!fix.isOnNullIsland)
  }

  @Test func `says nothing that the receiver did not say`() throws {
    var fix = Fix()
    fix.mode = .twoDimensional
    fix.coordinate = Coordinate(latitude: 1, longitude: 2)
    let location = try #require(made(of: fix))
    let numbers = [
      location.altitude, location.ellipsoidalAltitude, location.geoidSeparation, location.verticalAccuracy,
      location.speed, location.course, location.climb,
    ]
    #expect(numbers.allSatisfy { $0 == nil } && location.fix.quality == nil)
    #expect(location.fix.satellitesUsed == nil && location.fix.satellitesInView == nil)
    #expect(location.accuracySource == .assumed)
  }

  @Test func `does not come about without a position, or where the fix is denied`() {
    #expect(made(of: Fix()) == nil)
    var timeOnly = Fix()
    (timeOnly.mode, timeOnly.time) = (.time, Sample.noon)
    #expect(made(of: timeOnly) == nil)
    var denied = Sample.fix()
    denied.mode = .none
    #expect(made(of: denied) == nil)
  }

  @Test func `comes out of a stream only where that has a fix`() {
    let good = "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
    let zero = "GPGGA,120001,0000.0000,N,00000.0000,E,0,00,99.9,,M,,M,,"
    let denied = "GPRMC,120002,V,4807.038,N,01131.000,E,0.0,0.0,201126,,,N"
    var decoder = FixDecoder(.recording())
    var found: [Location?] = []
    let take: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { found.append(made(of: fix)) } }
    decoder.decode(wire([good, zero, denied]).span, take)
    decoder.finish(take)
    #expect(found.map { $0 != nil } == [true, false, false])
  }

  @Test func `has no vertical accuracy without an altitude`() throws {
    var fix = Sample.fix()
    fix.altitude = nil
    #expect(abs(try #require(made(of: fix)?.verticalAccuracy) - 3.766) < 0.001)
    fix.ellipsoidalAltitude = nil
    #expect(made(of: fix)?.verticalAccuracy == nil)
  }

  @Test func `counts each satellite once, however many signals it has`() throws {
    var fix = Sample.fix()
    fix.satellites = Satellites([1, 1, 2, 3].map { Satellite(SatelliteIdentity(.gps, $0)) })
    #expect(made(of: fix)?.fix.satellitesInView == 3)
  }

  @Test func `is simulated if the receiver says so, or if the source is`() {
    var fix = Sample.fix()
    #expect(made(of: fix)?.source.isSimulatedBySoftware == false)
    fix.quality = .simulated
    #expect(made(of: fix)?.source.isSimulatedBySoftware == true)
    #expect(made(of: Sample.fix(), source: .simulated("sim:walk"))?.source.isSimulatedBySoftware == true)
  }

  /// This machine's clock, and the day and time that a receiver means by 23:59:50 at that moment.
  static let dayless: [(Double, Double)] = [
    (1_795_132_790, 1_795_132_790), (1_795_132_810, 1_795_132_790), (1_795_132_700, 1_795_132_790),
    (1_795_175_980, 1_795_132_790), (1_795_176_000, 1_795_219_190),
  ]

  @Test(arguments: dayless)
  func `takes the day from the machine's clock where the receiver has only a time`(
    utc: Double, expected: Double
  ) {
    var fix = Sample.fix()
    fix.time = nil
    fix.timeOfDay = TimeOfDay(hour: 23, minute: 59, second: 50)
    let location = made(of: fix, utc: utc)
    #expect(location?.timestampSource == .receiverWithoutDate)
    #expect(location?.timestamp == Date(timeIntervalSince1970: expected))
  }

  @Test func `takes the machine's clock where the receiver has no time, and says so`() {
    var fix = Sample.fix()
    fix.time = nil
    fix.timeOfDay = nil
    #expect(made(of: fix)?.timestamp == Date(timeIntervalSince1970: utc))
    #expect(made(of: fix)?.timestampSource == .machine)
  }

  @Test func `is not earlier in a leap second than before it`() throws {
    let day = try #require(CivilDate(year: 2016, month: 12, day: 31))
    let times = try [(59, 59), (59, 60)].map { minute, second in
      Date(UTC(day, try #require(TimeOfDay(hour: 23, minute: minute, second: second))))
    }
    #expect(times.map(\.timeIntervalSince1970) == [1_483_228_799, 1_483_228_800])
  }

  @Test func `keeps what was corrected in its time`() {
    var fix = Sample.fix()
    fix.timeCorrections.rolloverWeeks = 1024
    #expect(made(of: fix)?.fix.timeCorrections.rolloverWeeks == 1024)
  }
}
