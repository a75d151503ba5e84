import GNSS
import NMEA
import TestSupport
import Testing
import UBX

@testable import SimulatedGPS

@Suite struct `A u-blox that is helped to start` {
  static let dialects: [Dialect] = [.ublox8, .ublox8Sensors, .ublox9, .ublox10]

  /// A talk with a receiver that answers assistance, fast enough for all of it.
  private func talk(
    _ dialect: Dialect, seed: UInt64 = 1, _ change: (inout Scenario) -> Void = { _ in }
  ) -> UBloxTalk {
    var talk = UBloxTalk(dialect) {
      $0.seed = seed
      $0.journey = .walk
      if $0.dialect.speed != nil { $0.speed = 921_600 }
      change(&$0)
    }
    talk.answersAssistance()
    return talk
  }

  @Test(arguments: dialects) func `tells what it remembers, piece by piece, and how many they were`(
    dialect: Dialect
  ) throws {
    var talk = talk(dialect)
    let answers = talk.poll(.mgaDBD)
    let pieces = answers.compactMap(\.piece)
    let owner = OrbitRecord.Owner(try #require(dialect.chip), seed: 1)
    let records = pieces.compactMap { OrbitRecord($0.data) }
    #expect(pieces.count >= 12 && records.count == pieces.count)
    let now = talk.unixSeconds
    #expect(records.allSatisfy { $0.owner == owner && now - 3...now ~= $0.made })
    let epoch = try #require(talk.engine.lastEpoch)
    let exact = Set(records.filter { $0.until != nil }.map(\.satellite))
    #expect(exact.isSuperset(of: epoch.satellites.filter(\.isUsed).map(\.identity)))
    #expect(Set(records.map(\.satellite)).count == records.count)
    let ends = records.compactMap(\.until)
    #expect(ends.allSatisfy { $0 > now && $0 <= now + 4 * 3600 })
    let receipts = answers.compactMap(\.receipt)
    #expect(receipts.count == 1)
    #expect(receipts.first?.identifier == 0x80 && receipts.first?.count == pieces.count)
    #expect(answers.last { $0.kind == .mgaDBD || $0.kind == .mgaACK }?.kind == .mgaACK)
  }

  @Test(arguments: dialects) func `says nothing behind them while it is not to answer`(dialect: Dialect) {
    var talk = UBloxTalk(dialect) { if $0.dialect.speed != nil { $0.speed = 921_600 } }
    let answers = talk.poll(.mgaDBD)
    #expect(answers.contains { $0.kind == .mgaDBD })
    #expect(!answers.contains { $0.kind == .mgaACK })
    #expect(!talk.ask(talk.place()).contains { $0.kind == .mgaACK })
  }

  @Test(arguments: [Dialect.ublox6, .ublox7]) func `is none before u-blox 8`(dialect: Dialect) {
    var talk = UBloxTalk(dialect)
    talk.answersAssistance()
    let answers = talk.poll(.mgaDBD) + talk.ask(talk.time()) + talk.ask(talk.place())
    #expect(!answers.contains { $0.kind.messageClass == 0x13 })
  }

  @Test(arguments: dialects) func `answers each piece in its order`(dialect: Dialect) {
    var talk = talk(dialect)
    let dump = talk.dump()
    talk.search(.cold)
    let receipts = talk.ask(talk.time() + talk.place() + Array(dump.joined())).compactMap(\.receipt)
    #expect(receipts.map(\.identifier) == [0x40, 0x40] + dump.map { _ in 0x80 })
    #expect(receipts.allSatisfy { $0.isAccepted && $0.reason == .accepted })
    #expect(receipts.first?.beginning[0] == 0x10 && receipts[1].beginning[0] == 0x01)
  }

  @Test(arguments: dialects) func `refuses exact orbits while it does not know the time`(dialect: Dialect) {
    var talk = talk(dialect)
    let dump = talk.dump()
    talk.search(.cold)
    let receipts = talk.ask(Array(dump.joined())).compactMap(\.receipt)
    let records = messages(Array(dump.joined())).compactMap(\.piece).compactMap { OrbitRecord($0.data) }
    #expect(receipts.map(\.isAccepted) == records.map { $0.until == nil })
    #expect(receipts.filter { !$0.isAccepted }.allSatisfy { $0.reason == .timeUnknown })
  }

  @Test func `says why it refuses`() throws {
    var talk = talk(.ublox9)
    let owner = OrbitRecord.Owner(try #require(Dialect.ublox9.chip), seed: 1)
    let record = OrbitRecord(
      owner: owner, made: talk.unixSeconds, satellite: SatelliteIdentity(.gps, 7), until: nil)
    let reason = { (talk: inout UBloxTalk, kind: MessageKind, payload: [UInt8]) in
      talk.poll(kind, payload).compactMap(\.receipt).first?.reason
    }
    let reserved = [UInt8](repeating: 0, count: 12)
    #expect(reason(&talk, .mgaDBD, reserved + record.data) == .accepted)
    var damaged = record.data
    damaged[20] ^= 1
    #expect(reason(&talk, .mgaDBD, reserved + damaged) == .notStored)
    #expect(reason(&talk, .mgaDBD, [1, 2, 3]) == .size)
    #expect(reason(&talk, .mgaDBD, reserved + [UInt8](repeating: 7, count: 200)) == .size)
    var other = record
    other.owner.firmware &+= 1
    #expect(reason(&talk, .mgaDBD, reserved + other.data) == .version)
    #expect(reason(&talk, .mgaINI, [0x10, 0]) == .size)
    #expect(reason(&talk, .mgaINI, [0x30] + [UInt8](repeating: 0, count: 71)) == .unknownMessage)
    #expect(reason(&talk, .mgaINI, [0x10, 9] + [UInt8](repeating: 0, count: 22)) == .version)
    // There is no day 0.
    #expect(reason(&talk, .mgaINI, [0x10, 0] + [UInt8](repeating: 0, count: 22)) == .notStored)
  }

  @Test func `does what it is told, and its answers get lost`() throws {
    var talk = talk(.ublox8) { $0.receiverFaults = [.ackLost] }
    let dump = talk.dump()
    #expect(dump.count >= 12)
    talk.search(.cold)
    #expect(!talk.ask(talk.time() + talk.place() + Array(dump.joined())).contains { $0.kind == .mgaACK })
    #expect(try talk.firstFix() <= 5)
  }

  // MARK: - Quicker

  @Test(arguments: dialects) func `starts hot with its own memory, time and place`(dialect: Dialect) throws {
    for seed in UInt64(1)...8 {
      var talk = talk(dialect, seed: seed)
      let dump = talk.dump()
      talk.search(.cold)
      var helped = talk
      helped.tell(talk.time() + talk.place() + Array(dump.joined()))
      let cold = try talk.firstFix()
      let warm = try helped.firstFix()
      #expect(cold >= 25 && warm <= 5, "\(dialect.name) seed \(seed): \(cold) s, helped \(warm) s")
    }
  }

  @Test func `knows the time and the date with the first satellite, and the orbits at once`() throws {
    var talk = talk(.ublox9)
    let dump = talk.dump()
    talk.search(.cold)
    talk.tell(talk.time() + talk.place() + Array(dump.joined()))
    _ = try talk.firstFix()
    let epoch = try #require(talk.engine.lastEpoch)
    #expect(epoch.timeOfDay != nil && epoch.date != nil)
    guard case .navORB(let orbits)? = talk.poll(.navORB).first(where: { $0.kind == .navORB }) else {
      throw Unexpected()
    }
    #expect(orbits.satellites.count { $0.hasEphemeris } >= 12)
  }

  @Test func `starts warm with orbits that are too old`() throws {
    for seed in UInt64(1)...8 {
      var cold = talk(.ublox8, seed: seed)
      let records = messages(Array(cold.dump().joined())).compactMap(\.piece)
        .compactMap { OrbitRecord($0.data) }
      cold.search(.cold)
      var fresh = cold
      var stale = cold
      fresh.tell(cold.time() + cold.place() + records.frames(older: 0))
      stale.tell(cold.time() + cold.place() + records.frames(older: 5 * 3600))
      let times = try [cold, fresh, stale].map { talk in
        var talk = talk
        return try talk.firstFix()
      }
      #expect(times[1] <= 5 && times[2] >= 15 && times[2] <= times[0] + 5, "seed \(seed): \(times)")
    }
  }

  @Test func `that starts warm is hot by its orbits`() throws {
    for seed in UInt64(1)...8 {
      var warm = talk(.ublox8, seed: seed)
      let dump = warm.dump()
      warm.search(.warm)
      var helped = warm
      helped.tell(Array(dump.joined()))
      let (alone, seconds) = (try warm.firstFix(), try helped.firstFix())
      #expect(alone >= 15 && seconds <= 5, "seed \(seed): \(alone) s, helped \(seconds) s")
    }
  }

  @Test func `is not helped by a time and a place that say nothing`() throws {
    var cold = talk(.ublox8)
    cold.search(.cold)
    var vague = cold
    vague.tell(cold.time(off: 90 * 60, accuracy: 2 * 3600) + cold.place(north: 3, accuracy: 400_000))
    #expect(try cold.firstFix() == vague.firstFix())
  }

  // MARK: - Slower

  @Test(arguments: ["time", "place", "chip"]) func `starts later than alone with a wrong one`(
    what: String
  ) throws {
    for seed in UInt64(1)...8 {
      var cold = talk(.ublox8, seed: seed)
      let records = messages(Array(cold.dump().joined())).compactMap(\.piece)
        .compactMap { OrbitRecord($0.data) }
      cold.search(.cold)
      var misled = cold
      let time = what == "time" ? cold.time(off: 120, accuracy: 1) : cold.time()
      let place = what == "place" ? cold.place(north: 5, accuracy: 50_000) : cold.place()
      var theirs = records
      if what == "chip" { for index in theirs.indices { theirs[index].owner.chip[0] ^= 0x55 } }
      misled.tell(time + place + theirs.frames(older: 0))
      let (alone, seconds) = (try cold.firstFix(), try misled.firstFix())
      #expect(seconds > alone, "\(what) seed \(seed): \(alone) s, misled \(seconds) s")
    }
  }

  @Test func `is not misled once it has found where it is`() {
    var talk = talk(.ublox8)
    talk.tell(talk.time(off: 120, accuracy: 1) + talk.place(north: 5, accuracy: 10))
    _ = talk.listen(.seconds(2))
    #expect(talk.engine.lastEpoch?.hasFix == true)
  }

  // MARK: - By chance

  @Test(arguments: dialects) func `by chance never breaks it`(dialect: Dialect) throws {
    for seed in UInt64(1)...6 {
      var random = SeededGenerator(seed: seed)
      var talk = talk(dialect, seed: seed)
      let dump = talk.dump()
      let sources = dump + [talk.time(), talk.place()]
      let question = try Message.unknown(.monVER, payload: []).encoded()
      for _ in 0..<60 {
        talk.search(Bool.random(using: &random) ? .cold : .warm)
        var stream: [UInt8] = []
        for _ in 0..<12 {
          var payload = Array((sources.randomElement(using: &random) ?? []).dropFirst(6).dropLast(2))
          switch Int.random(in: 0..<4, using: &random) {
          case 0: payload.removeLast(Int.random(in: 0...payload.count, using: &random))
          case 1 where !payload.isEmpty:
            payload[Int.random(in: 0..<payload.count, using: &random)] = .random(in: 0...255, using: &random)
          case 2:
            let length = Int.random(in: 0...180, using: &random)
            payload = (0..<length).map { _ in .random(in: 0...255, using: &random) }
          default: break
          }
          let kind: MessageKind = Bool.random(using: &random) ? .mgaDBD : .mgaINI
          var frame = (try? Message.unknown(kind, payload: payload).encoded()) ?? []
          if Int.random(in: 0..<8, using: &random) == 0 {
            frame.removeLast(Int.random(in: 0...frame.count, using: &random))
          }
          stream += frame
        }
        // A frame that was cut swallows what stands behind it, and none is longer than this.
        let blanks = [UInt8](repeating: 0x20, count: 1300)
        let answers = talk.ask(stream + blanks + question)
        #expect(answers.contains { $0.kind == .monVER }, "seed \(seed)")
      }
      talk.search(.cold)
      #expect(throws: Never.self, "seed \(seed)") { _ = try talk.firstFix() }
    }
  }
}

@Suite struct `A record of an orbit` {
  @Test func `comes back from its bytes, and from no others`() throws {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let chip = try #require(Dialect.ofUBlox.randomElement(using: &random)?.chip)
      let owner = OrbitRecord.Owner(chip, seed: seed)
      let made = Int64.random(in: 0...7_000_000_000, using: &random)
      let satellite = SatelliteIdentity(
        [.gps, .glonass, .galileo, .beidou].randomElement(using: &random) ?? .gps,
        Int.random(in: 1...46, using: &random))
      let record = OrbitRecord(
        owner: owner, made: made, satellite: satellite, until: Bool.random(using: &random) ? made + 100 : nil)
      #expect(OrbitRecord(record.data) == record, "seed \(seed)")
      #expect(record.data.count + 12 <= 164)
      for place in record.data.indices {
        var data = record.data
        data[place] ^= UInt8.random(in: 1...255, using: &random)
        #expect(OrbitRecord(data) == nil, "seed \(seed) byte \(place)")
        #expect(OrbitRecord(Array(record.data[..<place])) == nil, "seed \(seed) cut at \(place)")
      }
    }
  }
}

extension [OrbitRecord] {
  /// The messages that give them back, as if they had been made earlier.
  fileprivate func frames(older seconds: Int64) -> [UInt8] {
    flatMap { record in
      var record = record
      record.made -= seconds
      record.until = record.until.map { $0 - seconds }
      return MgaDBD { $0.data = record.data }.encoded()
    }
  }
}

extension Message {
  fileprivate var piece: MgaDBD? { if case .mgaDBD(let piece) = control { piece } else { nil } }
  fileprivate var receipt: MgaACK? { if case .mgaACK(let receipt) = control { receipt } else { nil } }
}

extension UBloxTalk {
  /// The true time, in seconds since 1970.
  fileprivate var unixSeconds: Int64 {
    engine.scenario.beginning.secondsSince1970 + engine.now.components.seconds
  }

