import GNSS
import NMEA
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `Sentences that are made of a fix` {
  /// A fix with all that a receiver may say.
  private func fix(_ random: inout SeededGenerator) -> Fix {
    var fix = Fix()
    fix.mode = Bool.random(using: &random) ? .threeDimensional : .twoDimensional
    fix.quality = [.autonomous, .differential, .rtkFixed, .rtkFloat, .simulated].randomElement(using: &random)
    fix.coordinate = Coordinate(
      latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
    fix.time = UTC(
      secondsSince1970: .random(in: 1_700_000_000...1_800_000_000, using: &random),
      nanosecond: .random(in: 0...999, using: &random) * 1_000_000)
    fix.altitude = .random(in: -400...18_000, using: &random)
    fix.geoidSeparation = .random(in: -107...86, using: &random)
    fix.speed = .random(in: 0...500, using: &random)
    fix.course = .random(in: 0..<360, using: &random)
    fix.magneticVariation = .random(in: -40...40, using: &random)
    fix.differentialAge = .random(in: 0...99, using: &random)
    fix.differentialStation = .random(in: 0...4095, using: &random)
    fix.dilution.horizontal = .random(in: 0.5...49, using: &random)
    fix.dilution.position = .random(in: 0.5...49, using: &random)
    fix.dilution.vertical = .random(in: 0.5...49, using: &random)
    fix.errors = ErrorEstimate(
      horizontal: [0.005, 0.05, 3].randomElement(using: &random), vertical: 1, source: .receiver)
    fix.satellites = Satellites(satellites(&random))
    fix.satellitesUsed = fix.satellites.count(where: \.isUsed)
    return fix
  }

  private func satellites(_ random: inout SeededGenerator) -> [Satellite] {
    let most: [(Constellation, Int)] = [
      (.gps, 32), (.galileo, 36), (.glonass, 24), (.beidou, 63), (.sbas, 158),
    ]
    return most.flatMap { constellation, last in
      let first = constellation == .sbas ? 120 : 1
      let numbers = Array(first...last).shuffled(using: &random).prefix(.random(in: 0...12, using: &random))
      return numbers.map { number in
        var satellite = Satellite(SatelliteIdentity(constellation, number))
        satellite.elevation = .random(in: 0...90, using: &random)
        satellite.azimuth = .random(in: 0...359, using: &random)
        satellite.carrierToNoise = .random(in: 10...55, using: &random)
        // GPS and SBAS share a sentence, with twelve places.
        satellite.isUsed = constellation != .sbas && Bool.random(using: &random)
        return satellite
      }
    }
  }

  /// What our own reader makes of sentences.
  private func read(_ batch: SentenceBatch, at time: UTC?) throws -> Fix {
    var decoder = FixDecoder(.recording(time?.date))
    var fixes: [Fix] = []
    let take = { (output: DecodedOutput) in if case .fix(let fix) = output { fixes.append(fix) } }
    decoder.decode(batch.bytes.span, take)
    decoder.finish(take)
    #expect(fixes.count == 1, "\(String(decoding: batch.bytes, as: UTF8.self))")
    return try #require(fixes.first)
  }

  @Test(arguments: UInt64(1)...20) func `are read as the same fix by our own reader`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let told = fix(&random)
      var writer = NMEAEpochWriter()
      let heard = try read(writer.epoch(told), at: told.time)
      let (place, other) = (try #require(told.coordinate), try #require(heard.coordinate))
      #expect(abs(place.latitude - other.latitude) < 1e-7 && abs(place.longitude - other.longitude) < 1e-7)
      #expect(heard.time == told.time && heard.mode == told.mode && heard.quality == told.quality)
      #expect(abs((heard.altitude ?? .infinity) - (told.altitude ?? 0)) < 0.51)
      #expect(abs((heard.speed ?? .infinity) - (told.speed ?? 0)) < 0.03)
      let turn = abs((heard.course ?? .infinity) - (told.course ?? 0))
      #expect(min(turn, 360 - turn) < 0.06)
      #expect(abs((heard.dilution.horizontal ?? .infinity) - (told.dilution.horizontal ?? 0)) < 0.051)
      #expect(heard.satellitesUsed == told.satellitesUsed)
      #expect(Set(heard.satellites.map(\.identity)) == Set(told.satellites.map(\.identity)))
      let used = { (fix: Fix) in Set(fix.satellites.filter(\.isUsed).map(\.identity)) }
      #expect(used(heard) == used(told))
    }
  }

  @Test(arguments: UInt64(1)...20) func `are never longer than the standard has it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var writer = NMEAEpochWriter()
      let batch = writer.epoch(fix(&random))
      var start = 0
      for end in batch.ends {
        #expect(end - start <= 82, "\(String(decoding: batch.bytes[start..<end], as: UTF8.self))")
        start = end
      }
    }
  }

  @Test func `have more decimals where the place is known better`() throws {
    var random = SeededGenerator(seed: 1)
    var fix = fix(&random)
    var writer = NMEAEpochWriter([.gll])
    let decimals = try [3.0, 0.05, 0.005, nil].map { accuracy in
      fix.errors?.horizontal = accuracy
      let text = String(decoding: writer.epoch(fix).bytes, as: UTF8.self)
      return try #require(text.split(separator: ",").dropFirst().first).split(separator: ".").last?.count
    }
    #expect(decimals == [5, 6, 7, 7])
  }

  @Test func `lose decimals of an unknown accuracy before any other field`() throws {
    var random = SeededGenerator(seed: 2)
    var fix = fix(&random)
    fix.coordinate = Coordinate(latitude: 48.773_347_777, longitude: -111.516_666_777)
    fix.time = UTC(secondsSince1970: 1_795_158_480)
    (fix.altitude, fix.geoidSeparation, fix.dilution.horizontal) = (448.2, 46.9, 0.9)
    (fix.differentialAge, fix.differentialStation, fix.errors) = (2, 21, nil)
    var writer = NMEAEpochWriter([.gga])
    let unknown = String(decoding: writer.epoch(fix).bytes, as: UTF8.self)
    #expect(unknown.contains(",2.0,0021*"), "\(unknown)")
    fix.errors = ErrorEstimate(horizontal: 0.005, vertical: nil, source: .receiver)
    let known = String(decoding: writer.epoch(fix).bytes, as: UTF8.self)
    #expect(known.contains(",4846.4008666,"), "\(known)")
    #expect(!known.contains("0021"), "\(known)")
  }

  @Test func `have the talker of GPS where no other satellites take part, and keep it`() throws {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 1, longitude: 2)
    var writer = NMEAEpochWriter([.rmc])
    func talker() -> String { String(decoding: writer.epoch(fix).bytes.dropFirst().prefix(2), as: UTF8.self) }
    #expect(talker() == "GN")
    var gps = Satellite(SatelliteIdentity(.gps, 7))
    gps.isUsed = true
    fix.satellites = [gps, Satellite(SatelliteIdentity(.galileo, 3))]
    #expect(talker() == "GP")
    fix.satellites = []
    #expect(talker() == "GP")
    gps.identity = SatelliteIdentity(.galileo, 7)
    fix.satellites = [gps]
    #expect(talker() == "GN")
    var asked = NMEAEpochWriter([.rmc], talker: "GP")
    #expect(asked.epoch(fix).bytes.starts(with: "$GPRMC".utf8))
  }

  @Test func `have no place in them where there is no fix`() throws {
    var random = SeededGenerator(seed: 3)
    var fix = fix(&random)
    fix.mode = .none
    var writer = NMEAEpochWriter()
    for batch in [writer.epoch(fix), writer.silence()] {
      let heard = try read(batch, at: fix.time)
      #expect(!heard.isValid && heard.coordinate == nil && heard.speed == nil)
      let text = String(decoding: batch.bytes, as: UTF8.self)
      #expect(!text.contains("GLL") && !text.contains("VTG"))
    }
  }

  @Test func `list ten parts of satellites in view at most, and count all of them`() throws {
    var fix = Fix()
    fix.satellites = Satellites((1...60).map { Satellite(SatelliteIdentity(.beidou, $0)) })
    var writer = NMEAEpochWriter([.gsv])
    let lines = String(decoding: writer.epoch(fix).bytes, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.count == 10 && lines.allSatisfy { $0.hasPrefix("$GBGSV,10,") && $0.contains(",60,") })
  }

  @Test func `round a clock that runs some nanoseconds early`() {
    var fix = Fix()
    fix.time = UTC(secondsSince1970: 1_795_158_479, nanosecond: 999_999_870)
    var writer = NMEAEpochWriter([.zda])
    #expect(writer.epoch(fix).bytes.starts(with: "$GNZDA,070800.00,20,11,2026,00,00".utf8))
  }

  @Test(arguments: [100, 1472, 10_000]) func `are cut into pieces between sentences`(limit: Int) throws {
    var random = SeededGenerator(seed: 5)
    var writer = NMEAEpochWriter()
    let batch = writer.epoch(fix(&random))
    let pieces = batch.pieces(upTo: limit)
    #expect(pieces.flatMap(\.self) == batch.bytes)
    #expect(
      pieces.allSatisfy { $0.count <= limit && $0.suffix(2) == [13, 10] && $0.first == UInt8(ascii: "$") })
  }
}
