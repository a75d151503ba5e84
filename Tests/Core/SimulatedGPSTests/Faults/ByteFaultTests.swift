import GNSS
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `A fault of bytes` {
  private func stream(_ fault: Scenario.Fault, share: Double = 0.3, seconds: Int = 60) -> [UInt8] {
    bytes(
      .walk.with { $0.events = [Scenario.Event(from: .zero, .fault(fault, share: share))] }, seconds: seconds)
  }

  private let clean = bytes(.walk, seconds: 60)

  @Test func `changes nothing where it hits no sentence`() {
    #expect(stream(.wrongChecksum, share: 0) == clean)
    #expect(stream(.noise, share: 0) == clean)
  }

  @Test func `puts NULs into sentences, and flips single bits`() {
    let nuls = stream(.nulBytes)
    #expect(nuls.filter { $0 != 0 } == clean && nuls.contains(0))
    let flipped = stream(.flippedBit)
    let differing = zip(flipped, clean).filter { $0 != $1 }
    #expect(flipped.count == clean.count && !differing.isEmpty)
    #expect(differing.allSatisfy { ($0 ^ $1).nonzeroBitCount == 1 })
  }

  @Test func `puts noise between sentences`() {
    let damaged = stream(.noise)
    #expect(damaged.count > clean.count)
    #expect(streamCounts(damaged).junkBytes > 0)
    #expect(fixes(damaged).count { $0.isValid } > 50)
  }

  @Test func `puts whole binary messages between sentences`() {
    let damaged = stream(.binary)
    let counts = streamCounts(damaged)
    #expect(counts.messages > 20 && counts.corrections > 20)
    #expect(counts.junkBytes == 0 && counts.badChecksums == 0)
    #expect(fixes(damaged).map(\.coordinate) == fixes(clean).map(\.coordinate))
  }

  @Test(arguments: [
    Scenario.Fault.wrongChecksum, .cut, .glued, .nulBytes, .flippedBit, .noise, .binary, .lost, .repeated,
    .shuffled,
  ])
  func `never makes our decoder believe a place that is not there`(fault: Scenario.Fault) {
    for seed in UInt64(1)...4 {
      let scenario = Scenario.staticDesk.with {
        $0.events = [Scenario.Event(from: .zero, .fault(fault, share: 0.5))]
        $0.seed = seed
      }
      for fix in fixes(bytes(scenario, seconds: 40)) {
        guard let place = fix.coordinate else { continue }
        #expect(abs(place.latitude - 48.1173) < 0.001 && abs(place.longitude - 11.5167) < 0.001, "\(fault)")
      }
    }
  }

  @Test func `begins and ends with its event`() {
    let scenario = Scenario.walk.with {
      $0.events = [Scenario.Event(from: .seconds(20), to: .seconds(30), .fault(.wrongChecksum))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    let before = engine.advance(to: .milliseconds(19_900)).bytes
    let during = engine.advance(to: .milliseconds(29_900)).bytes
    let after = engine.advance(to: .seconds(60)).bytes
    #expect(streamCounts(before).badChecksums == 0)
    #expect(streamCounts(during).sentences == 0)
    #expect(streamCounts(after).badChecksums == 0 && streamCounts(after).sentences > 100)
  }
}

@Suite struct `A fault of the line` {
  @Test func `can be silence`() {
    #expect(bytes(.silent, seconds: 100).isEmpty)
    #expect(emissions(.silent, seconds: 100) == [.plugged(name: "ttyACM0", at: .zero)])
  }

  @Test func `can be a stream that stops and comes in one go`() throws {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = .mtk
      $0.events = [Scenario.Event(from: .seconds(20), to: .seconds(30), .fault(.stalled))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    let before = engine.advance(to: .seconds(20)).bytes
    #expect(engine.advance(to: .milliseconds(29_990)).bytes.isEmpty)
    let burst = engine.advance(to: .seconds(30))
    #expect(burst.bytes.count > 2000)
    #expect(burst.allSatisfy { $0.instant == .seconds(30) })
    let after = engine.advance(to: .seconds(40)).bytes
    // Nothing was lost on the way.
    #expect(before + burst.bytes + after == bytes(scenario.with { $0.events = [] }, seconds: 40))
  }

  @Test func `can be a plug that is pulled, in the middle of a sentence, and comes back under another name`()
    throws
  {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = .sirf
      $0.device = "ttyUSB0"
      $0.events = [
        Scenario.Event(
          from: .milliseconds(20_400), to: .seconds(30), .unplug(returnsAs: "ttyUSB3", waking: .cold))
      ]
    }
    var engine = SimulatedReceiverMachine(scenario)
    #expect(engine.deviceName == nil)
    let before = engine.advance(to: .milliseconds(20_400))
    #expect(before.first == .plugged(name: "ttyUSB0", at: .zero))
    #expect(before.last == .unplugged(at: .milliseconds(20_400)) && before.bytes.last != 0x0A)
    #expect(engine.deviceName == nil)
    #expect(engine.advance(to: .milliseconds(29_999)).isEmpty)
    let after = engine.advance(to: .seconds(35))
    #expect(after.first == .plugged(name: "ttyUSB3", at: .seconds(30)))
    #expect(lines(after.bytes).first?.hasPrefix("$PSRFTXT") == true)
    #expect(fixes(after.bytes).allSatisfy { !$0.isValid })
    #expect(engine.deviceName == "ttyUSB3")
  }

  @Test func `can be a plug that is pulled for good`() {
    let scenario = Scenario.staticDesk.with {
      $0.events =
        Story {
          Story.Wait(for: .seconds(5)); Story.Unplug()
        }.events
    }
    var engine = SimulatedReceiverMachine(scenario)
    _ = engine.advance(to: .seconds(10))
    #expect(engine.advance(to: .seconds(1000)).isEmpty)
    #expect(engine.nextDue > .seconds(1_000_000))
  }

  @Test func `can be a port that may not be opened`() {
    let scenario = Scenario.staticDesk.with {
      $0.events =
        Story {
          Story.Refuse(.permissionDenied, for: .seconds(5))
          Story.Wait(for: .seconds(5))
          Story.Refuse(.busy, for: .seconds(5))
        }.events
    }
    var engine = SimulatedReceiverMachine(scenario)
    var told = engine.advance(to: .seconds(3))
    #expect(engine.openRefusal == .permissionDenied)
    told += engine.advance(to: .seconds(7))
    #expect(engine.openRefusal == nil)
    told += engine.advance(to: .seconds(12))
    #expect(engine.openRefusal == .busy)
    told += engine.advance(to: .seconds(20))
    #expect(
      told.filter { if case .bytes = $0 { false } else { true } } == [
        .plugged(name: "ttyACM0", at: .zero), .refusesOpening(.permissionDenied, at: .zero),
        .allowsOpening(at: .seconds(5)), .refusesOpening(.busy, at: .seconds(10)),
        .allowsOpening(at: .seconds(15)),
      ])
  }

  @Test func `can be a speed that the host does not know`() {
    let garbled = bytes(.wrongSpeed, seconds: 20)
    let right = bytes(.wrongSpeed.with { $0.hostSpeed = 4800 }, seconds: 20)
    #expect(Double(garbled.count) > 1.2 * Double(right.count))
    #expect(!lines(garbled).contains { $0.contains("GGA") })
    #expect(fixes(garbled).isEmpty)
    #expect(fixes(right).last?.isValid == true)
    let half = bytes(.staticDesk.with { ($0.dialect, $0.hostSpeed) = (.mtk, 4800) }, seconds: 20)
    let whole = bytes(.staticDesk.with { $0.dialect = .mtk }, seconds: 20)
    #expect(0.4...0.6 ~= Double(half.count) / Double(whole.count))
  }

  @Test func `can be a receiver that changes its speed by itself for a while`() {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = .mtk
      $0.events = [Scenario.Event(from: .seconds(10), to: .seconds(20), .fault(.wrongSpeed(38_400)))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    #expect(fixes(engine.advance(to: .seconds(10)).bytes).count > 7)
    #expect(fixes(engine.advance(to: .seconds(20)).bytes).isEmpty)
    #expect(fixes(engine.advance(to: .seconds(30)).bytes).count > 8)
  }
}

@Suite struct `Damage to sentences` {
  private let first = Array("$GPGLL,4916.45,N,12311.12,W,225444,A*31\r\n".utf8)
  private let second = Array("$GPGLL,4916.46,N,12311.12,W,225445,A*33\r\n".utf8)

  private func damage(_ fault: Scenario.Fault, _ seed: UInt64 = 1, share: Double = 1) -> [UInt8] {
    var damage = SentenceDamage(seed: seed)
    return damage.damage(
      first + second, [first.count, first.count + second.count], [.init(fault: fault, share: share)])
  }

  @Test func `is different each time, and the same for a seed`() {
    #expect(damage(.noise, 1) == damage(.noise, 1))
    #expect(damage(.noise, 1) != damage(.noise, 2))
    var one = SentenceDamage(seed: 1)
    let risks = [SentenceDamage.Risk(fault: .noise, share: 1)]
    #expect(one.damage(first, [first.count], risks) != one.damage(first, [first.count], risks))
  }

  @Test(arguments: UInt64(1)...50)
  func `of the checksum changes one digit behind the star`(seed: UInt64) {
    let damaged = damage(.wrongChecksum, seed)
    let changed = zip(damaged, first + second).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(changed.count == 2)
    #expect(changed.allSatisfy { place in [first.count - 4, first.count - 3].contains(place % first.count) })
  }

  @Test func `that cuts leaves a beginning of each`() {
    for seed in UInt64(1)...50 {
      var damage = SentenceDamage(seed: seed)
      let cut = damage.damage(first, [first.count], [.init(fault: .cut, share: 1)])
      #expect(cut.count < first.count && cut == Array(first.prefix(cut.count)))
    }
  }

  @Test func `that glues takes the line ends, that repeats says all twice, and that loses says nothing`() {
    #expect(damage(.glued) == Array((first + second).filter { $0 != 0x0A && $0 != 0x0D }))
    #expect(damage(.repeated) == first + first + second + second)
    #expect(damage(.lost).isEmpty)
  }

  @Test func `that shuffles keeps sentences whole`() {
    let results = Set((UInt64(1)...20).map { damage(.shuffled, $0) })
    #expect(results == [first + second, second + first])
  }

  @Test func `comes with the share that was asked for`() {
    var damage = SentenceDamage(seed: 9)
    var lost = 0
    for _ in 0..<2000 where damage.damage(first, [first.count], [.init(fault: .lost, share: 0.25)]).isEmpty {
      lost += 1
    }
    #expect(420...580 ~= lost)
  }

  @Test func `may come all together`() {
    var damage = SentenceDamage(seed: 3)
    let risks = [
      Scenario.Fault.cut, .lost, .nulBytes, .flippedBit, .wrongChecksum, .glued, .noise, .binary, .repeated,
    ].map { SentenceDamage.Risk(fault: $0, share: 0.7) }
    for _ in 0..<2000 { _ = damage.damage(first + second, [first.count, first.count + second.count], risks) }
    #expect(damage.damage([], [], risks).isEmpty)
  }
}

@Suite struct `A binary message of chance` {
  @Test func `is one that our own decoder counts as a message, and nothing more`() {
    var random = RandomSource(seed: 2, stream: 2)
    for _ in 0..<200 {
      var decoder = FixDecoder(.recording())
      let ubx = BinaryNoise.ubx(&random)
      let rtcm = BinaryNoise.rtcm(&random)
      var outputs = 0
      let bytes = ubx + rtcm + ubx
      decoder.decode(bytes.span) { _ in outputs += 1 }
      decoder.finish { _ in outputs += 1 }
      #expect(decoder.streamCounts.messages == 2 && decoder.streamCounts.corrections == 1)
      #expect(outputs == 0)
    }
  }

  @Test func `has Fletcher's sum in one kind, and 24 bits of remainder in the other`() {
    var random = RandomSource(seed: 2, stream: 3)
    let ubx = BinaryNoise.ubx(&random)
    var sums = (0, 0)
    for byte in ubx[2..<(ubx.count - 2)] {
      sums.0 = (sums.0 + Int(byte)) % 256
      sums.1 = (sums.1 + sums.0) % 256
    }
    #expect(ubx.suffix(2) == [UInt8(sums.0), UInt8(sums.1)])
    // A frame with its own checksum behind it leaves no remainder.
    var remainder: UInt32 = 0
    for byte in BinaryNoise.rtcm(&random) {
      for place in (0..<8).reversed() {
        let carry = (remainder >> 23 & 1) ^ UInt32(byte >> UInt8(place) & 1)
        remainder = (remainder << 1 & 0xFF_FFFF) ^ (carry == 1 ? 0x86_4CFB : 0)
      }
    }
    #expect(remainder == 0)
  }
}
