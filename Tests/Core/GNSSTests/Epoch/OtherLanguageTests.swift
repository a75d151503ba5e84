import NMEA
import TestSupport
import Testing

@testable import GNSS

@Suite struct `Epochs of SiRF binary` {
  private let day = DateReference.recording(CivilDate(year: 2005, month: 6, day: 9))

  /// A place in the Alps, with a velocity of an eighth of a meter per second along x.
  private func navigation(_ hundredths: UInt32, mode: UInt8 = 4) -> SiRFNavigation {
    var message = SiRFNavigation()
    (message.x, message.y, message.z) = (4_360_953, 579_351, 4_604_558)
    message.velocityX = -1
    message.mode = mode
    message.dilutionFifths = 12
    message.week = 302
    message.timeOfWeek = hundredths
    message.satellitesUsed = 5
    return message
  }

  private func geodetic(_ milliseconds: UInt32, isDated: Bool) -> SiRFGeodetic {
    var message = SiRFGeodetic()
    message.week = 302
    message.timeOfWeek = milliseconds
    message.latitudeSteps = 464_982_948
    message.longitudeSteps = 75_674_069
    message.ellipsoidalCentimeters = 139_067
    message.altitudeCentimeters = 134_261
    message.horizontalErrorCentimeters = 266
    if isDated {
      message.moment = SiRFMoment(year: 2005, month: 6, day: 9, hour: 14, minute: 34, millisecond: 49_283)
      message.type = 4
    }
    return message
  }

  private func fixes(_ messages: [SiRFMessage], _ reference: DateReference? = nil) -> [Fix] {
    decode(messages.flatMap { $0.encoded ?? [] }, reference ?? day).fixes
  }

  @Test func `have the place, the leap seconds and the week of their day`() throws {
    let fix = try #require(fixes([.navigation(navigation(39_810_228))]).first)
    let place = try #require(fix.coordinate)
    #expect(abs(place.latitude - 46.498287178) < 1e-9 && abs(place.longitude - 7.567411672) < 1e-9)
    #expect(abs((fix.ellipsoidalAltitude ?? 0) - 1390.5843) < 0.001)
    // 398102.28 s of week 1326, and 13 leap seconds.
    #expect(fix.time?.date == CivilDate(year: 2005, month: 6, day: 9))
    #expect(fix.timeOfDay == TimeOfDay(hour: 14, minute: 34, second: 49, nanosecond: 280_000_000))
    #expect(fix.mode == .threeDimensional && fix.dilution.position == 2.4 && fix.satellitesUsed == 5)
    #expect(abs((fix.speed ?? 0) - 0.091) < 0.001)
  }

  @Test func `are of the nearest 1024 weeks`() throws {
    let later = DateReference.recording(CivilDate(year: 2025, month: 1, day: 1))
    let fix = try #require(fixes([.navigation(navigation(39_810_228))], later).first)
    #expect(fix.time?.date == CivilDate(year: 2025, month: 1, day: 23))
    #expect(fix.timeOfDay?.second == 44)
  }

  @Test func `have no position while the mode says none`() throws {
    let fix = try #require(fixes([.navigation(navigation(39_810_228, mode: 0))]).first)
    #expect(fix.mode == .none && fix.coordinate == nil)
  }

  @Test func `end with the next MID 2, and MID 41 waits for that of its time`() {
    let told = fixes([
      .navigation(navigation(39_810_228)), .geodetic(geodetic(398_103_283, isDated: false)),
      .navigation(navigation(39_810_328)), .geodetic(geodetic(398_104_283, isDated: false)),
    ])
    #expect(told.count == 2)
    #expect(told.map(\.altitude) == [nil, 1342.61])
    #expect(told.last?.errors?.horizontal == 2.66)
    // Firmware without UTC in MID 41: the place of MID 2 counts.
    #expect(abs((told.last?.coordinate?.latitude ?? 0) - 46.498287178) < 1e-9)
  }

