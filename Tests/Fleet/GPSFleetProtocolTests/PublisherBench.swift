import GPSBase
import GPSTrackRows

@testable import GPSFleetProtocol

/// A publisher whose store answers at once, and whose batches a test answers.
struct PublisherBench {
  var machine: PublisherMachine
  var now = Moment(.now)
  /// All batches that were sent, and those of them without an answer.
  var sends: [(token: Int, numbers: ClosedRange<Int64>)] = []
  var open: [Int] = []
  var searches: [Int64] = []
  var saves = 0
  var hasStopped = false
  var bytesOfEntry = 0
  private var numbers: [[UInt8]: ClosedRange<Int64>] = [:]
  private let start: Moment

  init(
    cursor: FleetCursor = FleetCursor(installation: "i"), isReceiptEnough: Bool = false, seed: UInt64 = 1
  ) {
    var settings = PublisherMachine.Settings()
    settings.isReceiptEnough = isReceiptEnough
    if isReceiptEnough { settings.batch = .zero }
    machine = PublisherMachine(settings, cursor: cursor, seed: seed)
    start = now
    perform(machine.opened(7, first: 1, at: now))
  }

  var seconds: Double { start.duration(to: now) / .seconds(1) }

  mutating func perform(_ actions: [PublisherMachine.Action]) {
    for action in actions {
      switch action {
      case .read(let request):
        var page = request.numbers
        while page.count > 1, page.count * bytesOfEntry > request.mostBytes {
          page = page.lowerBound...(page.lowerBound + Int64(page.count / 2) - 1)
        }
        let payload = Array("\(page)".utf8) + Array(repeating: 0, count: page.count * bytesOfEntry)
        numbers[payload] = page
        perform(machine.page(.batch(epoch: 7, numbers: page, payload: payload), at: now))
      case .send(let token, let payload):
        sends.append((token, numbers[payload] ?? 0...0))
        open.append(token)
      case .save: saves += 1
      case .find(let time): searches.append(time)
      case .stop: hasStopped = true
      }
    }
  }

  mutating func news(_ last: Int64) { perform(machine.news(last: last, at: now)) }

  /// Advances the time, with all that is due within it.
  mutating func wait(_ seconds: Double) {
    let end = now + .milliseconds(Int(seconds * 1000))
    while let next = machine.nextWake, next <= end {
      now = max(now, next)
      perform(machine.wake(at: now))
    }
    now = end
  }

  /// Waits until a batch is sent, for a day at most; returns the seconds.
  mutating func waitForSend() -> Double {
    let (begin, count) = (now, sends.count)
    while sends.count == count, let next = machine.nextWake, begin.duration(to: next) < .seconds(86_400) {
      now = max(now, next)
      perform(machine.wake(at: now))
    }
    return begin.duration(to: now) / .seconds(1)
  }

  // MARK: - Answers

  /// Gives a reply to a batch, the oldest one without a reply as a rule.
  mutating func reply(_ reply: FleetReply, to token: Int? = nil) {
    guard let token = token ?? open.first else { return }
    open.removeAll { $0 == token }
    perform(machine.answered(token, reply, at: now))
  }

  /// A collector answers a batch, the oldest one without an answer as a rule.
  mutating func answer(
    _ word: FleetAnswer.Word = .committed, to chosen: Int? = nil, epoch: UInt32 = 7,
    numbers: ClosedRange<Int64>? = nil, database: String = "db", timeline: UInt32 = 1, width: Int? = nil,
    reads: Int? = nil, retryAfter: Int? = nil
  ) {
    guard let token = chosen ?? open.first else { return }
    var answer = FleetAnswer(word)
    (answer.epoch, answer.numbers) = (epoch, numbers ?? sends.last { $0.token == token }?.numbers)
    if word == .committed { answer.database = FleetDatabase(identifier: database, timeline: timeline) }
    (answer.width, answer.reads) = (width, reads)
    reply(.answered(status: word.status, body: answer.bytes, retryAfter: retryAfter), to: token)
  }

  /// A collector commits all that is sent, and what is sent then.
  mutating func commitAll() { while !open.isEmpty { answer() } }
}
