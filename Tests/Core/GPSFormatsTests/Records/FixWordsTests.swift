import GNSS
import GPSBridge
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `The words of records` {
  @Test func `are of small letters and digits, and no two signals or systems share one`() {
    let signals = Signal.allCases.map(\.word)
    #expect(Set(signals).count == signals.count)
    #expect(signals.allSatisfy { $0.wholeMatch(of: /[A-Z0-9]{3,5}/) != nil })
    let systems: [Constellation] = [.gps, .sbas, .galileo, .beidou, .imes, .qzss, .glonass, .navic]
    #expect(Set(systems.map(\.word)).count == systems.count)
    #expect(systems.allSatisfy { $0.word.wholeMatch(of: /[a-z]+/) != nil })
    #expect(Set(systems.map(\.ubloxNumber)) == Set(0...7))
  }

  @Test func `name each correction of a time that was made`() {
    var corrections = TimeCorrections()
    #expect(corrections.words == [])
    corrections.rolloverWeeks = 1024
    corrections.leapSecond = true
    #expect(corrections.words == ["rollover+1024w", "leap_second"])
    corrections.midnight = true
    corrections.century = true
    #expect(corrections.words == ["rollover+1024w", "midnight", "leap_second", "century"])
    #expect(
      EventWords.text(for: .corrected(corrections))
        == "date corrected by 1024 weeks, time corrected: midnight, time corrected: leap second, time corrected: century"
    )
  }

  @Test func `for where an accuracy comes from are three`() {
    #expect(ErrorEstimate.Source.gst.word == "gst" && ErrorEstimate.Source.dilution.word == "dop")
    for source in [ErrorEstimate.Source.receiver, .gbs, .pgrme] { #expect(source.word == "receiver") }
  }

  @Test func `are keys in small letters, with their unit behind them`() {
    let keys = FixKey.allCases.map(\.rawValue)
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil })
  }
}

@Suite struct `A value of a fix` {
  private func fix(_ change: (inout Fix) -> Void = { _ in }) -> Fix {
    var fix = Fix()
    change(&fix)
    return fix
  }

  @Test func `is said only where something is known`() {
    let said = FixKey.allCases.filter { $0.value(in: Fix()) != nil }
    #expect(said == [.epoch, .state, .mode])
  }

  @Test func `is none where a number is none`() {
    let wrong = fix { fix in
      fix.speed = .nan
      fix.course = .infinity
      fix.errors = ErrorEstimate(horizontal: nil, vertical: nil, source: .gst)
    }
    for key in [FixKey.speed, .course, .accuracySource, .accuracyConfidence] {
      #expect(key.value(in: wrong) == nil, "\(key)")
    }
  }

  @Test func `says where an accuracy comes from wherever there is half of one`() {
    let half = fix { $0.errors = ErrorEstimate(horizontal: nil, vertical: 3, source: .dilution) }
    #expect(FixKey.horizontalAccuracy.value(in: half) == nil)
    #expect(FixKey.verticalAccuracy.value(in: half) == .number(3))
    #expect(FixKey.accuracySource.value(in: half) == .text("dop"))
    #expect(FixKey.accuracyConfidence.value(in: half) == .number(0.68))
  }

  @Test func `counts each satellite once, however many signals it has`() {
    let many = fix { fix in
      var second = Satellite(SatelliteIdentity(.gps, 5))
      second.signal = .l5Q
      fix.satellites = [
        Satellite(SatelliteIdentity(.gps, 5)), second, Satellite(SatelliteIdentity(.galileo, 5)),
      ]
    }
    #expect(FixKey.satellitesSeen.value(in: many) == .count(2))
    #expect(FixKey.satellitesSeen.value(in: Fix()) == nil)
  }

  @Test func `says that it is simulated, or nothing of it`() {
    let live = FixMoment(state: "fresh", isSimulated: true)
    #expect(FixKey.simulated.value(in: Fix()) == nil)
    #expect(FixKey.simulated.value(in: Fix(), at: live) == .truth)
    #expect(FixKey.simulated.value(in: fix { $0.quality = .simulated }) == .truth)
    #expect(FixKey.simulated.value(in: fix { $0.quality = .autonomous }) == nil)
  }

