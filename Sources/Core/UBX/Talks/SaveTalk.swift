/// An exchange that saves a receiver's settings to non-volatile memory, and verifies them.
///
/// Since u-blox 9 the current values are written to battery-backed memory and flash, and read back: receivers
/// acknowledge writes to a memory that they do not have. Older receivers save everything with CFG-CFG, which
/// can't be verified.
package struct SaveTalk: Sendable, RepeatingTalk {
  /// The memories that hold all saved settings.
  package struct SavedMemories: Sendable, Hashable {
    /// Whether the battery-backed memory holds them; nil if this can't be verified.
    package var battery: Bool?
    /// Whether the flash holds them; nil if this can't be verified.
    package var flash: Bool?
  }

  private enum Stage: Sendable, Hashable {
    /// Reading the current values.
    case asking(Int)
    /// Writing them to the memories.
    case telling(Int)
    /// Reading a memory back.
    case checking(ConfigurationLayer, Int)
    case ended
  }

  private let table: SettingTable
  private let settings: [SettingRequest]
  private var questions: [Message] = []
  private var values: [[ConfigurationPair]] = []
  private var stage = Stage.ended
  var isRepeated = false
  package private(set) var kept = SavedMemories()

  /// Makes an exchange that saves these settings; older receivers save all.
  package init(_ settings: [SettingRequest], _ table: SettingTable) {
    (self.table, self.settings) = (table, settings)
  }

  package mutating func begin() -> TalkTurn {
    guard table.generation.takesValues else { return tell(0) }
    do throws(SettingTable.Refusal) {
      for setting in settings { questions += try setting.questions(table) }
    } catch { return end(.failed(.impossible(error))) }
    return ask(0)
  }

  package mutating func hear(_ message: Message) -> TalkTurn {
    switch (stage, message, message.control) {
    case (.asking(let place), _, .cfgVALGET(let answer)):
      guard SettingTalk.answers(message, questions[place]) else { return .wait }
      values.append(answer.values)
      return ask(place + 1)
    // Settings that this receiver does not have need not be saved.
    case (.asking(let place), .acknowledgement(let word), _)
    where !word.isAccepted && word.message == .cfgVALGET:
      return ask(place + 1)
    case (.telling(let place), .acknowledgement(let word), _) where word.message == command(place).kind:
      return word.isAccepted ? tell(place + 1) : end(.failed(.refused(word.message)))
    case (.checking(let layer, let place), _, .cfgVALGET(let answer)):
      let isMeant = answer.values.elementsEqual(values[place]) { $0.key == $1.key }
      guard answer.version == 1, answer.layer == layer, isMeant else {
        return .wait
      }
      return answer.values == values[place] ? check(layer, place + 1) : lost(layer)
    // The receiver refuses to read what a memory does not hold.
    case (.checking(let layer, _), .acknowledgement(let word), _)
    where !word.isAccepted && word.message == .cfgVALGET:
      return lost(layer)
    default: return .wait
    }
  }

  /// Reports that the response timeout has passed; each message is sent twice.
  package mutating func silence() -> TalkTurn {
    if isRepeated || stage == .ended {
      return end(.failed(.silent(table.generation.takesValues ? .cfgVALGET : .cfgCFG)))
    }
    switch stage {
    case .asking(let place): return say(questions[place], again: true)
    case .telling(let place): return say(command(place), again: true)
    case .checking(let layer, let place): return say(question(layer, place), again: true)
    case .ended: return .wait
    }
  }

  private mutating func ask(_ place: Int) -> TalkTurn {
    guard place < questions.count else { return tell(0) }
    stage = .asking(place)
    return say(questions[place])
  }

  private mutating func tell(_ place: Int) -> TalkTurn {
    let count = table.generation.takesValues ? values.count : 1
    guard place < count else {
      guard table.generation.takesValues else { return end(.done) }
      kept = SavedMemories(battery: true, flash: true)
      return check(.battery, 0)
    }
    stage = .telling(place)
    return say(command(place))
  }

  private mutating func check(_ layer: ConfigurationLayer, _ place: Int) -> TalkTurn {
    guard place < values.count else { return layer == .battery ? check(.flash, 0) : end(.done) }
    stage = .checking(layer, place)
    return say(question(layer, place))
  }

  private mutating func lost(_ layer: ConfigurationLayer) -> TalkTurn {
    guard layer == .battery else {
      kept.flash = false
      return end(.done)
    }
    kept.battery = false
    return check(.flash, 0)
  }

  private func command(_ place: Int) -> Message {
    guard table.generation.takesValues else { return .control(.cfgCFG(CfgCFG { $0.save = .usual })) }
    return .cfgVALSET(
      CfgVALSET {
        $0.layers = [.battery, .flash]
        $0.values = values[place]
      })
  }

  private func question(_ layer: ConfigurationLayer, _ place: Int) -> Message {
    .cfgVALGET(
      CfgVALGET {
        $0.layer = layer
        $0.keys = values[place].map { $0.key }
      })
  }

  private mutating func end(_ turn: TalkTurn) -> TalkTurn {
    stage = .ended
    return turn
  }
}
