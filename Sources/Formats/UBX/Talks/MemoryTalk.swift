/// A talk in which a receiver tells what it remembers of the sky, or is given it back after a start.
///
/// ```
///  does it acknowledge? ─▶ (have it do so) ─▶ the pieces ─▶ (as it was before) ─▶ done
/// ```
///
/// Only an acknowledgement says how many pieces a dump has, and whether a piece that was given is of use. So it is
/// switched on for as long as the talk lasts. Who does not acknowledge at all keeps nothing, and is given no more than the
/// first group.
public struct MemoryTalk: Sendable, Hashable {
  /// What is given to a receiver that has just started.
  public struct Gift: Sendable, Hashable {
    /// The place where it was last; nil where that is too old to be of use.
    public var place: MgaINIPosition?
    /// Seconds by which the clock of the computer may be off; nil if nobody vouches for it.
    public var clockAccuracy: UInt16?
    /// What it remembered, as it came.
    public var pieces: [Message] = []

    /// Gives nothing yet.
    public init() {}
  }

  private enum Stage: Sendable, Hashable { case asking, switching, working, restoring, ended }

  /// The time in UTC; whoever leads the talk renews it before each turn.
  public var now: (date: NavPVT.CalendarDate, time: NavPVT.TimeOfDay)? {
    get { clock.map { ($0.date, $0.time) } }
    set { clock = newValue.map { Clock(date: $0.date, time: $0.time) } }
  }
  private struct Clock: Sendable, Hashable {
    var date: NavPVT.CalendarDate
    var time: NavPVT.TimeOfDay
  }
  private var clock: Clock?

  /// The pieces that were told so far.
  public private(set) var pieces: [Message] = []
  /// Whether these are all: as many as it says that it has sent.
  public private(set) var isWhole = false
  /// How many pieces it was given, without time and place.
  public private(set) var given = 0
  /// How many of them it has taken.
  public private(set) var taken = 0

  private let generation: ReceiverGeneration
  private let gift: Gift?
  private var place = 0
  /// What was given, and is not acknowledged yet.
  private var window: [Message] = []
  private var isAnswered = false
  /// What switches the acknowledgement off again, if it was off.
  private var undo: Message?
  private var stage = Stage.ended
  private var isRepeated = false

  /// So many are on their way at a time: a receiver has room for a kilobyte, and answers while it reads.
  private static let group = 4
  /// More is no memory of a receiver: they tell of some dozens to hundreds.
  private static let most = 4000

  /// A talk with a receiver that is asked for what it remembers.
  public init(taking generation: ReceiverGeneration) {
    self.generation = generation
    gift = nil
  }

  /// A talk with a receiver that is given it back.
  public init(giving gift: Gift, to generation: ReceiverGeneration) {
    self.generation = generation
    self.gift = gift
  }

  /// Begins.
  public mutating func begin() -> TalkTurn {
    // It came with u-blox 8.
    guard generation.hasSAT else { return end(.failed(.unknown(.mgaDBD))) }
    stage = .asking
    return say(question)
  }

  /// A message came.
  public mutating func hear(_ message: Message) -> TalkTurn {
    switch (stage, message) {
    case (.asking, .cfgVALGET(let answer)):
      guard answer.version == 1, let pair = answer.values.first, pair.key == .acknowledgesAssistance else {
        return .wait
      }
      return pair.bits != 0 ? work() : change(from: answer.values)
    case (.asking, .cfgNAVX5(let answer)):
      return answer.acknowledgesAssistance != 0 ? work() : change(from: answer)
    case (.asking, .acknowledgement(let word)) where !word.isAccepted && word.message == question.kind:
      return work()
    case (.switching, .acknowledgement(let word)) where word.message == undo?.kind:
      if !word.isAccepted { undo = nil }
      return work()
    case (.working, .mgaDBD) where gift == nil:
      guard pieces.count < Self.most else { return restore() }
      pieces.append(message)
      return .waitAgain
    case (.working, .mgaACK(let receipt)): return take(receipt)
    case (.restoring, .acknowledgement(let word)) where word.message == undo?.kind: return end(.done)
    default: return .wait
    }
  }

