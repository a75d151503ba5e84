import GPSBridge
import TestSupport
import UBX

/// Facts as nobody would make them up, with the numbers and texts of strangers at their limits.
enum RandomFacts {
  static func make(_ random: inout SeededGenerator) -> ReceiverFacts {
    var facts = ReceiverFacts()
    facts.port.state = pick([nil, .absent, .denied, .busy, .opened, .opened, .opened, .gone], &random)
    facts.port.sought = pick([nil, "/dev/ttyUSB0"], &random)
    facts.port.path = pick(texts, &random)
    facts.port.group = pick(texts, &random)
    facts.port.holder = pick(texts + ["gpsd", "brltty", "ModemManager"], &random)
    facts.port.holderProcess = pick(numbers, &random)
    facts.port.holderRemedy = pick(texts, &random)
    facts.port.otherReaderRemedy = pick(texts, &random)
    facts.port.speed = pick(numbers, &random)
    facts.port.speedsTried = pick([[], [4800], [4800, 9600, 38_400, 115_200, -1]], &random)
    facts.port.hasSuperSpeedNeighbor = pick(truths, &random)
    facts.stream.listened = .init(pick(times, &random))
    facts.stream.bytesPerSecond = .init(pick(decimals, &random))
    facts.stream.sentences = .init(pick(counts, &random))
    facts.stream.badChecksums = .init(pick(counts, &random))
    facts.stream.messages = .init(pick(counts, &random))
    facts.stream.epochs = .init(pick(counts, &random))
    facts.stream.formats = pick([[], [], [.sirf], [.ubx, .rtcm]], &random)
    facts.stream.modemCommands = pick([.unknown, .unknown, 0, 2], &random)
    facts.sky.inView = .init(pick(numbers, &random))
    facts.sky.heard = .init(pick(numbers, &random))
    facts.sky.heardWell = .init(pick(numbers, &random))
    facts.sky.used = .init(pick(numbers, &random))
    facts.sky.best = .init(pick(numbers, &random))
    facts.sky.median = .init(pick(numbers, &random))
    facts.sky.spread = .init(pick(numbers, &random))
    facts.fix.hasFix = pick(truths, &random)
    facts.fix.dimensions = pick([.unknown, 2, 3], &random)
    facts.fix.hasHeight = pick(truths, &random)
    facts.fix.isDeadReckoning = pick(truths, &random)
    facts.fix.sources = pick([[], [.gga, .rmc], [.navPVT]], &random)
    facts.fix.horizontalDilution = .init(pick(decimals, &random))
    facts.fix.searching = .init(pick(times, &random))
    facts.fix.hadFix = pick(truths, &random)
    facts.fix.isTimeKnown = pick(truths, &random)
    facts.integrity.antenna = .init(pick(texts + ["OPEN", "SHORT", "OK"], &random))
    facts.integrity.jamming = .init(pick([nil, IntegrityFacts.Jamming.none, .warning, .critical], &random))
    facts.integrity.jammingIndicator = .init(pick(numbers, &random))
    facts.integrity.isSpoofingReported = pick(truths, &random)
    facts.integrity.signalFall = pick([nil, nil, SignalFall(decibels: 9, satellites: .max)], &random)
    facts.integrity.latestSpoofingSigns = pick([[], [], ["one", "two"]], &random)
    facts.integrity.secondsAheadOfClock = .init(pick(decimals, &random))
    facts.integrity.impliedSpeed = .init(pick(decimals, &random))
    facts.integrity.timeStoodStill = .init(pick(times, &random))
    facts.integrity.rolloverWeeks = .init(pick(numbers, &random))
    facts.settings.missing = pick(missing, &random)
    return facts
  }

  private static let missing: [[SettingFacts.Missing]] = [
    [], [],
    texts.compactMap {
      $0.map { SettingFacts.Missing(Setting.enabledSentences(Set(OutputSentence.allCases)), reason: $0) }
    },
    [SettingFacts.Missing(Setting.enabledMessages(Set(MessageKind.selectable)), reason: "no.")],
  ]

  private static let texts: [String?] = [
    nil, "", "a", "line\nbreak", "\u{1B}[2J", String(repeating: "long ", count: 100), "\u{0}",
  ]
  private static let truths: [ReceiverFacts.Fact<Bool>] = [.unknown, .yes, .no]
  private static let numbers: [Int?] = [nil, 0, 1, 4, 30, 200, -1, Int.max, Int.min]
  private static let counts: [Int?] = [nil, 0, 1, 1000, 100_000_000]
  private static let decimals: [Double?] = [nil, 0, 0.5, 20, -1, .nan, .infinity, -.infinity, 1e300]
  private static let times: [Duration?] = [
    nil, .zero, .seconds(2), .seconds(31), .seconds(300), .seconds(100_000), .seconds(-5),
    .seconds(Int64.max),
  ]

  private static func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
}
