internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

/// Listens to the examined receiver until enough is known, or a signal comes.
struct DoctorListening {
  private enum Heard: Sendable {
    case report(Report)
    case bytes([UInt8], ContinuousClock.Instant)
  }

  /// The result: facts, or the signal that ended it.
  enum End {
    case heard(HeardFacts)
    case signal(CInt)
  }

  /// The interval between checks whether enough is known.
  private static let pause = Duration.milliseconds(250)

  static func run(
    _ receiver: Receiver, duration: Duration?, keepsBytes: Bool, time: any TimeSource = SystemTime()
  ) -> End {
    let queue = EventQueue<Heard>()
    let interrupts = Interrupts { queue.interrupt($0) }
    let begun = LiveMoment(time)
    var hearing = Hearing(duration: duration, keepsBytes: keepsBytes, at: begun.instant)
    // Subscribe before the device is opened, to keep its first bytes too.
    let chunks = keepsBytes ? receiver.onBytes { queue.put(.bytes($0, $1)) } : nil
    let listening = receiver.onReport { queue.put(.report($0)) }
    defer {
      withExtendedLifetime(interrupts) {
        chunks?.cancel()
        listening.cancel()
      }
    }
    while !hearing.isEnough(at: time.now) {
      switch queue.take(until: min(hearing.deadline, time.now + pause)) {
      case .event(.report(let report)): hearing.take(report, receiver.condition, at: LiveMoment(time))
      case .event(.bytes(let bytes, let arrival)): hearing.take(bytes, arrival: arrival)
      case .interrupt(.end(let signal)): return .signal(signal)
      case .interrupt, .deadline: break
      }
      hearing.look(receiver.condition, at: time.now)
    }
    var heard = hearing.result(at: time.now)
    heard.begun = begun.utc(begun.instant)
    return .heard(heard)
  }
}

/// Reads a whole recording as the doctor listens to a receiver: its last condition and the earlier ones.
struct RecordedHearing {
  private var story: RecordedStory
  private var past: [Verdict.Code: PastVerdict] = [:]
  private var order: [Verdict.Code] = []
  private var current: (code: Verdict.Code, facts: ReceiverFacts, since: ContinuousClock.Instant)?
  private var pace = EpochPace()

  /// When the verdict was last requested.
  private var judged: ContinuousClock.Instant?

  /// The minimum time between two verdicts, since each examines all facts; epochs at 1 Hz may come early.
  private static let pace = Duration.milliseconds(900)
  /// Shorter conditions are not worth reporting later.
  private static let least = Duration.seconds(3)
  /// Conditions that need no report once they have passed.
  private static let harmless: Set<Verdict.Code> = [
    .good, .listening, .searching, .searchingWarm, .searchingCold,
  ]

  private init(_ name: String) { story = RecordedStory(name) }

  /// Reads a recording to its end.
  ///
  /// - Throws: A complaint if it can't be read, or if there is nothing in it.
  static func hear(_ source: SourceName) throws(ToolError) -> HeardFacts {
    var input = try RecordedInput(source)
    var decoder = RecordedDecoder(nil, ReadingRules.strictness, givesCounts: true)
    var hearing = RecordedHearing(source.device)
    let verdict = try input.decode(&decoder) { hearing.take($0, $1) }
    hearing.story.finish(decoder.stats)
    hearing.noteVerdict(isLast: true)
    if let complaint = verdict.complaint { throw complaint }
    return hearing.facts(decoder.stats)
  }

  private mutating func take(_ output: DecodedOutput, _ moment: RecordedMoment) {
    _ = story.take(output, moment)
    guard case .fix = output else { return }
    pace.take(at: story.now)
    noteVerdict(isLast: false)
  }

  private mutating func noteVerdict(isLast: Bool) {
    guard isLast || judged.map({ $0.duration(to: story.now) >= Self.pace }) ?? true else { return }
    judged = story.now
    let facts = story.facts.facts(at: story.now)
    let code = Diagnosis.isGood(facts) ? .good : Diagnosis.verdict(facts).code
    if let current {
      guard isLast || current.code != code else {
        // Its numbers change while it lasts; only the last ones become text.
        self.current?.facts = facts
        return
      }
      add(Diagnosis.verdict(current.facts), since: current.since)
    }
    current = (code, facts, story.now)
  }

  private mutating func add(_ verdict: Verdict, since: ContinuousClock.Instant) {
    let code = verdict.code
    if past[code] == nil {
      order.append(code)
      past[code] = PastVerdict(verdict: verdict, from: story.utc(since), lasted: .zero)
    }
    past[code]?.verdict = verdict
    past[code]?.lasted += since.duration(to: story.now)
  }

  private func facts(_ stats: WatchStats) -> HeardFacts {
    var heard = HeardFacts()
    heard.isRecording = true
    heard.facts = story.facts.facts(at: story.now)
    heard.hardware = story.facts.hardware
    heard.suspectPositions = story.facts.suspectPositions
    heard.counts = StreamTotals(stats)
    heard.rate = pace.rate
    let now = Set(Diagnosis.verdicts(heard.facts).map(\.code))
    heard.past = order.compactMap { past[$0] }.filter {
      !Self.harmless.contains($0.verdict.code) && !now.contains($0.verdict.code) && $0.lasted >= Self.least
    }
    return heard
  }
}
