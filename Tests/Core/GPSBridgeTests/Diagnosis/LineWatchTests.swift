import GNSS
import SerialPorts
import TestSupport
import Testing

@testable import GPSBridge

/// A receiver that sends fourteen sentences a second, on a line that somebody disturbs.
private struct Line {
  private(set) var condition = ReceiverCondition()
  private(set) var counts = StreamTotals()
  private let start = ContinuousClock.now
  private var second = 0.0
  private var random: SeededGenerator
  /// The seconds at which the verdict became another one.
  private(set) var changes: [(code: Verdict.Code, at: Double)] = []

  init(speed: Int?, seed: UInt64 = 1) {
    random = SeededGenerator(seed: seed)
    let place = DevicePlace(key: "k", node: "/dev/ttyUSB0", speed: .unknown)
    take(.event(ReceiverEvent(.opened(place, speed: speed), at: start)))
  }

  private var now: ContinuousClock.Instant { start + .seconds(second) }

  private mutating func take(_ report: Report) {
    condition.take(report, counts: counts, at: now)
    let code = condition.verdict(at: now).code
    if changes.last?.code != code { changes.append((code, second)) }
  }

  /// So many seconds pass, in which such a part of the sentences is damaged.
  mutating func pass(_ seconds: Int, damaged part: Double, bytesPerSentence: Int = 60, messages: Bool = false)
  {
    for _ in 0..<seconds {
      second += 1
      for _ in 0..<14 {
        counts.bytes += bytesPerSentence
        if Double.random(in: 0..<1, using: &random) < part {
          counts.badChecksums += 1
          counts.junkBytes += bytesPerSentence
        } else if messages {
          counts.messages += 1
        } else {
          counts.sentences += 1
        }
      }
      counts.epochs += 1
      var fix = Fix()
      fix.time = UTC(secondsSince1970: 1_795_000_000 + Int64(second))
      fix.mode = .threeDimensional
      fix.coordinate = Coordinate(latitude: 48.1, longitude: 11.5)
      fix.altitude = 540
      take(.fix(fix))
    }
  }

  var verdicts: [Verdict] { condition.verdicts(at: now) }

  /// When the verdict began to be this one, at some second or later.
  func begins(_ code: Verdict.Code, from second: Double) -> Double? {
    changes.first { $0.code == code && $0.at >= second }?.at
  }

  /// The largest number of changes of the verdict in a minute.
  var mostChanges: Int {
    changes.map { one in changes.count { (one.at..<one.at + 60).contains($0.at) } }.max() ?? 0
  }
}

@Suite struct `The line of a receiver` {
  @Test(arguments: [false, true], [0.15, 0.3, 0.9] as [Double])
  func `is called bad within 15 s of the damage, and no more a minute after its end`(
    messages: Bool, part: Double
  ) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var line = Line(speed: nil, seed: seed)
      line.pass(3600, damaged: 0, messages: messages)
      line.pass(600, damaged: part, messages: messages)
      line.pass(900, damaged: 0.001, messages: messages)
      let bad = try #require(line.begins(.badChecksums, from: 3600), "seed \(seed)")
      #expect(bad <= 3615, "seed \(seed)")
      let good = try #require(line.begins(.good, from: 4200), "seed \(seed)")
      #expect(good <= 4260, "seed \(seed)")
      #expect(line.begins(.badChecksums, from: good) == nil, "seed \(seed)")
      #expect(line.mostChanges <= 4, "seed \(seed): \(line.changes)")
    }
  }

  @Test func `is not called bad for one event, nor for one sentence in two hundred`() {
    for seed in 1...5 as ClosedRange<UInt64> {
      var line = Line(speed: nil, seed: seed)
      line.pass(60, damaged: 0)
      line.pass(1, damaged: 1)
      line.pass(60, damaged: 0)
      line.pass(600, damaged: 0.005)
      #expect(!line.changes.contains { $0.code == .badChecksums }, "seed \(seed): \(line.changes)")
    }
  }

  @Test func `says which part of the last seconds is damaged`() {
    var line = Line(speed: nil)
    line.pass(3600, damaged: 0)
    line.pass(40, damaged: 1)
    let verdict = line.verdicts.first
    #expect(verdict?.why == "100 of 100 of the last seconds have a wrong checksum; on a good line, none do.")
  }

  @Test func `is called full ten seconds after it became so, whatever came before`() throws {
    var line = Line(speed: 9600)
    line.pass(3600, damaged: 0, bytesPerSentence: 30)
    // 14 of them in a second are 966 bytes, of 960 that the line carries.
    line.pass(60, damaged: 0, bytesPerSentence: 69)
    line.pass(60, damaged: 0, bytesPerSentence: 60)
    let full = try #require(line.begins(.overloaded, from: 3600))
    #expect(full <= 3615)
    let good = try #require(line.begins(.good, from: full))
    #expect((3660...3675).contains(good))
    #expect(line.changes.count <= 5, "\(line.changes)")
  }

  @Test func `that is full is to blame for what is damaged, and no cable`() throws {
    var line = Line(speed: 9600)
    line.pass(60, damaged: 0.4, bytesPerSentence: 68)
    let verdicts = line.verdicts
    #expect(verdicts.first?.code == .overloaded)
    #expect(!verdicts.contains { $0.code == .badChecksums })
    #expect(line.begins(.badChecksums, from: 0) == nil)
    let why = try #require(verdicts.first?.why)
    #expect(why.contains("9600 bits per second carry 960 bytes, and all are in use; "), "\(why)")
    #expect(why.contains(" of 100 sentences and messages arrive damaged. "), "\(why)")
  }

  @Test func `that carries ninety of a hundred possible bytes is neither full nor bad`() {
    var line = Line(speed: 9600)
    line.pass(600, damaged: 0, bytesPerSentence: 62)
    #expect(Set(line.changes.map(\.code)).isDisjoint(with: [.overloaded, .badChecksums]))
  }
}
