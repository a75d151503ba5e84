import GNSS
import NMEA
import TestSupport
import Testing
import UBX

/// Noon of 20 November 2026, a Friday, as the time of the week of GPS with 18 leap seconds.
private let noon: UInt32 = 5 * 86_400_000 + 43_200_000 + 18_000
/// The week of that day.
private let week: Int16 = 2445
/// Zurich, on the ellipsoid and about the center of the earth.
private let zurich = (latitude: 47.25, longitude: 8.5, height: 500.0)
private let centered = (x: 4_290_013.63, y: 641_146.83, z: 4_661_042.54)

private func fixes(_ messages: [any PayloadMessage], _ reference: DateReference = .recording()) -> [Fix] {
  decode(messages.flatMap { $0.encoded() }, reference).fixes
}

private func located(_ timeOfWeek: UInt32 = noon, latitude: Double = zurich.latitude) -> NavPOSLLH {
  NavPOSLLH {
    $0.timeOfWeek = timeOfWeek
    ($0.latitude, $0.longitude, $0.height, $0.altitude) = (latitude, zurich.longitude, zurich.height, 452.5)
    ($0.horizontalAccuracy, $0.verticalAccuracy) = (2.5, 4)
  }
}
private func status(
  _ timeOfWeek: UInt32 = noon, _ type: NavPVT.FixType = .threeDimensional, isOK: Bool = true
) -> NavSTATUS {
  NavSTATUS {
    ($0.timeOfWeek, $0.fixType, $0.isFixOK) = (timeOfWeek, type, isOK)
    $0.isTimeOfWeekValid = true
  }
}
private func solution(_ timeOfWeek: UInt32 = noon) -> NavSOL {
  NavSOL {
    ($0.timeOfWeek, $0.week, $0.fixType, $0.isFixOK) = (timeOfWeek, week, .threeDimensional, true)
    ($0.isTimeOfWeekValid, $0.isWeekValid, $0.satellitesUsed) = (true, true, 9)
    ($0.x, $0.y, $0.z) = centered
    $0.positionDilution = 1.5
  }
}
private func told(_ seconds: Int, at timeOfWeek: UInt32? = nil) -> NavPVT {
  NavPVT {
    $0.timeOfWeek = timeOfWeek ?? noon + UInt32(seconds) * 1000
    $0.date = NavPVT.CalendarDate(year: 2026, month: 11, day: 20)
    $0.time = NavPVT.TimeOfDay(hour: 12, minute: 0, second: seconds)
    ($0.fixType, $0.isFixOK, $0.satellitesUsed) = (.threeDimensional, true, 11)
    $0.position = NavPVT.Position(
      latitude: zurich.latitude, longitude: zurich.longitude, height: zurich.height, altitude: 452.5)
  }
}

@Suite struct `An epoch whose solution was damaged on its way` {
  private func dilution(_ timeOfWeek: UInt32) -> NavDOP {
    NavDOP { ($0.timeOfWeek, $0.horizontal, $0.vertical) = (timeOfWeek, 0.9, 1.2) }
  }

  @Test func `reports neither a fix nor its loss`() throws {
    var damaged = told(1, at: noon + 1000).encoded()
    damaged[30] ^= 4
    // NAV-STATUS reports a fix, and no position.
    let stream =
      told(0).encoded() + dilution(noon).encoded() + damaged + dilution(noon + 1000).encoded()
      + status(noon + 1000).encoded() + told(2, at: noon + 2000).encoded() + dilution(noon + 2000).encoded()
    let found = decode(stream, .recording()).fixes
    #expect(found.map(\.isUnreported) == [false, true, false])
    #expect(found.map(\.mode) == [.threeDimensional, .none, .threeDimensional])
    #expect(found.map { $0.coordinate == nil } == [false, true, false])
  }

  @Test func `is another one than an epoch without a fix`() {
    let lost = NavPVT {
      $0.timeOfWeek = noon
      ($0.fixType, $0.isFixOK) = (.none, false)
    }
    #expect(fixes([lost, dilution(noon)]).map(\.isUnreported) == [false])
    #expect(fixes([status(noon, .none, isOK: false), dilution(noon)]).map(\.isUnreported) == [false])
  }
}

