import GNSS
import GPSBridge
import TestSupport
import Testing

@testable import SimulatedGPS

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
    let scenario = Scenario.staticDesk.with { ($0.dialect, $0.rate, $0.speed) = (.quectel, 10, 4800) }
    var engine = SimulatedReceiverMachine(scenario)
    var all: [UInt8] = []
    for second in 1...60 { all += engine.advance(to: .seconds(second)).bytes }
    #expect(engine.droppedEpochs > 50)
    #expect(all.count <= 60 * 480)
    #expect(all.count > 50 * 480)
    let counts = streamCounts(all)
    #expect(counts.badChecksums == 0 && counts.junkBytes == 0)
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
    let isEmpty = [-5, 5, 5, 2].map { engine.advance(to: .seconds($0)).isEmpty }
    #expect(isEmpty == [true, false, true, true] && engine.now == .seconds(5))
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

@Suite struct `An emission` {
  private func chunks(_ scenario: Scenario, seconds: Int) -> [Emission.Chunk] {
    emissions(scenario, seconds: seconds).compactMap { if case .bytes(let chunk) = $0 { chunk } else { nil } }
  }

  @Test func `of bytes says when each of them had left`() throws {
    let chunk = try #require(
      chunks(.staticDesk.with { $0.dialect = .mtk }, seconds: 10).first { $0.bytes.count > 100 })
    var last = chunk.start
    for index in chunk.bytes.indices {
      let instant = chunk.instant(ofByte: index)
      // Ten bits at 9600 a second.
      #expect(instant - last >= .nanoseconds(1_041_600) && instant - last <= .nanoseconds(1_041_700))
      last = instant
    }
    #expect(last == chunk.end)
  }

  @Test func `of USB itself is there at once`() {
    for chunk in chunks(.staticDesk, seconds: 5) {
      #expect(chunk.start == chunk.end)
      #expect(chunk.instant(ofByte: 0) == chunk.end)
    }
  }

  @Test func `adds its bytes to those of others`() {
    let emissions = emissions(.unplug, seconds: 90)
    #expect(emissions.bytes == bytes(.unplug, seconds: 90))
    let kinds = emissions.filter { if case .bytes = $0 { false } else { true } }
    #expect(
      kinds == [
        .plugged(name: "ttyACM0", at: .zero), .unplugged(at: .seconds(60)),
        .plugged(name: "ttyACM1", at: .seconds(70)),
      ])
  }

  @Test func `comes in the order of time, in every scenario`() {
    for scenario in Scenario.all {
      let instants = emissions(scenario, seconds: 130).map(\.instant)
      #expect(instants == instants.sorted(), "\(scenario.name)")
    }
  }
}

@Suite struct `A simulated line that is too slow` {
  /// What the host receives in half a minute at 10 Hz over 9600 baud, in lines.
  private func lines(_ overflow: Scenario.Overflow) -> [[UInt8]] {
    var scenario = Scenario.drive
    (scenario.dialect, scenario.rate, scenario.speed, scenario.overflow) = (.mtk, 10, 9600, overflow)
    return bytes(scenario, seconds: 30).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
      .map(Array.init)
  }

  private func isWhole(_ line: [UInt8]) -> Bool {
    guard let star = line.lastIndex(of: UInt8(ascii: "*")), line.first == UInt8(ascii: "$") else {
      return false
    }
    let sum = line[1..<star].reduce(0, ^)
    let text = String(sum, radix: 16, uppercase: true)
    return line[(star + 1)...].starts(with: ((text.count == 1 ? "0" : "") + text).utf8)
  }

  @Test func `drops whole sentences, and damages none`() {
    let lines = lines(.sentences)
    #expect(lines.count > 200)
    #expect(lines.allSatisfy(isWhole))
  }

  @Test(arguments: [Scenario.Overflow.middle, .oldest])
  func `drops bytes in the middle of sentences`(overflow: Scenario.Overflow) {
    let lines = lines(overflow)
    let whole = lines.count(where: isWhole)
    #expect(whole > 30)
    #expect(lines.count - whole > 10)
  }

  @Test(arguments: Scenario.Overflow.allCases)
  func `is named in the text of its scenario`(overflow: Scenario.Overflow) throws {
    let scenario = try Scenario(parsing: "sim:walk?overflow=\(overflow.rawValue)")
    #expect(scenario.overflow == overflow)
    #expect(scenario.text?.contains("overflow=\(overflow.rawValue)") == true)
  }
}

/// When our decoder knows that a simulated receiver's burst is over.
@Suite struct `The end of a simulated burst` {
  /// How the epochs of a scenario were told.
  private struct Told {
    /// Whether each was told at its last byte, and not by the next one's first sentence.
    var atLastByte: [Bool] = []
    var counts = EpochCounts()
  }

  /// Feeds a receiver's lines one by one, the worst that a live line can do, or burst by burst.
  private func told(_ dialect: Dialect, rate: Double, burstwise: Bool) -> Told {
    let scenario = Scenario.staticDesk.with { ($0.dialect, $0.rate, $0.speed) = (dialect, rate, 921_600) }
    var engine = SimulatedReceiverMachine(scenario)
    var decoder = FixDecoder(.recording())
    var told = Told()
    var rest: [UInt8] = []
    while engine.now < .seconds(40) {
      // To the middle between two bursts: at this speed of the line they are over by then.
      let burst = engine.advance(to: engine.now + .nanoseconds(scenario.interval)).bytes
      // A burst may begin before its interval ends: half a line waits for the other half.
      let lines = (rest + burst).split(separator: 0x0A, omittingEmptySubsequences: false)
      if !burstwise { rest = lines.last.map(Array.init) ?? [] }
      let reads = burstwise ? [burst] : lines.dropLast().map { $0 + [0x0A] }
      for read in reads {
        decoder.decode(read.span) { if case .fix = $0 { told.atLastByte.append(false) } }
        decoder.nothingWaits { if case .fix = $0 { told.atLastByte.append(true) } }
      }
    }
    told.counts = decoder.epochCounts
    return told
  }

  @Test(arguments: Dialect.all, [1.0, 10.0])
  func `is known from the fourth burst on, and of a new kind of burst from its second`(
    dialect: Dialect, rate: Double
  ) {
    let told = told(dialect, rate: rate, burstwise: false)
    #expect(told.atLastByte.count >= 15)
    let waited = told.atLastByte.indices.filter { !told.atLastByte[$0] && $0 > 3 }
    // Once a second GLL or ZDA ends a burst that nothing ended before, with and without satellites.
    #expect(waited.count <= (rate == 1 ? 0 : 3), "\(waited)")
    #expect(told.counts.early == 0 && told.counts.late == 0)
  }

  @Test(arguments: Dialect.all, [1.0, 10.0])
  func `cuts no burst that comes in one read`(dialect: Dialect, rate: Double) {
    let told = told(dialect, rate: rate, burstwise: true)
    #expect(told.counts.early == 0 && told.counts.late == 0)
  }
}