  /// Nothing was heard for as long as an answer may take.
  public mutating func silence() -> TalkTurn {
    switch stage {
    case .asking: return isRepeated ? work() : say(question, again: true)
    case .switching: return isRepeated ? work() : say(switchedOn, again: true)
    case .working:
      guard gift == nil else {
        // The next group is given only to one that has answered to this.
        let isHeard = isAnswered
        isAnswered = false
        return isHeard ? giveGroup() : restore()
      }
      // A dump that has no end may lack anything.
      return pieces.isEmpty && !isRepeated ? askForDump(again: true) : restore()
    case .restoring: return isRepeated ? end(.done) : say(undo ?? question, again: true)
    case .ended: return .wait
    }
  }

  // MARK: - Acknowledgement

  private var question: Message {
    guard generation.takesValues else { return SettingTable.poll(.cfgNAVX5) }
    return .cfgVALGET(CfgVALGET { $0.keys = [.acknowledgesAssistance] })
  }

  private mutating func change(from old: [ConfigurationPair]) -> TalkTurn {
    undo = .cfgVALSET(CfgVALSET { $0.values = old })
    stage = .switching
    return say(switchedOn)
  }

  private mutating func change(from old: CfgNAVX5) -> TalkTurn {
    var old = old
    old.mask = CfgNAVX5.acknowledgingBit
    old.laterMask = 0
    undo = .cfgNAVX5(old)
    stage = .switching
    return say(switchedOn)
  }

  private var switchedOn: Message {
    guard case .cfgNAVX5(var message)? = undo else {
      return .cfgVALSET(CfgVALSET { $0.values = [ConfigurationPair(.acknowledgesAssistance, bits: 1)] })
    }
    message.acknowledgesAssistance = 1
    return .cfgNAVX5(message)
  }

  private mutating func restore() -> TalkTurn {
    guard let undo else { return end(.done) }
    stage = .restoring
    return say(undo)
  }

  // MARK: - The memory

  private mutating func work() -> TalkTurn {
    stage = .working
    isRepeated = false
    guard let gift else { return askForDump() }
    window = []
    // Time and place first: without a time an orbit says nothing.
    if let accuracy = gift.clockAccuracy, let clock {
      let time = MgaINITime {
        $0.leapSeconds = -128
        $0.date = clock.date
        $0.time = clock.time
        $0.accuracySeconds = accuracy
      }
      window.append(.mgaINITime(time))
    }
    if let place = gift.place { window.append(.mgaINIPosition(place)) }
    return window.isEmpty ? giveGroup() : sayWindow()
  }

  private mutating func giveGroup() -> TalkTurn {
    guard let all = gift?.pieces, place < all.count else { return restore() }
    window = Array(all[place..<min(place + Self.group, all.count)])
    place += window.count
    given += window.count
    return sayWindow()
  }

  private mutating func sayWindow() -> TalkTurn {
    var bytes: [UInt8] = []
    for message in window { bytes += MessageFrame.bytes(of: message) }
    return .say(bytes)
  }

  private mutating func take(_ receipt: MgaACK) -> TalkTurn {
    guard gift != nil else {
      guard receipt.identifier == MessageKind.mgaDBD.identifier else { return .wait }
      isWhole = receipt.count == pieces.count && !pieces.isEmpty
      return restore()
    }
    guard let index = window.firstIndex(where: { Self.isAbout(receipt, $0) }) else { return .wait }
    let message = window.remove(at: index)
    isAnswered = true
    if receipt.isAccepted, message.kind == .mgaDBD { taken += 1 }
    return window.isEmpty ? giveGroup() : .waitAgain
  }

  private static func isAbout(_ receipt: MgaACK, _ message: Message) -> Bool {
    guard receipt.identifier == message.kind.identifier else { return false }
    let payload = message.payload
    for place in 0..<min(4, payload.count) where receipt.beginning[place] != payload[place] { return false }
    return true
  }

  private mutating func askForDump(again: Bool = false) -> TalkTurn {
    say(SettingTable.poll(.mgaDBD), again: again)
  }

  private mutating func say(_ message: Message, again: Bool = false) -> TalkTurn {
    isRepeated = again
    return .say(MessageFrame.bytes(of: message))
  }

  private mutating func end(_ turn: TalkTurn) -> TalkTurn {
    stage = .ended
    return turn
  }
}
