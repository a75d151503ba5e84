import GNSS
import SimulatedGPS
import TestSupport
import Testing

@Suite struct `The engine` {
  @Test(arguments: Scenario.all.map(\.name))
  func `gives the same bytes however time is cut into pieces`(name: String) throws {
    let scenario = try #require(Scenario(named: name))
    let whole = bytes(scenario, seconds: 130, step: 130_000)
    #expect(bytes(scenario, seconds: 130, step: 10_000) == whole)
    // 130 seconds are ten thousand steps of these, and nothing over.
    #expect(bytes(scenario, seconds: 130, step: 13) == whole)
    var engine = SimulatedReceiverMachine(scenario)
    var random = SeededGenerator(seed: 8)
    var time = 0
    var pieces: [UInt8] = []
    while time < 130_000 {
      time = min(130_000, time + Int.random(in: 1...3000, using: &random))
      pieces += engine.advance(to: .milliseconds(time)).bytes
    }
    #expect(pieces == whole)
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `gives everything to one who only comes when something is due`(name: String) throws {
    let scenario = try #require(Scenario(named: name))
    var engine = SimulatedReceiverMachine(scenario)
    var all: [UInt8] = []
    var calls = 0
    while engine.nextDue <= .seconds(80) {
      let due = engine.nextDue
      #expect(due >= engine.now)
      all += engine.advance(to: due).bytes
      calls += 1
      try #require(calls < 100_000)
    }
    all += engine.advance(to: .seconds(80)).bytes
    #expect(all == bytes(scenario, seconds: 80))
  }

  @Test func `never lets a byte out before its time`() {
    var engine = SimulatedReceiverMachine(.staticDesk.with { $0.dialect = .sirf })
    var last = Duration.zero
    for time in stride(from: 7, to: 20_000, by: 7) {
      for emission in engine.advance(to: .milliseconds(time)) {
        #expect(emission.instant <= .milliseconds(time))
        #expect(emission.instant >= last)
        last = emission.instant
        if case .bytes(let chunk) = emission {
          #expect(chunk.start <= chunk.instant(ofByte: 0))
          #expect(chunk.instant(ofByte: chunk.bytes.count - 1) == chunk.end)
        }
      }
    }
  }

  @Test func `drops whole epochs where the line is too slow, and never a part of one`() {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = .quectel; $0.rate = 10; $0.speed = 4800
    }
    var engine = SimulatedReceiverMachine(scenario)
    var all: [UInt8] = []
    for second in 1...60 { all += engine.advance(to: .seconds(second)).bytes }
    #expect(engine.droppedEpochs > 50)
    #expect(all.count <= 60 * 480)
    #expect(all.count > 50 * 480)
    var decoder = FixDecoder(.recording())
    decoder.decode(all.span) { _ in }
    #expect(decoder.streamCounts.badChecksums == 0 && decoder.streamCounts.junkBytes == 0)
  }

  @Test func `begins an epoch some time after its moment, by a little chance`() {
    let starts = emissions(.staticDesk, seconds: 60).compactMap { emission -> Double? in
      guard case .bytes(let chunk) = emission, chunk.start > .milliseconds(900) else { return nil }
      let seconds = chunk.start / .seconds(1)
      return seconds - seconds.rounded(.down)
    }
    #expect(starts.count == 59)
    #expect(starts.allSatisfy { 0.037...0.048 ~= $0 })
    #expect(Set(starts).count > 50)
  }

  @Test func `does nothing when time does not go on, or goes back`() {
    var engine = SimulatedReceiverMachine(.staticDesk)
    #expect(engine.advance(to: .seconds(-5)).isEmpty)
    #expect(!engine.advance(to: .seconds(5)).isEmpty)
    #expect(engine.advance(to: .seconds(5)).isEmpty)
    #expect(engine.advance(to: .seconds(2)).isEmpty)
    #expect(engine.now == .seconds(5))
  }

  @Test func `gives other bytes for another seed`() {
    #expect(bytes(.staticDesk, seconds: 20) != bytes(.staticDesk.with { $0.seed = 2 }, seconds: 20))
  }

  @Test func `takes commands only while it is plugged in`() {
    var engine = SimulatedReceiverMachine(.unplug.with { $0.dialect = .mtk })
    _ = engine.advance(to: .seconds(65))
    let command = wire("PMTK251,38400")
    engine.receive(command.span)
    #expect(engine.speed == 9600)
    _ = engine.advance(to: .seconds(75))
    engine.receive(command.span)
    #expect(engine.speed == 38_400)
  }
}

@Suite struct `A life of chance` {
  /// Anything that can happen, at any time, for any while.
  private func happening(_ random: inout SeededGenerator) -> Scenario.Event.Kind {
    let faults: [Scenario.Fault] = [
      .wrongChecksum, .cut, .glued, .nulBytes, .flippedBit, .noise, .binary, .lost, .repeated, .shuffled,
      .silent,
      .stalled, .wrongSpeed(Int.random(in: -5...2_000_000, using: &random)), .frozenTime, .frozen,
      .jump(meters: Double.random(in: -1e9...1e9, using: &random), towards: 1e6), .nullIsland, .rollover,
      .jamming(decibels: Double.random(in: -100...100, using: &random)),
      .spoofing(
        drift: Double.random(in: -1e6...1e6, using: &random),
        timeJump: Double.random(in: -1e12...1e12, using: &random)),
    ]
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      return .surroundings(
        [.open, .tunnel, .canyon, .indoors, .forest].randomElement(using: &random) ?? .open)
    case 1: return .unplug(returnsAs: Bool.random(using: &random) ? "ttyUSB9" : nil, waking: .cold)
    case 2: return .refusal(.busy)
    case 3: return .restart(Scenario.PowerUp.allCases.randomElement(using: &random) ?? .hot)
    default:
      return .fault(
        faults.randomElement(using: &random) ?? .cut, share: Double.random(in: -1...2, using: &random))
    }
  }

  @Test(arguments: 1...40)
  func `is lived through, and is the same however time is cut into pieces`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let events = (0..<12).map { _ in
      let start = Duration.milliseconds(Int.random(in: -1000...60_000, using: &random))
      let end =
        Bool.random(using: &random)
        ? start + .milliseconds(Int.random(in: -10...30_000, using: &random)) : nil
      return Scenario.Event(from: start, to: end, happening(&random))
    }
    let scenario = Scenario.drive.with {
      $0.events = events
      $0.dialect = Dialect.all[seed % Dialect.all.count]
      $0.dialect.quirks = Dialect.Quirks(Dialect.Quirk.allCases.filter { _ in Bool.random(using: &random) })
      $0.seed = UInt64(seed)
      $0.powerUp = Scenario.PowerUp.allCases[seed % 3]
      $0.hostSpeed = [nil, 4800, 9600, 115_200][seed % 4]
    }
    #expect(bytes(scenario, seconds: 70, step: 700) == bytes(scenario, seconds: 70, step: 70_000))
    _ = fixes(bytes(scenario, seconds: 70))
  }
}
