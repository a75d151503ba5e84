import GNSS
import GPSBase
import TestSupport
import UBX

@testable import GPSBridge

/// An exchange about settings on the bench: what it wants done is noted, and done where that is a change of speed.
struct ExchangeRun {
  private let exchange: Holder
  private(set) var now = ContinuousClock.now
  /// Everything that was to be done.
  private(set) var log: [SettingExchange.Action] = []
  private(set) var answers: [Int: Result<ReceiverDialect?, LocationError>] = [:]
  private(set) var answeredTwice: [Int] = []
  private var condition: LineCondition
  private var clock = 43_200_000
  /// What a device gets that is plugged in from now on.
  var profile: [SettingValue]

  static let gone = LocationError(.disconnected, "/dev/fake0 has gone")

  init(
    _ dialect: ReceiverDialect? = nil, _ condition: LineCondition = .ready(.found(9600)),
    restores: Bool = true, profile: [SettingValue] = [], interval: Duration? = nil
  ) {
    var options = ReceiverOptions()
    options.dialect = dialect
    self.profile = profile
    options.profile = profile
    options.conditionInterval = interval
    options.restoresSettings = restores
    exchange = Holder(SettingExchange(options))
    self.condition = condition
    plug()
  }

  /// Does something with the exchange, and what it wants done.
  @discardableResult mutating func tell<Answer>(
    _ input: (inout SettingExchange, ContinuousClock.Instant) -> Answer
  ) -> Answer {
    let answer = input(&exchange.value, now)
    var isDone = false
    while !isDone {
      var actions = exchange.value.takeActions()
      if actions.isEmpty {
        exchange.value.follow(condition, at: now)
        actions = exchange.value.takeActions()
      }
      log += actions
      for action in actions {
        switch action {
        case .trySpeed(let speed), .returnToSpeed(let speed): condition = .ready(.found(speed))
        case .write, .tell, .report, .keepSpeed, .recall, .keep: break
        }
      }
      isDone = actions.isEmpty
    }
    for answer in exchange.value.takeAnswers()
    where answers.updateValue(answer.result.map(\.dialect), forKey: answer.request) != nil {
      answeredTwice.append(answer.request)
    }
    return answer
  }

  /// The line is like this from now on.
  mutating func become(_ condition: LineCondition) {
    self.condition = condition
    tell { _, _ in }
  }

  /// The device is opened, as it was or at another speed.
  mutating func plug(_ key: String = "usb-1.2", _ condition: LineCondition? = nil) {
    if let condition { self.condition = condition }
    let profile = profile
    tell { $0.opened(key, profile: profile, at: $1) }
  }

  mutating func ask(_ wish: ReceiverRequest.Work, timeout: Duration? = nil) -> Int {
    tell { $0.add(wish, timeout: timeout, at: $1) } ?? -1
  }

  mutating func set(_ value: SettingValue, timeout: Duration? = nil) -> Int {
    ask(.set(value), timeout: timeout)
  }

  /// Sets something, and what that writes is out.
  @discardableResult mutating func send(_ value: SettingValue, timeout: Duration? = nil) -> Int {
    let request = set(value, timeout: timeout)
    sent(request)
    return request
  }

  /// What was written is out.
  mutating func sent(_ request: Int, _ error: LocationError? = nil) {
    tell { $0.written(request, error, at: $1) }
  }

  /// The receiver says something: a body, without `$` and checksum.
  mutating func say(_ body: String) { tell { $0.heard(ArrivedSentence(wire(body).dropLast(2)), at: $1) } }

  /// All this was understood since the line has its speed.
  mutating func hear(_ evidence: SpeedEvidence) { tell { $0.heard(evidence, at: $1) } }

  /// The receiver says a message.
  mutating func say(_ message: Message) { tell { $0.heard(message, at: $1) } }

  /// The receiver says a message, and then acknowledges what it answers.
  mutating func answer(_ message: Message, isAccepted: Bool = true) {
    if isAccepted { say(message) }
    acknowledge(message.kind, isAccepted)
  }

  /// The receiver accepts a command, or refuses it.
  mutating func acknowledge(_ kind: MessageKind, _ isAccepted: Bool = true) {
    say(
      .acknowledgement(
        Acknowledgement { ($0.isAccepted, $0.message) = (isAccepted, kind) }))
  }

  /// The receiver sends an epoch, some time after the last one.
  mutating func epoch(_ milliseconds: Int = 1000, _ bodies: [String] = ["GPRMC,,V,,,,,,,,,,N"]) {
    wait(.milliseconds(milliseconds))
    clock += milliseconds
    for body in bodies { say(body) }
    var fix = Fix()
    fix.timeOfDay = TimeOfDay(
      hour: clock / 3_600_000 % 24, minute: clock / 60_000 % 60, second: clock / 1000 % 60,
      nanosecond: clock % 1000 * 1_000_000)
    tell { [fix] in $0.epochEnded(fix, at: $1) }
  }

  mutating func epochs(_ count: Int, _ milliseconds: Int = 1000, _ bodies: [String] = ["GPRMC,,V,,,,,,,,,,N"])
  {
    for _ in 0..<count { epoch(milliseconds, bodies) }
  }

  /// Lets time pass, with everything that is due on the way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let deadline = exchange.value.nextDue?.instant, deadline <= end {
      now = max(now, deadline)
      tell { $0.advance(to: $1) }
    }
    now = end
  }

  /// The values that are known.
  var known: SettingValues { exchange.value.known.values }
  /// The values that are restored when the receiver loses them.
  var wanted: [SettingKind: SettingValue] { exchange.value.known.restoring.wanted }
  /// The rate that the epochs show.
  var shownRate: UpdateRate? { exchange.value.known.observation.pace.rate }
  var lineSpeed: LineCondition.LineSpeed? { exchange.value.known.lineSpeed }
  var means: SettingMeans { exchange.value.means }
  /// Whether no request is under way or waits.
  var isIdle: Bool { exchange.value.run.isIdle }
  /// The request under way.
  var current: ReceiverRequest? { exchange.value.run.current }

  /// What was written.
  var bytes: [[UInt8]] { log.compactMap { if case .write(let bytes, _) = $0 { bytes } else { nil } } }
  /// The same, as text.
  var written: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }
  /// What was done about the speed of the line.
  var speeds: [SettingExchange.Action] {
    log.filter {
      switch $0 {
      case .trySpeed, .keepSpeed, .returnToSpeed: true
      case .write, .tell, .report, .recall, .keep: false
      }
    }
  }
  /// The number of the newest request that wrote something.
  var requests: Int {
    log.reduce(0) { newest, action in
      if case .write(_, let request) = action { max(newest, request) } else { newest }
    }
  }
  /// Messages that were written, one for each write.
  var frames: [Message] { bytes.compactMap { Message(frame: $0) } }
  var events: [ReceiverEvent.Kind] {
    log.compactMap { if case .tell(let event) = $0 { event } else { nil } }
  }
  /// Values that were confirmed, in their order.
  var confirmed: [SettingValue] {
    events.compactMap { if case .setting(let value) = $0 { value } else { nil } }
  }
  /// What became of a request: nil while it is under way.
  func error(_ request: Int) -> LocationError? {
    if case .failure(let error) = answers[request] { error } else { nil }
  }
  func isDone(_ request: Int) -> Bool {
    if case .success = answers[request] { true } else { false }
  }
}

/// Holds an exchange, which can't be copied, for a run, which can.
private final class Holder {
  var value: SettingExchange

  init(_ value: consuming SettingExchange) { self.value = value }
}
