import GNSS
import Testing

@testable import SimulatedGPS

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

  @Test func `that glues takes the line ends`() {
    #expect(damage(.glued) == Array((first + second).filter { $0 != 0x0A && $0 != 0x0D }))
  }

  @Test func `that repeats says all twice, and one that loses says nothing`() {
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
    ]
    .map { SentenceDamage.Risk(fault: $0, share: 0.7) }
    for _ in 0..<2000 { _ = damage.damage(first + second, [first.count, first.count + second.count], risks) }
    #expect(damage.damage([], [], risks).isEmpty)
  }

  @Test func `without sentences to hit hits nothing`() {
    #expect(damage(.wrongChecksum, share: 0) == first + second)
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