  @Test func `take the finer place of MID 41 where it tells UTC`() {
    let told = fixes([.navigation(navigation(39_810_228)), .geodetic(geodetic(398_102_283, isDated: true))])
    #expect(told.map { $0.coordinate?.latitude } == [46.4982948])
  }

  /// MID 41 of seconds 49 and on.
  private func ahead(_ count: Int, invalidity: UInt16 = 0) -> [SiRFMessage] {
    (0..<count).map { second in
      var message = geodetic(398_102_283 + UInt32(second) * 1000, isDated: true)
      message.moment.millisecond += UInt16(second) * 1000
      message.invalidity = invalidity
      return .geodetic(message)
    }
  }

  @Test func `are made of MID 41 alone where no MID 2 comes`() {
    let messages = ahead(3)
    for count in 0...3 {
      let seconds = fixes(Array(messages.prefix(count))).map { $0.timeOfDay?.second }
      #expect(seconds == Array([49, 50, 51].prefix(count)))
    }
    #expect(fixesByBurst(messages.map { [$0] }) == [[49], [50], [51]])
    // A receiver that sends other messages may send the MID 2, too: the first waits for the second.
    #expect(
      fixesByBurst([[.tracker(SiRFTracker()), messages[0]], [messages[1]], [messages[2]]]) == [
        [], [49, 50], [51],
      ])
  }

  @Test func `have no fix where a MID 41 without MID 2 is invalid, and one where MID 2 has it`() {
    let messages = ahead(3, invalidity: 1)
    let alone = fixes(messages)
    #expect(alone.map(\.mode) == [.none, .none, .none] && !alone.contains { $0.isUnreported })
    let beside = fixes([.navigation(navigation(39_810_228)), messages[0]])
    #expect(beside.map(\.mode) == [.threeDimensional])
  }

  @Test func `end with their own MID 41 where one MID 2 is lost`() {
    let ahead = self.ahead(4)
    let own = (0..<4).map { SiRFMessage.navigation(navigation(39_810_228 + UInt32($0) * 100)) }
    let bursts = [[own[0], ahead[1]], [ahead[2]], [own[2], ahead[3]], [own[3]]]
    #expect(fixesByBurst(bursts) == [[49], [50], [51], [52]])
    // The end of a recording is no end of an epoch that has not begun.
    #expect(fixes(bursts.dropLast().flatMap(\.self)).map { $0.timeOfDay?.second } == [49, 50, 51])
  }

  /// The seconds of the fixes that are known when the line is quiet after each burst.
  private func fixesByBurst(_ bursts: [[SiRFMessage]]) -> [[UInt8?]] {
    var decoder = FixDecoder(day)
    return bursts.map { burst in
      let bytes = burst.flatMap { $0.encoded ?? [] }
      let outputs = decoder.outputs {
        $0.decode(bytes.span, $1)
        $0.lineIsQuiet($1)
      }
      return outputs.fixes.map { $0.timeOfDay?.second }
    }
  }

  @Test func `are read of a MID 41 of 97 bytes, as some loggers send it`() throws {
    var message = geodetic(398_102_283, isDated: true)
    message.appended = [0, 0, 0, 0, 0, 0]
    var next = message
    next.timeOfWeek += 1000
    next.moment.millisecond += 1000
    let payload = SiRFMessage.geodetic(message).payload
    #expect(payload.count == 97)
    let fix = try #require(fixes([.geodetic(message), .geodetic(next)]).first)
    #expect(fix.mode == .threeDimensional && fix.coordinate?.latitude == 46.4982948)
  }

  @Test func `take the leap seconds that the receiver tells`() {
    var pulse = SiRFPulseTime()
    pulse.leapSeconds = 20
    pulse.status = 7
    #expect(fixes([.pulseTime(pulse), .navigation(navigation(39_810_228))]).first?.timeOfDay?.second == 42)
    pulse.status = 3
    #expect(fixes([.pulseTime(pulse), .navigation(navigation(39_810_228))]).first?.timeOfDay?.second == 49)
  }

  @Test func `have the satellites of MID 4`() throws {
    var tracker = SiRFTracker()
    tracker.channelCount = 12
    for number in 1...12 {
      var channel = SiRFTracker.Channel()
      channel.number = number < 11 ? UInt8(number) : 0
      channel.azimuthSteps = 60
      channel.elevationHalves = 80
      channel.densities = [UInt8](repeating: 38, count: 10)
      channel.state = 0xBF
      tracker.channels.append(channel)
    }
    var message = navigation(39_810_228)
    message.satellites = [1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0]
    let fix = try #require(fixes([.navigation(message), .tracker(tracker)]).first)
    #expect(fix.satellites.count == 10 && fix.satellites.count(where: \.isUsed) == 5)
    #expect(fix.satellites.first?.azimuth == 90 && fix.satellites.first?.carrierToNoise == 38)
  }
}