@Suite struct `Messages that each say a part of an epoch` {
  @Test func `are one fix if they name the same moment`() throws {
    let velocity = NavVELNED {
      ($0.timeOfWeek, $0.groundSpeed, $0.headingOfMotion, $0.velocityDown) = (noon, 3, 90, -0.5)
    }
    let dilution = NavDOP { ($0.timeOfWeek, $0.horizontal, $0.vertical) = (noon, 0.9, 1.2) }
    let found = fixes([located(), status(), velocity, dilution, located(noon + 1000)])
    let fix = try #require(found.first)
    #expect(found.count == 2)
    #expect(fix.mode == .threeDimensional)
    #expect(fix.coordinate == Coordinate(latitude: zurich.latitude, longitude: zurich.longitude))
    #expect(fix.altitude == 452.5 && fix.ellipsoidalAltitude == 500)
    #expect(fix.speed == 3 && fix.course == 90 && fix.climb == 0.5)
    #expect(fix.dilution.horizontal == 0.9)
    #expect(fix.errors == ErrorEstimate(horizontal: 2.5, vertical: 4, source: .receiver))
    #expect(fix.timeOfDay == TimeOfDay(hour: 12, minute: 0, second: 0))
  }

  @Test func `are none where nobody says that the place is one, and deny a fix that a sentence claims`() {
    #expect(fixes([located()]).map(\.mode) == [.none])
    let claim = wire(["GNGGA,120000.00,4715,N,00830,E,1,09,0.9,452.5,M,47.5,M,,"])
    #expect(decode(claim + status(isOK: false).encoded()).fixes.map(\.mode) == [.none])
    #expect(decode(claim + status().encoded()).fixes.map(\.mode) == [.threeDimensional])
  }

  @Test func `join the sentences of their moment, whoever comes first`() throws {
    let sentence = wire(["GNRMC,120000.00,A,4714.99,N,00829.99,E,6.0,91.0,201126,,,A,V"])
    let parts = located().encoded() + status().encoded()
    for bytes in [sentence + parts, parts + sentence] {
      let found = decode(bytes).fixes
      #expect(found.count == 1 && found.first?.coordinate?.latitude == zurich.latitude)
      #expect(found.first?.time == utc(2026, 11, 20, 12, 0, 0))
    }
  }
}

@Suite struct `A solution about the center of the earth` {
  @Test func `is a place to the centimeter, with a height above the ellipsoid alone`() throws {
    let fix = try #require(fixes([solution()]).first)
    let coordinate = try #require(fix.coordinate)
    #expect(abs(coordinate.latitude - zurich.latitude) < 2e-7)
    #expect(abs(coordinate.longitude - zurich.longitude) < 2e-7)
    #expect(try abs(#require(fix.ellipsoidalAltitude) - zurich.height) < 0.02)
    #expect(fix.altitude == nil && fix.mode == .threeDimensional)
    #expect(fix.satellitesUsed == 9 && fix.dilution.position == 1.5)
  }

  @Test func `has its date by the week, and says that the leap seconds are from a table`() {
    let fix = fixes([solution()]).first
    #expect(fix?.time == utc(2026, 11, 20, 12, 0, 0))
    #expect(fix?.timeCorrections.assumedLeapSeconds == 18)
  }

  @Test func `of an old recording has the leap seconds of its day`() {
    let old = NavSOL {
      // 3 May 2007, a Thursday.
      ($0.timeOfWeek, $0.week, $0.isTimeOfWeekValid, $0.isWeekValid) = (
        4 * 86_400_000 + 14_000, 1425, true, true
      )
    }
    let day = CivilDate(year: 2007, month: 5, day: 3)
    #expect(fixes([old], .recording(day)).first?.time == utc(2007, 5, 3, 0, 0, 0))
  }

  @Test func `counts by the leap seconds that the receiver has told`() {
    let seconds = NavTIMEGPS { ($0.timeOfWeek, $0.leapSeconds, $0.areLeapSecondsValid) = (noon, 17, true) }
    let fix = fixes([seconds, solution()]).first
    #expect(fix?.time == utc(2026, 11, 20, 12, 0, 1))
    #expect(fix?.timeCorrections.assumedLeapSeconds == nil)
  }

