import GNSS
import TestSupport
import Testing
import UBX

@testable import SimulatedGPS

@Suite struct `A u-blox with sensors` {
  private func scenario(_ language: Scenario.Language = .ubx) -> Scenario {
    Scenario.drive.with { ($0.dialect, $0.language) = (.ublox8Sensors, language) }
  }

  /// A drive that tells so many moments a second.
  private func talk(_ rate: UInt8, _ language: Scenario.Language = .ubx) -> UBloxTalk {
    var talk = UBloxTalk(.ublox8Sensors) { ($0.journey, $0.language) = (.drive, language) }
    #expect(talk.accepts(.cfgHNR, [rate, 0, 0, 0]) == true)
    return talk
  }

  @Test(arguments: [UInt8(1), 2, 5, 7, 10, 20, 30])
  func `tells moments between its epochs at the rate that it is told`(rate: UInt8) throws {
    var talk = talk(rate)
    _ = talk.listen(.seconds(1))
    let moments = messages(talk.listen(.seconds(10))).compactMap(\.moment)
    #expect(abs(moments.count - Int(rate) * 10) <= 1)
    let steps = zip(moments, moments.dropFirst()).map { Int($1.timeOfWeek) - Int($0.timeOfWeek) }
    #expect(steps.allSatisfy { abs($0 - 1000 / Int(rate)) <= 1 })
    #expect(moments.allSatisfy { $0.isFixOK && $0.fixType == .combined && $0.position != nil })
    #expect(moments.allSatisfy { $0.vehicleHeading != nil && $0.date != nil })
  }

  @Test(arguments: [UInt64(1), 2, 3]) func `is where it is, also between two epochs`(seed: UInt64) throws {
    var engine = SimulatedReceiverMachine(scenario().with { $0.seed = seed })
    var worst = 0.0
    var count = 0
    for step in 1...6000 {
      let chunk = engine.advance(to: .milliseconds(step * 10))
      for moment in messages(chunk.bytes).compactMap(\.moment) {
        guard let place = moment.position, moment.isFixOK, let epoch = engine.lastEpoch else { continue }
        count += 1
        // A car moves less than half a meter in the time that a message takes.
        let here = Horizon(
          latitude: epoch.truth.latitude, longitude: epoch.truth.longitude, height: epoch.truth.altitude)
        let there = Horizon(latitude: place.latitude, longitude: place.longitude, height: place.altitude)
        worst = max(worst, (there.position - here.position).length - epoch.truth.speed - 1)
      }
    }
    #expect(count > 500 && worst < 15, "seed \(seed)")
  }

  @Test(arguments: [UInt8(5), 10, 25, 30], [Scenario.Language.ubx, .both])
  func `is one line of time for our decoder, which its own solutions step out of`(
    rate: UInt8, language: Scenario.Language
  ) throws {
    for seed in UInt64(1)...3 {
      var talk = UBloxTalk(.ublox8Sensors) {
        ($0.journey, $0.language, $0.seed) = (.drive, language, seed)
      }
      #expect(talk.accepts(.cfgHNR, [rate, 0, 0, 0]) == true)
      var decoder = FixDecoder(.recording())
      var fixes: [Fix] = []
      let receive: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { fixes.append(fix) } }
      var stepsBack = 0
      var newest: UInt32 = 0
      for _ in 0..<3000 {
        let piece = talk.listen(.milliseconds(10))
        for message in messages(piece) {
          if case .navPVT(let solution) = message, solution.timeOfWeek < newest { stepsBack += 1 }
          if let moment = message.moment { newest = max(newest, moment.timeOfWeek) }
        }
        decoder.decode(piece.span, receive)
      }
      decoder.finish(receive)
      let place: Comment = "\(rate) Hz \(language) seed \(seed)"
      let times = fixes.compactMap(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, place)
      let most = Int(rate) * 30 + 32
      #expect(times.count <= most && times.count >= most - 34, place)
      // Two moments lie as far apart as a car can get, and the error of a fix wanders.
      for (first, second) in zip(fixes, fixes.dropFirst()) {
        guard let here = first.coordinate, let there = second.coordinate else { continue }
        let meters = abs(here.latitude - there.latitude) * 111_000
        #expect(meters < 40.0 / Double(rate) + 3, place)
      }
      if rate >= 20 { #expect(stepsBack >= 20 && decoder.epochCounts.late >= stepsBack, place) }
    }
  }

  @Test func `takes rates of 1 to 30, and tells the one that it has`() {
    var talk = talk(30)
    #expect(talk.poll(.cfgHNR).contains { $0.kind == .cfgHNR && $0.payload == [30, 0, 0, 0] })
    for rate: UInt8 in [0, 31, 255] { #expect(talk.accepts(.cfgHNR, [rate, 0, 0, 0]) == false) }
    #expect(talk.accepts(.cfgHNR, [10, 0]) == false)
    for dialect in Dialect.ofUBlox {
      var other = UBloxTalk(dialect)
      #expect(other.accepts(.cfgHNR, [10, 0, 0, 0]) == false)
      #expect(other.accepts(.cfgMSG, [0x28, 0x00, 1]) == false)
    }
  }

  @Test func `tells it when it is switched on, with every how-manieth moment`() {
    var talk = UBloxTalk(.ublox8Sensors)
    #expect(!messages(talk.listen(.seconds(2))).contains { $0.kind == .hnrPVT })
    #expect(talk.accepts(.cfgMSG, [0x28, 0x00, 5]) == true)
    #expect(19...21 ~= messages(talk.listen(.seconds(10))).count { $0.kind == .hnrPVT })
    #expect(talk.accepts(.cfgMSG, [0x28, 0x00, 0]) == true)
    #expect(!messages(talk.listen(.seconds(2))).contains { $0.kind == .hnrPVT })
    #expect(talk.poll(.hnrPVT).contains { $0.kind == .hnrPVT })
  }

  @Test func `says nothing of the place of before when it starts again`() {
    var talk = talk(30)
    talk.engine.add([Scenario.Event(from: talk.engine.now, to: talk.engine.now, .restart(.cold))])
    // What was on its way still comes.
    _ = talk.listen(.milliseconds(200))
    let moments = messages(talk.listen(.seconds(10))).compactMap(\.moment)
    #expect(!moments.isEmpty && moments.allSatisfy { !$0.isFixOK && $0.fixType == .none })
  }

  @Test func `is wrong in the same way at both, while its clock is wrong`() {
    var talk = UBloxTalk(.ublox8Sensors) {
      $0.language = .ubx
      $0.events = [Scenario.Event(from: .zero, .fault(.rollover))]
    }
    let all = messages(talk.listen(.seconds(5)))
    let days = all.compactMap { message -> NavPVT.CalendarDate? in
      if case .navPVT(let solution) = message { return solution.date }
      return message.moment?.date
    }
    #expect(days.count > 50 && Set(days.map(\.year)) == [2007])
  }
}

extension Message {
  fileprivate var moment: HnrPVT? { if case .hnrPVT(let moment) = self { moment } else { nil } }
}