@Suite struct `Epochs of CASIC binary` {
  private func position(_ runTime: UInt32, state: UInt8 = 7) -> CASICMessage {
    var message = CASICPosition()
    message.runTime = runTime
    message.positionState = state
    message.velocityState = state
    (message.latitude, message.longitude) = (47.7, -122.3)
    (message.height, message.separation) = (80, -20)
    (message.horizontalVariance, message.verticalVariance) = (4, 9)
    (message.groundSpeed, message.heading) = (1.5, 90)
    message.satellitesUsed = 18
    return .position(message)
  }

  private func time(_ runTime: UInt32, second: UInt8, validity: UInt8 = 7) -> CASICMessage {
    var message = CASICTime()
    message.runTime = runTime
    (message.year, message.month, message.day) = (2026, 8, 6)
    (message.hour, message.minute, message.second) = (7, 20, second)
    message.validity = validity
    return .time(message)
  }

  private func fixes(_ messages: [CASICMessage]) -> [Fix] {
    decode(messages.flatMap { $0.encoded ?? [] }).fixes
  }

  @Test func `join position and time by the run time, in whatever order they come`() throws {
    let told = fixes([position(1000), time(1000, second: 1), time(2000, second: 2), position(2000)])
    #expect(told.map { $0.timeOfDay?.second } == [1, 2])
    let fix = try #require(told.first)
    #expect(fix.coordinate == Coordinate(latitude: 47.7, longitude: -122.3))
    #expect(fix.altitude == 100 && fix.ellipsoidalAltitude == 80 && fix.mode == .threeDimensional)
    #expect(fix.errors == ErrorEstimate(horizontal: 2, vertical: 3, source: .receiver))
    #expect(fix.speed == 1.5 && fix.course == 90 && fix.satellitesUsed == 18)
    #expect(fix.time?.date == CivilDate(year: 2026, month: 8, day: 6))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5] as [UInt8])
  func `have no position where it is held or estimated`(state: UInt8) {
    let told = fixes([position(1000, state: state), time(1000, second: 1)])
    #expect(told.map(\.mode) == [.none] && told.first?.coordinate == nil)
  }

  @Test func `have no time where its leap seconds are not known`() {
    let told = fixes([
      position(1000), time(1000, second: 1, validity: 3), position(2000), time(2000, second: 2),
    ])
    #expect(told.map { $0.timeOfDay?.second } == [nil, 2])
    #expect(told.allSatisfy { $0.coordinate != nil })
  }

  @Test func `are told where no time ever comes`() {
    #expect(
      fixes([position(1000), position(2000), position(3000)]).map(\.mode) == [
        .threeDimensional, .threeDimensional,
      ])
  }
}

@Suite struct `The station of corrections` {
  /// The example of message 1005 in the standard, and one of 1029.
  private let frame: [UInt8] = [
    0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC,
    0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
  ]

  @Test func `is read with its number and its place`() throws {
    let station = TakenApart(frame + frame).counts.station
    #expect(station.identifier == 2003 && station.messageNumbers == [1005] && station.count(of: 1005) == 2)
    let place = try #require(station.place)
    // X 1114104.5999, Y -4850729.7108, Z 3975521.4643
    #expect(abs(place.latitude - 38.80475943) < 1e-7 && abs(place.longitude + 77.06477360) < 1e-7)
    #expect(station.antennaHeight == nil)
  }

