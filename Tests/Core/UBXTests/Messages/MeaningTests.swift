import TestSupport
import Testing

@testable import UBX

@Suite struct `The meaning of a message` {
  @Test func `of a position in parts is their sum`() throws {
    var message = NavHPPOSLLH()
    message.position = NavPVT.Position(
      latitude: 48.123_456_789, longitude: -11.987_654_321, height: 519.123_4, altitude: 472.567_8)
    let read = try #require(content(NavHPPOSLLH.self, message.payload)?.position)
    #expect(abs(read.latitude - 48.123_456_789) < 1e-10)
    #expect(abs(read.longitude - -11.987_654_321) < 1e-10)
    #expect(abs(read.height - 519.123_4) < 1e-6)
    #expect(abs(read.altitude - 472.567_8) < 1e-6)
    message.position = nil
    #expect(content(NavHPPOSLLH.self, message.payload)?.position == nil)

    var axes = NavHPPOSECEF()
    axes.move(toX: 4_177_000.123_4, y: 855_000.567_8, z: -4_727_000.999_9)
    let place = try #require(content(NavHPPOSECEF.self, axes.payload))
    #expect(abs(place.x - 4_177_000.123_4) < 1e-6)
    #expect(abs(place.y - 855_000.567_8) < 1e-6)
    #expect(abs(place.z - -4_727_000.999_9) < 1e-6)
  }

  @Test func `of a dilution without a fix is none`() throws {
    let message = try #require(content(NavDOP.self, bytes("00000000 0F27 6400 0F27 0E27 1027 0000 0100")))
    #expect(message.geometric == nil && message.position == 1)
    #expect(message.vertical == 99.98 && message.horizontal == 100)
    var again = message
    again.position = 99.99
    #expect(again.position == 99.98)
  }

  @Test func `of a satellite's direction is none where it can't be`() throws {
    var satellite = NavSAT.Satellite()
    satellite.elevation = 45
    satellite.azimuth = 360
    #expect(satellite.azimuth == 0)
    satellite.elevation = nil
    #expect(satellite.elevation == nil && satellite.azimuth == nil)
    #expect(satellite.signalToNoise == nil)
    satellite.signalToNoise = 300
    #expect(satellite.signalToNoise == 255)
  }

  @Test(
    arguments: [
      (1, .gps, 1), (32, .gps, 32), (33, .beiDou, 6), (64, .beiDou, 37), (65, .glonass, 1),
      (96, .glonass, 32), (120, .sbas, 120), (159, .beiDou, 1), (163, .beiDou, 5), (173, .imes, 1),
      (193, .qzss, 1), (211, .galileo, 1), (246, .galileo, 36), (255, .glonass, 255),
    ] as [(UInt8, SatelliteSystem, UInt8)])
  func `of an old satellite's number is a system and a number in it`(
    number: UInt8, system: SatelliteSystem, own: UInt8
  ) {
    var channel = NavSVINFO.Channel()
    channel.number = number
    #expect(channel.identity?.system == system && channel.identity?.number == own)
    channel.number = 0
    #expect(channel.identity == nil)
  }

  @Test func `of a time may lie on the day before`() throws {
    let payload = bytes("00000000 FFFFFFFF FFFFFFFF E807 03 01 00 00 00 07")
    let message = try #require(content(NavTIMEUTC.self, payload))
    #expect(message.date == NavPVT.CalendarDate(year: 2024, month: 2, day: 29))
    #expect(message.time == NavPVT.TimeOfDay(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999))
    #expect(message.timeAccuracy == nil && message.isTimeFullyResolved)
  }

  @Test func `of short blocks of interference is found by their length`() throws {
    let payload = bytes("00010000 01 02 01 2A 00000000 00000000 1000 2000 05 96 FB 8C")
    let block = try #require(content(MonRF.self, payload)?.blocks.first)
    #expect(block.isShort && block.band == 1 && block.antennaState == .ok)
    #expect(block.antennaPower == .on && block.interference == 42 && block.noise == 16)
    #expect(block.gain == 32 && block.offsetQ == -5 && block.jamming == .unknown)
  }

  @Test func `of the chip's number can be shown`() throws {
    let message = try #require(content(SecUNIQID.self, bytes("01000000 DEADBEEF01")))
    #expect(message.number == [0xDE, 0xAD, 0xBE, 0xEF, 0x01])
    #expect(message.description == "dead-beef-01")
  }

  @Test func `of a correction's report is whether the receiver uses it`() throws {
    let message = try #require(content(RxmRTCM.self, bytes("02 05 0000 E803 3504")))
    #expect(message.message == 1077 && message.station == 1000 && message.subtype == 0)
    #expect(message.hasWrongChecksum && message.usage == .used)
    #expect(content(RxmRTCM.self, bytes("01 04 0000 E803 3504")) == nil)
  }

  @Test func `of a text for people has no control characters`() throws {
    var text = InfText()
    text.bytes = Array("u-blox\u{1B}[0m".utf8)
    #expect(text.description == "u-blox\u{FFFD}[0m" && text.kind == .infNOTICE)
    text.level = .error
    #expect(text.encoded()[2...3] == [4, 0])
  }

  @Test func `of an answer is what was asked, and whether it was taken`() throws {
    guard case .message(let frame) = recognize(Sample.acknowledgement),
      case .acknowledgement(let answer) = message(frame, Sample.acknowledgement)
    else { throw Unexpected() }
    #expect(answer.isAccepted && answer.message == .cfgMSG)
    let refusal = Acknowledgement { ($0.isAccepted, $0.message) = (false, .cfgVALSET) }
    #expect(refusal.encoded() == bytes("B562 0500 0200 068A 97BC"))
  }

  @Test func `of a moment that a receiver is told can be read again`() throws {
    var message = MgaINITime()
    message.date = NavPVT.CalendarDate(year: 2026, month: 3, day: 1)
    message.time = NavPVT.TimeOfDay(hour: 12, minute: 34, second: 56, nanosecond: 789)
    message.leapSeconds = 18
    let read = try #require(content(MgaINITime.self, message.payload))
    #expect(read == message && read.date == message.date && read.time?.nanosecond == 789)
    #expect(read.payload[0] == 0x10 && read.payload.count == 24)
    #expect(MgaINIPosition().payload.count == 20)
    #expect(content(MgaINIPosition.self, message.payload) == nil)
  }
}