  @Test func `of the moment is that of the moment`() {
    let moment = FixMoment(received: UTC(secondsSince1970: 1), state: "aging", age: 2.5)
    #expect(FixKey.received.value(in: Fix(), at: moment) == .text("1970-01-01T00:00:01.000Z"))
    #expect(FixKey.state.value(in: Fix(), at: moment) == .text("aging"))
    #expect(FixKey.age.value(in: Fix(), at: moment) == .number(2.5))
    #expect(FixKey.state.value(in: Fix()) == .text("recorded"))
    #expect(FixKey.received.value(in: Fix()) == nil)
  }

  @Test func `is the same in a table and in a record`() throws {
    let full = fix { fix in
      fix.epoch = 7
      fix.mode = .twoDimensional
      fix.quality = .rtkFloat
      fix.coordinate = Coordinate(latitude: -0.1, longitude: 179.9)
      fix.altitude = -3.25
      fix.satellitesUsed = 0
      fix.quality = .simulated
    }
    let line = NDJSONFormat(device: "d", types: [.fix]).lines(for: .fix(full))
    let record = try JSONReader.read(String(decoding: line, as: UTF8.self))
    for key in FixKey.allCases {
      var bytes: [UInt8] = []
      CSVFormat.append(key.value(in: full), to: &bytes)
      let field = String(decoding: bytes, as: UTF8.self)
      switch record[key.rawValue] {
      case nil: #expect(field == "", "\(key)")
      case .string(let text): #expect(field == text, "\(key)")
      case .number(let number): #expect(Double(field) == number, "\(key)")
      case .bool(let truth): #expect(field == "\(truth)", "\(key)")
      default: Issue.record("\(key) is neither a text nor a number")
      }
    }
  }
}

@Suite struct `Which way something points` {
  private let time = UTC(secondsSince1970: 1_795_158_480)

  /// What is gathered from sentences, the open epoch at the end.
  private func gather(_ bodies: String..., at time: UTC? = nil) -> [Attitude] {
    var gatherer = AttitudeGatherer()
    var all: [Attitude] = []
    for body in bodies {
      let sentence = wire(body).dropLast(2)
      if let attitude = gatherer.take(Array(sentence)) { all.append(attitude) }
    }
    if let last = gatherer.endEpoch(at: time) { all.append(last) }
    return all
  }

  @Test func `is in the sentences that a receiver reports for measurements, and in no other`() {
    func isMeasured(_ body: String) -> Bool { Report.Extras.measurements.includes(wire(body)) }
    let measured = ["HEHDT,84.4,T", "HCHDG,,,,,", "TIROT,1,A", "PASHR,1,2", "GPGST,,,,,,,,"]
    #expect(measured.allSatisfy(isMeasured))
    #expect(!["GPGGA,,", "GPRMC,,", "GPGSV,3,1", "PUBX,00", "GPTXT,SHR", ""].contains(where: isMeasured))
  }

  @Test func `is told by all sentences of an epoch together, and without a time where a compass says more`() {
    let all = gather("HEHDT,84.4,T", "HCHDM,81.3,M", "TIROT,-12.5,A", at: time)
    #expect(all == [Attitude(time: time, trueHeading: 84.4, magneticHeading: 81.3, rateOfTurn: -12.5)])
    let more = gather("HEHDT,84.4,T", "HEHDT,85.0,T", "HEHDT,86.0,T", at: time)
    #expect(more.map(\.trueHeading) == [84.4, 85, 86])
    #expect(more.map(\.time) == [nil, nil, time])
  }

  @Test func `follows from a compass with what is wrong with it on this ship and in this place`() {
    let whole = gather("HCHDG,350.0,5.0,E,12.0,E")
    #expect(whole.first?.magneticHeading == 355 && whole.first?.trueHeading == 7)
    let west = gather("HCHDG,3.0,5.0,W,,")
    #expect(west.first?.magneticHeading == 358 && west.first?.trueHeading == nil)
    #expect(gather("HCHDG,,5.0,W,,").isEmpty)
  }

  @Test func `is told with pitch and roll where a receiver has several antennas`() {
    let all = gather("PASHR,120000.00,84.40,T,-1.25,2.50,0.10,0.1,0.1,0.2,1,1")
    #expect(all == [Attitude(trueHeading: 84.4, pitch: 2.5, roll: -1.25)])
  }

  @Test(arguments: [
    "HETHS,84.4,V", "TIROT,-12.5,V", "GPGGA,120000,,,,,0,00,,,M,,M,,", "HEHDT,,T", "HEHDX,84.4,T", "X",
  ])
  func `is not told by what is void, empty, or about something else`(body: String) {
    #expect(gather(body).isEmpty)
  }
}
