import GNSS
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `gpsd's objects` {
  private func objects(_ fix: Fix) throws -> [JSONValue] {
    let lines = GPSDFormat(device: "d", types: [.fix, .sky]).lines(for: .fix(fix))
    return try String(decoding: lines, as: UTF8.self).split(separator: "\n").map {
      try JSONReader.read(String($0))
    }
  }

  private func fix(_ quality: FixQuality, _ mode: FixMode = .threeDimensional) -> Fix {
    var fix = Fix()
    fix.mode = mode
    fix.quality = quality
    fix.coordinate = Coordinate(latitude: -33.5, longitude: 151.25)
    return fix
  }

  @Test(
    arguments: [
      (FixQuality.autonomous, nil), (.differential, 2), (.rtkFixed, 3), (.rtkFloat, 4), (.deadReckoning, 5),
      (.manual, 7), (.simulated, 8), (.precise, 9),
    ] as [(FixQuality, Double?)])
  func `tell a status only when it is an unusual one`(quality: FixQuality, status: Double?) throws {
    #expect(try objects(fix(quality))[0]["status"]?.number == status)
  }

  @Test func `have errors of 95 %`() throws {
    var fix = fix(.autonomous)
    fix.errors = ErrorEstimate(horizontal: 10, vertical: 10, source: .gst)
    let position = try objects(fix)[0]
    #expect(position["eph"]?.number == 16.2 && position["epv"]?.number == 19.6)
    // Of a circle alone, both axes are 10 m / 1.5152 at 68 %.
    #expect(position["epx"]?.number == 12.936 && position["epy"]?.number == 12.936)
  }

  @Test func `have the errors of the axes that a receiver reports, and none without an estimate`() throws {
    var fix = fix(.autonomous)
    #expect(try objects(fix)[0]["epx"] == nil)
    fix.errors = ErrorEstimate(north: 3, east: 2, up: nil, source: .gst)
    let position = try objects(fix)[0]
    #expect(position["epx"]?.number == 3.92 && position["epy"]?.number == 5.88)
    fix.errors = ErrorEstimate(horizontal: nil, vertical: 3, source: .gst)
    let vertical = try objects(fix)[0]
    #expect(vertical["epx"] == nil && vertical["epy"] == nil && vertical["epv"] != nil)
  }

  @Test func `count a satellite once, and list each of its signals`() throws {
    var fix = fix(.autonomous)
    var (one, other) = (Satellite(SatelliteIdentity(.gps, 7)), Satellite(SatelliteIdentity(.gps, 7)))
    (one.signal, other.signal, one.isUsed, other.isUsed) = (.l1CA, .l2CL, true, true)
    fix.satellites = [one, other, Satellite(SatelliteIdentity(.galileo, 7))]
    let sky = try objects(fix)[1]
    #expect(sky["nSat"]?.number == 2 && sky["uSat"]?.number == 1)
    #expect(sky["satellites"]?.elements?.count == 3)
  }

  @Test(arguments: [1, 5, 10])
  func `list a sky once, however many epochs come until the next`(rate: Int) throws {
    var bytes: [UInt8] = []
    for epoch in 0..<(20 * rate) {
      let time = "1200\(String(100 + epoch / rate).suffix(2)).\(epoch % rate * 10 / rate)"
      bytes += wire([
        "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPRMC,\(time),A,4807.038,N,01131.000,E,0.1,84.4,201126,,,A",
      ])
      guard epoch % rate == 0 else { continue }
      bytes += wire(["GPGSA,A,3,05,20,,,,,,,,,,,1.7,0.9,1.5", "GPGSV,1,1,02,05,40,083,46,20,07,344,39"])
    }
    var (skies, told, epochs) = (0, 0, 0)
    var decoder = FixDecoder(.recording())
    let receive: (DecodedOutput) -> Void = { output in
      if case .sky = output { told += 1 }
      if case .fix(let fix) = output, !fix.isUnreported { epochs += 1 }
      let lines = GPSDFormat(device: "d").lines(for: output)
      skies += String(decoding: lines, as: UTF8.self).ranges(of: #""satellites":["#).count
    }
    decoder.decode(bytes.span, receive)
    decoder.finish(receive)
    #expect(told >= 19 && epochs >= 20 * rate - 1)
    #expect(skies == told)
  }

  @Test func `have a mode of 1 to 3, whatever was solved for`() throws {
    #expect(try objects(fix(.manual, .time))[0]["mode"]?.number == 2)
    #expect(try objects(fix(.autonomous, .twoDimensional))[0]["mode"]?.number == 2)
    #expect(try objects(fix(.autonomous, .none))[0]["mode"]?.number == 1)
    #expect(try objects(fix(.autonomous, .none))[0]["lat"] == nil)
  }

  @Test func `say nothing of satellites that were not told of`() throws {
    #expect(try objects(Fix()).map { $0["class"]?.text } == ["TPV"])
    var fix = Fix()
    fix.satellitesUsed = 9
    fix.dilution.horizontal = 0.9
    let sky = try objects(fix)[1]
    #expect(sky["uSat"]?.number == 9 && sky["nSat"] == nil && sky["satellites"] == nil)
    fix.satellites = [Satellite(SatelliteIdentity(.gps, 7))]
    let full = try objects(fix)[1]
    #expect(full["nSat"]?.number == 1 && full["uSat"]?.number == 0)
    #expect(full["satellites"]?.elements?.count == 1)
  }

  @Test(arguments: [
    (Constellation.gps, 32, 32, 0), (.sbas, 120, 33, 1), (.sbas, 151, 64, 1), (.sbas, 158, 158, 1),
    (.galileo, 36, 336, 2), (.beidou, 5, 405, 3), (.imes, 1, 173, 4), (.qzss, 1, 193, 5),
    (.glonass, 24, 88, 6), (.navic, 2, 502, 7),
  ])
  func `number each satellite once`(of constellation: Constellation, number: Int, unique: Int, home: Int) {
    #expect(SatelliteIdentity(constellation, number).gpsdNumber == unique)
    #expect(constellation.ubloxNumber == home)
  }

  @Test(
    arguments: [
      (Signal.l1CA, Constellation.gps, nil), (.l2CL, .gps, 3), (.l2CM, .gps, 4), (.l5I, .gps, 6),
      (.l5Q, .gps, 7), (.e1BC, .galileo, nil), (.e5A, .galileo, 3), (.e5B, .galileo, 5), (.b1I, .beidou, nil),
      (.b2I, .beidou, 2), (.b2A, .beidou, 7), (.l2CA, .glonass, 2), (.l5I, .qzss, 8), (.l2CM, .qzss, 4),
    ] as [(Signal, Constellation, Int?)])
  func `number signals as u-blox does`(signal: Signal, constellation: Constellation, number: Int?) {
    #expect(signal.ubloxNumber(of: constellation) == number)
  }

  @Test func `give no two satellites one number`() {
    let ranges: [(Constellation, ClosedRange<Int>)] = [
      (.gps, 1...32), (.sbas, 120...158), (.galileo, 1...36), (.beidou, 1...63), (.imes, 1...10),
      (.qzss, 1...10), (.glonass, 1...32), (.navic, 1...18),
    ]
    let numbers = ranges.flatMap { home, range in range.map { SatelliteIdentity(home, $0).gpsdNumber } }
    #expect(Set(numbers).count == numbers.count)
  }
}