  /// Switches answers to assistance on, in the way of the generation.
  fileprivate mutating func answersAssistance() {
    if engine.scenario.dialect.chip?.generation.takesValues == true {
      tell(CfgVALSET { $0.values = [ConfigurationPair(.acknowledgesAssistance, bits: 1)] }.encoded())
    } else {
      tell(CfgNAVX5 { ($0.mask, $0.acknowledgesAssistance) = (1 << 10, 1) }.encoded())
    }
    _ = listen(.milliseconds(500))
  }

  /// Says bytes, and does not wait.
  fileprivate mutating func tell(_ bytes: [UInt8]) { engine.receive(bytes.span) }

  /// What it remembers, a frame each.
  fileprivate mutating func dump() -> [[UInt8]] {
    poll(.mgaDBD).filter { $0.kind == .mgaDBD }.compactMap { try? $0.encoded() }
  }

  /// It looks for satellites anew; its settings stay.
  fileprivate mutating func search(_ start: CfgRST.Knowledge) {
    tell(CfgRST { ($0.forget, $0.mode) = (start, .navigation) }.encoded())
  }

  /// Whole seconds until there is a fix, within three minutes.
  fileprivate mutating func firstFix() throws -> Int {
    for second in 1...180 {
      _ = listen(.seconds(1))
      if engine.lastEpoch?.hasFix == true { return second }
    }
    throw Unexpected()
  }

  /// The true time, or one that is some seconds off.
  fileprivate func time(off seconds: Int64 = 0, accuracy: UInt16 = 1) -> [UInt8] {
    let utc = UTC(secondsSince1970: unixSeconds + seconds)
    return MgaINITime {
      $0.leapSeconds = -128
      $0.date = NavPVT.CalendarDate(year: utc.date.year, month: utc.date.month, day: utc.date.day)
      $0.time = NavPVT.TimeOfDay(
        hour: Int(utc.timeOfDay.hour), minute: Int(utc.timeOfDay.minute), second: Int(utc.timeOfDay.second),
        nanosecond: 0)
      $0.accuracySeconds = accuracy
    }.encoded()
  }

  /// The true place, or one that is some degrees north of it.
  fileprivate func place(north degrees: Double = 0, accuracy: Double = 100) -> [UInt8] {
    MgaINIPosition {
      $0.latitude = engine.scenario.place.latitude + degrees
      $0.longitude = engine.scenario.place.longitude
      $0.height = engine.scenario.place.altitude
      $0.accuracy = accuracy
    }.encoded()
  }
}
