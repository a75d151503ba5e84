/// A talk with a receiver about its settings: what is set, what is missing, and whether it is set then.
///
/// ```
///  asking ──▶ telling ──▶ checking ──▶ the next wish … ──▶ done
///    │           │            └ another value, twice ────▶ failed: not kept
///    │           └ refused ──────────────────────────────▶ failed: refused
///    └ no answer, twice ─────────────────────────────────▶ failed: silent
/// ```
///
/// An acknowledgement is not believed: some receivers acknowledge what they do not keep, and on a line whose speed
/// changes it is lost. What counts is the answer to the same questions afterwards.
public struct SettingTalk: Sendable, Hashable {
  /// How far a talk goes.
  public enum Purpose: Sendable, Hashable {
    /// It only asks what is set.
    case ask
    /// It finds out which commands are missing, and sends none.
    case plan
    /// It sends the commands that are missing, and asks again.
    case set
  }

  /// What a talk has found and done.
  public struct Outcome: Sendable, Hashable {
    /// What is set now, as the receiver told last.
    public var values: [ReceiverWish] = []
    /// The commands that were sent, or would be.
    public var commands: [Message] = []
    /// The commands that bring back what was set before, in the order in which to send them.
    public var undo: [Message] = []

    /// What the receiver answered last to each question.
    public var answers: [Message] = []

    /// Nothing yet.
    public init() {}
  }

  private enum Stage: Sendable, Hashable {
    /// A question has been asked; with `isAnswered` only its acknowledgement is still to come.
    case asking(Int, isAnswered: Bool)
    /// A command has been sent.
    case telling(Int)
    /// The line gets another speed.
    case changingSpeed
    case ended
  }

  private let table: SettingTable
  private let purpose: Purpose
  private var subjects: ArraySlice<ReceiverWish.Subject>
  private var wishes: ArraySlice<ReceiverWish>
  private var stage = Stage.ended
  private var questions: [Message] = []
  private var answers: [Message?] = []
  private var commands: [Message] = []
  /// Whether the commands of this wish were sent, and the questions are asked for the second time.
  private var isChecking = false
  /// Whether the last message was sent before, and not answered.
  private var isRepeated = false
  /// Whether a command was not answered: then another value is no broken word.
  private var wasSilent: MessageKind?
  private var isRechecked = false
  /// What it has found and done so far.
  public private(set) var outcome = Outcome()

  /// A talk that only asks.
  public init(asking subjects: [ReceiverWish.Subject], _ table: SettingTable) {
    self.table = table
    purpose = .ask
    self.subjects = subjects[...]
    wishes = []
  }

  /// A talk that fulfils wishes one after the other, or finds out what that would take.
  public init(_ wishes: [ReceiverWish], _ table: SettingTable, purpose: Purpose = .set) {
    self.table = table
    self.purpose = purpose
    subjects = wishes.map { $0.subject }[...]
    self.wishes = wishes[...]
  }

  /// Begins.
  public mutating func begin() -> TalkTurn { beginSubject() }

  /// A message came.
  public mutating func hear(_ message: Message) -> TalkTurn {
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

  /// Nothing was heard for as long as an answer may take.
  ///
  /// Old receivers lose what comes while they are busy, so each message is sent twice before it is given up.
  public mutating func silence() -> TalkTurn {
    switch stage {
    // The answer is there; its acknowledgement was lost.
    case .asking(let place, isAnswered: true): return ask(place + 1)
    case .asking(let place, isAnswered: false):
      guard !isRepeated else { return fail(.silent(questions[place].kind)) }
      return say(questions[place], again: true)
    case .telling(let place):
      guard isRepeated else { return say(commands[place], again: true) }
      // It may have heard the command all the same: the questions tell.
      wasSilent = commands[place].kind
      return tell(place + 1)
    case .changingSpeed, .ended: return .wait
    }
  }

  /// The line has its new speed, and the receiver is understood at it.
  public mutating func speedChanged() -> TalkTurn {
    guard case .changingSpeed = stage else { return .wait }
    return check()
  }
}

// MARK: - Steps

extension SettingTalk {
  private mutating func beginSubject() -> TalkTurn {
    guard let subject = subjects.first else {
      stage = .ended
      return .done
    }
    isChecking = false
    isRechecked = false
    wasSilent = nil
    do throws(SettingTable.Refusal) {
      questions = try table.questions(subject)
    } catch {
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
    guard let subject = subjects.first, table.isOptional(subject) else {
      return fail(.unknown(questions[place].kind))
    }
    answers.append(nil)
    return ask(place + 1)
  }

  /// All answers are there for the first time.
  private mutating func asked() -> TalkTurn {
    outcome.answers += answers.compactMap { $0 }
    guard let wish = wishes.first else {
      if let subject = subjects.first, let value = table.value(subject, answers) {
        outcome.values.append(value)
      }
      return next()
    }
    do throws(SettingTable.Refusal) {
      commands = try table.commands(wish, answers)
    } catch {
      return fail(.impossible(error))
    }
    outcome.commands += commands
    if !commands.isEmpty {
      // What was set last is brought back first.
      outcome.undo = answers.compactMap { $0.flatMap(SettingTable.undo) } + outcome.undo
    }
    guard purpose == .set, !commands.isEmpty else {
      if let value = table.value(wish.subject, answers) { outcome.values.append(value) }
      return next()
    }
    return tell(0)
  }

  private mutating func tell(_ place: Int) -> TalkTurn {
    guard place < commands.count else { return check() }
    if case .lineSpeed(let speed) = wishes.first {
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

  /// All answers are there after the commands.
  private mutating func checked() -> TalkTurn {
    guard let wish = wishes.first else { return next() }
    let missing = try? table.commands(wish, answers)
    let value = table.value(wish.subject, answers)
    guard missing == [] else {
      // It may be the late answer to a question that was asked twice before.
      guard isRechecked else {
        isRechecked = true
        return askAll()
      }
      return fail(wasSilent.map { .silent($0) } ?? .notKept(value))
    }
    outcome.values.append(value ?? wish)
    return next()
  }

  private mutating func next() -> TalkTurn {
    subjects = subjects.dropFirst()
    wishes = wishes.dropFirst()
    return beginSubject()
  }

  private mutating func fail(_ failure: TalkFailure) -> TalkTurn {
    stage = .ended
    return .failed(failure)
  }

  private mutating func say(_ message: Message, again: Bool = false) -> TalkTurn {
    isRepeated = again
    return .say(MessageFrame.bytes(of: message))
  }

  /// Goes through the talk with answers that were kept; false if one is missing.
  ///
  /// Nothing is sent, so it is of use for a plan only.
  public mutating func rehearse(_ kept: [Message]) -> Bool {
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

  /// Whether a message answers a question; a second answer to an earlier one must not be taken for it.
  package static func answers(_ message: Message, _ question: Message) -> Bool {
    switch (message, question) {
    case (.cfgVALGET(let answer), .cfgVALGET(let question)):
      guard answer.version == 1, answer.layer == question.layer else { return false }
      return question.keys.allSatisfy { key in
        key.isWildcard || answer.values.contains { $0.key == key }
      }
    case (.cfgMSG(let answer), .unknown(.cfgMSG, let asked)):
      return asked.elementsEqual([answer.message.messageClass, answer.message.identifier])
    case (.cfgPRT(let answer), .unknown(.cfgPRT, let asked)):
      return asked.first.map { $0 == answer.port.rawValue } ?? true
    case (.unknown(let kind, _), _) where kind == question.kind: return false
    default: return message.kind == question.kind
    }
  }
}