  @Test func `learns how far GPS is ahead from a message that says both times`() {
    let found = fixes([told(1, at: noon), located(noon + 1000), status(noon + 1000)])
    #expect(found.map { $0.timeOfDay?.second } == [1, 2])
    #expect(found.allSatisfy { $0.timeCorrections.assumedLeapSeconds == nil })
  }

  @Test func `without a time is an epoch in which the receiver has lost it, with all that comes beside it`() {
    let lost = NavSOL { $0.timeOfWeek = 77 }
    let state = NavSTATUS { $0.timeOfWeek = 77 }
    let next = NavSOL { $0.timeOfWeek = 1077 }
    let found = fixes([lost, located(77), state, next, located(1077), state])
    #expect(found.map(\.timeOfDay) == [nil, nil])
    #expect(found.map(\.mode) == [.none, .none])
  }
}

@Suite struct `A solution between those of the satellites` {
  @Test func `is an epoch of its own, and what lies behind it is late`() {
    let quick = { (tenth: UInt32) in
      HnrPVT {
        $0.timeOfWeek = noon + tenth * 100
        $0.date = NavPVT.CalendarDate(year: 2026, month: 11, day: 20)
        $0.time = NavPVT.TimeOfDay(
          hour: 12, minute: 0, second: Int(tenth / 10), nanosecond: Int(tenth % 10) * 100_000_000)
        ($0.fixType, $0.isFixOK) = (.combined, true)
        $0.position = NavPVT.Position(
          latitude: zurich.latitude, longitude: zurich.longitude, height: 500, altitude: 452.5)
      }
    }
    var messages: [any PayloadMessage] = []
    for tenth in 10..<40 as Range<UInt32> {
      messages.append(quick(tenth))
      // The satellites' own solution is two tenths old when it comes.
      if tenth % 10 == 2 { messages.append(told(Int(tenth / 10), at: noon + tenth / 10 * 1000)) }
    }
    let times = fixes(messages).compactMap { $0.timeOfDay?.nanosecondsOfDay }
    #expect(times.count == 30)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 100_000_000 })
  }
}

@Suite struct `The message that an epoch is over` {
  /// What comes out at once of each epoch, and how much was late in the end; nothing says that the line was quiet.
  private func decode(_ epochs: [[UInt8]]) -> (atOnce: [Int], late: Int) {
    var decoder = FixDecoder(.recording())
    let atOnce = epochs.map { bytes in
      var count = 0
      decoder.decode(bytes.span) { if case .fix = $0 { count += 1 } }
      return count
    }
    return (atOnce, decoder.epochCounts.late)
  }

  private func solution(_ second: Int) -> [UInt8] { told(second).encoded() }
  private func end(_ second: Int) -> [UInt8] {
    NavEOE { $0.timeOfWeek = noon + UInt32(second) * 1000 }.encoded()
  }
  private func sentence(_ second: Int) -> [UInt8] {
    wire(["GNGGA,12000\(second).00,4715,N,00830,E,1,09,0.9,452.5,M,47.5,M,,"])
  }

  @Test func `ends an epoch at its last byte, unless sentences are said behind it`() {
    let kinds: [((Int) -> [UInt8], [Int])] = [
      ({ solution($0) + end($0) }, [0, 2, 1, 1, 1, 1]),
      ({ sentence($0) + solution($0) + end($0) }, [0, 2, 1, 1, 1, 1]),
      ({ solution($0) + end($0) + sentence($0) }, [0, 1, 1, 1, 1, 1]),
    ]
    for (epoch, counts) in kinds {
      let (atOnce, late) = decode((0..<6).map(epoch))
      #expect(atOnce == counts && late == 0)
    }
  }

  @Test func `is believed no more when a sentence came behind it after all`() {
    var epochs = (0..<4).map { solution($0) + end($0) }
    epochs += (4..<9).map { solution($0) + end($0) + sentence($0) }
    let (atOnce, late) = decode(epochs)
    #expect(late == 1)
    #expect(atOnce.reduce(0, +) == 8)
  }
}

