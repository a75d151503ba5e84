/// An exchange that reads a receiver's navigation database, or restores it after a start.
///
/// ```
///  does it acknowledge? ─▶ (have it do so) ─▶ the pieces ─▶ (as it was before) ─▶ done
/// ```
///
/// Only acknowledgments report how many messages a dump has, and whether a restored message was accepted. So
/// they are enabled during the exchange. If a receiver does not acknowledge, its dump is discarded, and only
/// the first group is sent to it.
package struct MemoryTalk: Sendable, Hashable, RepeatingTalk {
  /// The data for a receiver that has just started.
  package struct RestoreData: Sendable, Hashable {
    /// The last known position; nil if it is too old to be of use.
    package var place: MgaINIPosition?
    /// The possible error of the computer's clock in seconds; nil if it is unknown.
    package var clockAccuracy: UInt16?
    /// The MGA-DBD messages, as received.
    package var pieces: [Message] = []

    package init() {}
  }

  private enum Stage: Sendable, Hashable { case asking, switching, working, restoring, ended }

  /// The current UTC time; the caller updates it before each turn.
  package var now: (date: NavPVT.CalendarDate, time: NavPVT.TimeOfDay)? {
    get { clock.map { ($0.date, $0.time) } }
    set { clock = newValue.map { Clock(date: $0.date, time: $0.time) } }
  }
  private struct Clock: Sendable, Hashable {
    var date: NavPVT.CalendarDate
    var time: NavPVT.TimeOfDay
  }
  private var clock: Clock?

  /// The MGA-DBD messages received.
  package private(set) var pieces: [Message] = []
  /// Whether the dump is complete: the count in the receiver's acknowledgment matches.
  package private(set) var isWhole = false
  /// The number of database messages sent, without time and position.
  package private(set) var given = 0
  /// The number of database messages that the receiver accepted.
  package private(set) var taken = 0

  private let generation: ReceiverGeneration
  private let gift: RestoreData?
  private var place = 0
  /// The messages that were sent and are not acknowledged yet.
  private var window: [Message] = []
  private var isAnswered = false
  /// The message that disables acknowledgments again, if they were disabled.
  private var undo: Message?
  private var stage = Stage.ended
  var isRepeated = false

  /// The most messages in flight, because a receiver buffers only one kilobyte; it answers while it reads.
  private static let group = 4
  /// The limit of a dump: real ones have some dozens to hundreds of messages.
  private static let most = 4000

  /// Makes an exchange that reads the database of a receiver.
  package init(taking generation: ReceiverGeneration) {
    self.generation = generation
    gift = nil
  }

  package init(giving gift: RestoreData, to generation: ReceiverGeneration) {
    (self.generation, self.gift) = (generation, gift)
  }

  package mutating func begin() -> TalkTurn {
    // MGA-DBD was introduced with u-blox 8.
    guard generation.hasSAT else { return end(.failed(.unknown(.mgaDBD))) }
    stage = .asking
    return say(question)
  }

  package mutating func hear(_ message: Message) -> TalkTurn {
    switch (stage, message, message.control) {
    case (.asking, _, .cfgVALGET(let answer)):
      guard answer.version == 1, let pair = answer.values.first, pair.key == .acknowledgesAssistance else {
        return .wait
      }
      return pair.bits != 0 ? work() : change(from: answer.values)
    case (.asking, _, .cfgNAVX5(let answer)):
      return answer.acknowledgesAssistance != 0 ? work() : change(from: answer)
    case (.asking, .acknowledgement(let word), _) where !word.isAccepted && word.message == question.kind:
      return work()
    case (.switching, .acknowledgement(let word), _) where word.message == undo?.kind:
      if !word.isAccepted { undo = nil }
      return work()
    case (.working, _, .mgaDBD) where gift == nil:
      guard pieces.count < Self.most else { return restore() }
      pieces.append(message)
      return .waitAgain
    case (.working, _, .mgaACK(let receipt)): return take(receipt)
    case (.restoring, .acknowledgement(let word), _) where word.message == undo?.kind: return end(.done)
    default: return .wait
    }
  }

  /// Reports that the response timeout has passed.
  package mutating func silence() -> TalkTurn {
    switch stage {
    case .asking: return isRepeated ? work() : say(question, again: true)
    case .switching: return isRepeated ? work() : say(switchedOn, again: true)
    case .working:
      guard gift == nil else {
        // The next group is sent only if the receiver acknowledged something of this one.
        let isHeard = isAnswered
        isAnswered = false
        return isHeard ? giveGroup() : restore()
      }
      // A dump without its end may lack anything.
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
    guard case .cfgNAVX5(var message) = undo?.control else {
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
    // Time and position first: orbit data is useless without the time.
    if let accuracy = gift.clockAccuracy, let clock {
      let time = MgaINITime {
        $0.leapSeconds = -128
        $0.date = clock.date
        $0.time = clock.time
        $0.accuracySeconds = accuracy
      }
      window.append(.control(.mgaINITime(time)))
    }
    if let place = gift.place { window.append(.control(.mgaINIPosition(place))) }
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

  private mutating func end(_ turn: TalkTurn) -> TalkTurn {
    stage = .ended
    return turn
  }
}
