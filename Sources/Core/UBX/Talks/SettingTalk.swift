/// An exchange that reads settings, changes them as requested, and verifies the result.
///
/// ```
///  asking ──▶ telling ──▶ checking ──▶ the next request … ──▶ done
///    │           │            └ another value, twice ────▶ failed: not kept
///    │           └ refused ──────────────────────────────▶ failed: refused
///    └ no answer, twice ─────────────────────────────────▶ failed: silent
/// ```
///
/// An acknowledgment proves nothing: some receivers acknowledge settings that they do not keep, and it may
/// get lost while the line's speed changes. Only the later answers to the same queries count.
package struct SettingTalk: Sendable, RepeatingTalk {
  package enum Purpose: Sendable, Hashable {
    /// Computes the missing commands without sending them.
    case plan
    /// Sends the missing commands and reads the settings again.
    case set
  }

  package struct Outcome: Sendable, Hashable {
    /// The receiver's last answers to each request, with nil for a refused query.
    ///
    /// Read them with ``MessageSetting/value(in:_:)``.
    package var readings: [[Message?]] = []
    /// The commands that were sent or, for a plan, would be sent.
    package var commands: [Message] = []
    /// The commands that restore the previous settings, in sending order.
    package var undo: [Message] = []
    /// The answers to the first queries of all requests.
    package var answers: [Message] = []

    package init() {}
  }

  private enum Stage: Sendable, Hashable {
    /// A query was sent; with `isAnswered`, only its acknowledgment is missing.
    case asking(Int, isAnswered: Bool)
    case telling(Int)
    case changingSpeed, ended
  }

  private let table: SettingTable
  private let purpose: Purpose
  private var requests: ArraySlice<SettingRequest>
  private var stage = Stage.ended
  private var questions: [Message] = []
  private var answers: [Message?] = []
  private var commands: [Message] = []
  /// Whether the commands for this request were sent, and the queries are repeated.
  private var isChecking = false
  /// Whether the last message was sent a second time.
  var isRepeated = false
  /// A command that was not answered: a different value then counts as silence, not as a setting not kept.
  private var wasSilent: MessageKind?
  private var isRechecked = false
  /// The results; complete after `.done`.
  package private(set) var outcome = Outcome()

  /// Makes an exchange that reads or applies settings in order, or computes the commands for it.
  package init(_ requests: [SettingRequest], _ table: SettingTable, purpose: Purpose = .set) {
    (self.table, self.purpose) = (table, purpose)
    self.requests = requests[...]
  }

  package mutating func begin() -> TalkTurn { beginRequest() }

  package mutating func hear(_ message: Message) -> TalkTurn {
    switch stage {
    case .asking(let place, let isAnswered):
      if case .acknowledgement(let word) = message {
        guard word.message == questions[place].kind else { return .wait }
        if word.isAccepted { return isAnswered ? ask(place + 1) : .wait }
        return isAnswered ? .wait : questionRefused(place)
      }
      guard !isAnswered, Self.answers(message, questions[place]) else { return .wait }
      answers.append(message)
      stage = .asking(place, isAnswered: true)
      return .wait
    case .telling(let place):
      guard case .acknowledgement(let word) = message, word.message == commands[place].kind else {
        return .wait
      }
      return word.isAccepted ? tell(place + 1) : fail(.refused(commands[place].kind))
    case .changingSpeed, .ended: return .wait
    }
  }

  /// Reports that the response timeout has passed.
  ///
  /// Old receivers lose input while they are busy, so each message is sent twice.
  package mutating func silence() -> TalkTurn {
    switch stage {
    // Only the acknowledgment was lost.
    case .asking(let place, isAnswered: true): return ask(place + 1)
    case .asking(let place, isAnswered: false):
      guard !isRepeated else { return fail(.silent(questions[place].kind)) }
      return say(questions[place], again: true)
    case .telling(let place):
      guard isRepeated else { return say(commands[place], again: true) }
      // The command may have arrived; reading the settings shows it.
      wasSilent = commands[place].kind
      return tell(place + 1)
    case .changingSpeed, .ended: return .wait
    }
  }

  /// Reports that the line has its new speed and the receiver's output is valid there.
  package mutating func speedChanged() -> TalkTurn {
    guard case .changingSpeed = stage else { return .wait }
    return check()
  }

  // MARK: - Steps

  private mutating func beginRequest() -> TalkTurn {
    guard let request = requests.first else {
      stage = .ended
      return .done
    }
    isChecking = false
    isRechecked = false
    wasSilent = nil
    do throws(SettingTable.Refusal) { questions = try request.questions(table) } catch {
      return fail(.impossible(error))
    }
    return askAll()
  }

  private mutating func askAll() -> TalkTurn {
    answers = []
    return ask(0)
  }

  private mutating func ask(_ place: Int) -> TalkTurn {
    guard place < questions.count else { return isChecking ? checked() : asked() }
    stage = .asking(place, isAnswered: false)
    return say(questions[place])
  }

  private mutating func questionRefused(_ place: Int) -> TalkTurn {
    guard let request = requests.first, request.mayBeRefused(table) else {
      return fail(.unknown(questions[place].kind))
    }
    answers.append(nil)
    return ask(place + 1)
  }

  /// Handles the complete answers to the first queries.
  private mutating func asked() -> TalkTurn {
    outcome.answers += answers.compactMap { $0 }
    guard let request = requests.first else { return next() }
    do throws(SettingTable.Refusal) { commands = try request.commands(table, answers) } catch {
      return fail(.impossible(error))
    }
    outcome.commands += commands
    if !commands.isEmpty {
      // The last change is undone first.
      outcome.undo = answers.compactMap { $0.flatMap(SettingTable.undo) } + outcome.undo
    }
    guard purpose == .set, !commands.isEmpty else {
      outcome.readings.append(answers)
      return next()
    }
    return tell(0)
  }

  private mutating func tell(_ place: Int) -> TalkTurn {
    guard place < commands.count else { return check() }
    if let speed = requests.first?.lineSpeed {
      stage = .changingSpeed
      return .changeSpeed(MessageFrame.bytes(of: commands[place]), to: speed)
    }
    stage = .telling(place)
    return say(commands[place])
  }

  private mutating func check() -> TalkTurn {
    isChecking = true
    return askAll()
  }

  /// Handles the complete answers after the commands.
  private mutating func checked() -> TalkTurn {
    guard let request = requests.first else { return next() }
    let missing = try? request.commands(table, answers)
    guard missing == [] else {
      // This may be a late answer to a question that was sent twice before the commands.
      guard isRechecked else {
        isRechecked = true
        return askAll()
      }
      return fail(wasSilent.map { .silent($0) } ?? .notKept(answers))
    }
    outcome.readings.append(answers)
    return next()
  }

  private mutating func next() -> TalkTurn {
    requests = requests.dropFirst()
    return beginRequest()
  }

  private mutating func fail(_ failure: TalkFailure) -> TalkTurn {
    stage = .ended
    return .failed(failure)
  }

  /// Runs the exchange with stored answers; false if one is missing.
  ///
  /// Nothing is sent, so this only works for a plan.
  package mutating func rehearse(_ kept: [Message]) -> Bool {
    var turn = begin()
    while true {
      switch turn {
      case .done: return true
      case .say(let bytes):
        guard let question = Message(frame: bytes),
          let answer = kept.last(where: { Self.answers($0, question) })
        else { return false }
        _ = hear(answer)
        turn = hear(.acknowledgement(Acknowledgement { $0.message = question.kind }))
      case .wait, .waitAgain, .changeSpeed, .failed: return false
      }
    }
  }

  /// Whether a message answers a query; a repeated answer to an earlier query does not.
  package static func answers(_ message: Message, _ question: Message) -> Bool {
    if case (.cfgVALGET(let answer), .cfgVALGET(let question)) = (message.control, question.control) {
      guard answer.version == 1, answer.layer == question.layer else { return false }
      return question.keys.allSatisfy { key in key.isWildcard || answer.values.contains { $0.key == key } }
    }
    switch (message.control, question) {
    case (.cfgMSG(let answer), .unknown(.cfgMSG, let asked)):
      return asked.elementsEqual([answer.message.messageClass, answer.message.identifier])
    case (.cfgPRT(let answer), .unknown(.cfgPRT, let asked)):
      return asked.first.map { $0 == answer.port.rawValue } ?? true
    default:
      if case .unknown(question.kind, _) = message { return false }
      return message.kind == question.kind
    }
  }
}