  @Test func `is not taken from a frame with a wrong checksum`() {
    var bytes = frame
    bytes[8] ^= 1
    #expect(TakenApart(bytes).counts.station == CorrectionStation())
  }

  @Test func `has an age by the time of its observations, over the end of a week too`() {
    var station = CorrectionStation()
    #expect(station.age(at: UTC(secondsSince1970: 1_600_000_000)) == nil)
    // Message 1074 of station 1, at 604 799 500 ms of the week.
    station.take(frame(of: 1074, timeOfWeek: 604_799_500).span)
    // 13 September 2020, 00:00:00 of GPS's week 2123, is 18 s before that of UTC.
    let sunday = Int64(3657 + 7 * 2123) * 86_400
    let begin = UTC(secondsSince1970: sunday - 18)
    #expect(station.age(at: begin) == 0.5)
    station.take(frame(of: 1077, timeOfWeek: 2000).span)
    #expect(station.age(at: begin) == -2)
    #expect(
      station.age(at: UTC(secondsSince1970: begin.secondsSince1970 + 3, nanosecond: 500_000_000)) == 1.5)
  }

  /// A frame whose payload begins as observations do; its checksum is not looked at.
  private func frame(of number: UInt64, timeOfWeek: UInt64) -> [UInt8] {
    let bits = number << 52 | 1 << 40 | timeOfWeek << 10
    let payload = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    return [0xD3, 0, 8] + payload + [0, 0, 0]
  }

  @Test func `counts no more than 32 kinds`() {
    var station = CorrectionStation()
    for number in 0..<100 {
      let frame: [UInt8] = [0xD3, 0, 2, UInt8(number), 0, 0, 0, 0]
      station.take(frame.span)
    }
    #expect(station.messageNumbers.count == 32)
  }
}

@Suite struct `A place about the center of the Earth` {
  @Test(arguments: [
    (0.0, 0.0, 0.0), (90, 0, 100), (-90, 0, 0), (45, 179.9, 8000), (-33.3, -70.6, 520), (60, 10, 20_000),
  ])
  func `becomes latitude, longitude and height`(latitude: Double, longitude: Double, height: Double) throws {
    let found = try #require(Self.place(latitude, longitude, height).geodetic)
    #expect(abs(found.coordinate.latitude - latitude) < 1e-9)
    #expect(abs(latitude) == 90 || abs(found.coordinate.longitude - longitude) < 1e-9)
    #expect(abs(found.altitude - height) < 1e-4)
  }

  @Test func `is none near the center, nor where a number is none`() {
    #expect(EarthCentered(x: 0, y: 0, z: 0).geodetic == nil)
    #expect(EarthCentered(x: .nan, y: 0, z: 6_400_000).geodetic == nil)
  }

  @Test func `turns a velocity into east, north and up`() throws {
    let place = Self.place(0, 90, 0)
    let velocity = try #require(EarthCentered(x: -1, y: 2, z: 3).velocity(at: place))
    #expect(abs(velocity.east - 1) < 1e-9 && abs(velocity.north - 3) < 1e-9 && abs(velocity.up - 2) < 1e-9)
  }

  private static func place(_ latitude: Double, _ longitude: Double, _ height: Double) -> EarthCentered {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let square = 0.006_694_379_990_141_317
    let radius = 6_378_137 / (1 - square * Self.sine(phi) * Self.sine(phi)).squareRoot()
    return EarthCentered(
      x: (radius + height) * Self.sine(.pi / 2 - phi) * Self.sine(.pi / 2 - lambda),
      y: (radius + height) * Self.sine(.pi / 2 - phi) * Self.sine(lambda),
      z: (radius * (1 - square) + height) * Self.sine(phi))
  }

  /// The series, since these tests link no libm either.
  private static func sine(_ angle: Double) -> Double {
    var (term, sum) = (angle, angle)
    for step in 1..<25 {
      term *= -angle * angle / Double(2 * step * (2 * step + 1))
      sum += term
    }
    return sum
  }
}