@Suite struct `The sky of messages` {
  private func satellites(_ second: Int) -> NavSAT {
    NavSAT {
      $0.timeOfWeek = noon + UInt32(second) * 1000
      $0.satellites = [
        satellite(.gps, 5, 44, isUsed: true), satellite(.galileo, 12, 31, isUsed: false),
        satellite(.glonass, 255, 20, isUsed: false), satellite(.sbas, 123, nil, isUsed: false),
      ]
    }
  }
  private func satellite(_ system: SatelliteSystem, _ number: UInt8, _ level: Int?, isUsed: Bool)
    -> NavSAT.Satellite
  {
    var satellite = NavSAT.Satellite()
    (satellite.system, satellite.number, satellite.signalToNoise) = (system, number, level)
    (satellite.elevation, satellite.azimuth, satellite.isUsed) = (40, 360, isUsed)
    return satellite
  }
  private func signals(_ second: Int) -> NavSIG {
    NavSIG {
      $0.timeOfWeek = noon + UInt32(second) * 1000
      $0.signals = [signal(0, 44, isUsed: true), signal(7, 39, isUsed: false)]
    }
  }
  private func signal(_ number: UInt8, _ level: Int, isUsed: Bool) -> NavSIG.Signal {
    var signal = NavSIG.Signal()
    (signal.system, signal.number, signal.signal) = (.gps, 5, number)
    (signal.signalToNoise, signal.isUsed) = (level, isUsed)
    return signal
  }
  private func skies(_ bytes: [UInt8]) -> [Sky] { decode(bytes).skies }

  @Test func `has each satellite that is identified, with its direction and its use`() throws {
    let sky = try #require(skies(told(0).encoded() + satellites(0).encoded()).first)
    #expect(sky.satellites.map(\.identity.constellation) == [.gps, .galileo, .sbas])
    #expect(sky.satellites.map(\.identity.number) == [5, 12, 123])
    #expect(sky.satellites.map(\.carrierToNoise) == [44, 31, nil])
    #expect(sky.satellites.map(\.isUsed) == [true, false, false])
    #expect(sky.satellites.allSatisfy { $0.azimuth == 0 && $0.elevation == 40 })
  }

  @Test func `is that of the signals where they come, with directions of the satellites`() throws {
    for bytes in [
      satellites(0).encoded() + signals(0).encoded(), signals(0).encoded() + satellites(0).encoded(),
    ] {
      let sky = try #require(skies(told(0).encoded() + bytes).first)
      #expect(sky.satellites.map(\.signal) == [.l1CA, .l5Q])
      #expect(sky.satellites.map(\.elevation) == [40, 40])
      #expect(sky.satellites.map(\.isUsed) == [true, false])
    }
  }

  @Test func `of an older receiver numbers all systems in one range`() throws {
    let channels = NavSVINFO {
      $0.timeOfWeek = noon
      $0.channels = ([7, 33, 65, 159, 211, 250] as [UInt8]).map { number in
        var channel = NavSVINFO.Channel()
        (channel.number, channel.signalToNoise, channel.isUsed) = (number, 30, true)
        return channel
      }
    }
    let sky = try #require(skies(told(0).encoded() + channels.encoded()).first)
    #expect(sky.satellites.map(\.identity.constellation) == [.gps, .beidou, .glonass, .beidou, .galileo])
    #expect(sky.satellites.map(\.identity.number) == [7, 6, 1, 1, 1])
  }

  @Test func `makes sentences about it repetitions, until it is silent for two rounds`() {
    let sentence = wire(["GPGSV,1,1,01,30,10,100,33"])
    var bytes: [UInt8] = []
    for second in 0..<6 { bytes += told(second).encoded() + satellites(second).encoded() + sentence }
    #expect(skies(bytes).count == 6)
    #expect(skies(bytes).allSatisfy { $0.satellites.count == 3 })
    for second in 6..<12 { bytes += told(second).encoded() + sentence }
    #expect(skies(bytes).last?.satellites.map(\.identity.number) == [30])
  }
}
