import TestSupport
import Testing
import UBX

@Suite struct `A talk about settings` {
  static let generations: [ReceiverGeneration] = [.ublox6, .ublox8, .ublox9, .ublox10]

  /// One value of each setting, none of which a receiver has as built.
  static let wishes: [Wish] = [
    Wish(.interval, 200),
    Wish(.outputs(of: Array(FakeReceiver.outputs.prefix(3))), [FakeReceiver.outputs[0]]),
    Wish(.outputs(of: [.navPVT, .navSAT]), [.navPVT]), Wish(.protocols, .nmea), Wish(.model, .sea),
    Wish(.sbas, true), Wish(.savesPower, true),
    Wish(.timePulse, TimePulse(periodMicroseconds: 2_000_000, lengthMicroseconds: 50_000)),
    Wish(.minimumElevation, 10), Wish(.minimumSignal, 20), Wish(.staticHold, 50),
    Wish(.sentenceVersion, .v4_10), Wish(.highPrecision, true), Wish(.watchesAntenna, true),
    Wish(.watchesInterference, true), Wish(.surveyedPlace, .survey(seconds: 300, millimeters: 2500)),
    Wish(
      .surveyedPlace,
      .fixed(latitude: 481_374_000, longitude: -115_755_000, centimeters: 55_000, millimeters: 100)),
  ]

  @Test(arguments: generations, wishes)
  func `ends with what was wished, and can be undone`(_ generation: ReceiverGeneration, _ wish: Wish) throws {
    // A u-blox 6 has another message for a surveyed place.
    if generation == .ublox6, wish.isSurveyedPlace { return }
    var receiver = FakeReceiver(generation)
    let before = (receiver.values, receiver.messages)
    // The messages themselves have masks that no receiver tells.
    var talk = SettingTalk([wish.request], receiver.table)
    #expect(receiver.lead(&talk) == .done)
    #expect(!talk.outcome.commands.isEmpty)
    #expect(wish.isShown(talk.outcome.readings, receiver.table))
    #expect(receiver.commands == talk.outcome.commands)

    var again = SettingTalk([wish.request], receiver.table)
    #expect(receiver.lead(&again) == .done)
    #expect(again.outcome.commands.isEmpty, "what is so already needs no command")

    var undo = SettingTalk(talk.outcome.undo.map { .message($0) }, receiver.table)
    #expect(receiver.lead(&undo) == .done)
    #expect(receiver.values == before.0)
    #expect(receiver.messages.map(Self.withoutMasks) == before.1.map(Self.withoutMasks))
  }

  private static func withoutMasks(_ message: Message) -> Message {
    switch message.control {
    case .cfgNAV5(var message):
      message.mask = []
      return .cfgNAV5(message)
    case .cfgNAVX5(var message):
      message.mask = 0
      return .cfgNAVX5(message)
    default: return message
    }
  }

  @Test(arguments: generations) func `about systems keeps the others of its list`(
    _ generation: ReceiverGeneration
  ) throws {
    var receiver = FakeReceiver(generation == .ublox6 ? .ublox7 : generation)
    let wish = Wish(.systems, [.gps, .galileo])
    var talk = SettingTalk([wish.request], receiver.table)
    #expect(receiver.lead(&talk) == .done)
    #expect(wish.isShown(talk.outcome.readings, receiver.table))
    var asked = SettingTalk([MessageSetting.sbas.query], receiver.table)
    #expect(receiver.lead(&asked) == .done)

    var stranger = SettingTalk([MessageSetting.systems.request([.navic])], receiver.table)
    #expect(receiver.lead(&stranger) == .failed(.impossible(.unknownSystem(.navic))))
  }

  @Test func `never says an old message to a u-blox 10`() {
    for wish in Self.wishes {
      var receiver = FakeReceiver(.ublox10, on: .uart1)
      var talk = SettingTalk([wish.request], receiver.table)
      var turn = talk.begin()
      while case .say(let bytes) = turn {
        let kind = Message(frame: bytes)?.kind
        #expect(kind == .cfgVALGET || kind == .cfgVALSET)
        turn = .wait
        for answer in receiver.hear(bytes) where turn == .wait { turn = talk.hear(answer) }
      }
      #expect(turn == .done)
    }
  }

  @Test(arguments: generations) func `fails where a command is refused`(_ generation: ReceiverGeneration) {
    var receiver = FakeReceiver(generation)
    let kind: MessageKind = generation.takesValues ? .cfgVALSET : .cfgRATE
    receiver.refuses = [kind]
    var talk = SettingTalk([MessageSetting.interval.request(100)], receiver.table)
    #expect(receiver.lead(&talk) == .failed(.refused(kind)))
    #expect(talk.outcome.readings.isEmpty)
  }

  @Test(arguments: generations) func `does not believe an acknowledgement`(_ generation: ReceiverGeneration)
    throws
  {
    var receiver = FakeReceiver(generation)
    receiver.forgets = true
    var talk = SettingTalk([MessageSetting.interval.request(100)], receiver.table)
    guard case .failed(.notKept(let answers)) = receiver.lead(&talk) else {
      throw Unexpected("it was believed")
    }
    #expect(MessageSetting.interval.value(in: answers, receiver.table) == 1000)
  }

  @Test(arguments: generations) func `follows a change of speed, and asks at the new one`(
    _ generation: ReceiverGeneration
  ) throws {
    var receiver = FakeReceiver(generation, on: .uart1)
    var talk = SettingTalk([MessageSetting.lineSpeed.request(115_200)], receiver.table)
    var speeds: [UInt32] = []
    var turn = talk.begin()
    loop: for _ in 0..<20 {
      switch turn {
      case .say(let bytes):
        turn = .wait
        for answer in receiver.hear(bytes) where turn == .wait { turn = talk.hear(answer) }
      case .changeSpeed(let bytes, let speed):
        speeds.append(speed)
        _ = receiver.hear(bytes)
        turn = talk.speedChanged()
      case .wait, .waitAgain: turn = talk.silence()
      case .done, .failed: break loop
      }
    }
    #expect(turn == .done)
    #expect(speeds == [115_200])
    let reading = try #require(talk.outcome.readings.first)
    #expect(MessageSetting.lineSpeed.value(in: reading, receiver.table) == 115_200)
  }

  @Test(arguments: generations) func `sends nothing when it only plans or asks`(
    _ generation: ReceiverGeneration
  ) {
    var receiver = FakeReceiver(generation)
    let requests = [MessageSetting.interval.request(200), MessageSetting.model.request(.sea)]
    var plan = SettingTalk(requests, receiver.table, purpose: .plan)
    #expect(receiver.lead(&plan) == .done)
    #expect(plan.outcome.commands.count == 2)
    var rehearsal = SettingTalk(requests, receiver.table, purpose: .plan)
    let isRehearsed = rehearsal.rehearse(plan.outcome.answers)
    #expect(isRehearsed)
    #expect(rehearsal.outcome.commands == plan.outcome.commands)
    var question = SettingTalk([MessageSetting.interval.query, MessageSetting.model.query], receiver.table)
    #expect(receiver.lead(&question) == .done)
    let readings = question.outcome.readings
    #expect(MessageSetting.interval.value(in: readings[0], receiver.table) == 1000)
    #expect(MessageSetting.model.value(in: readings[1], receiver.table) == .portable)
    #expect(receiver.commands.isEmpty)
  }

  @Test(arguments: generations) func `tells all settings, as messages that set them`(
    _ generation: ReceiverGeneration
  ) {
    var receiver = FakeReceiver(generation)
    var talk = ExportTalk(receiver.table, outputs: FakeReceiver.outputs)
    var turn = talk.begin()
    while turn != .done {
      guard case .say(let bytes) = turn else { break }
      turn = .wait
      for answer in receiver.hear(bytes) where turn == .wait { turn = talk.hear(answer) }
    }
    #expect(turn == .done)
    let count = generation.takesValues ? 1 : receiver.messages.count
    #expect(talk.messages.count == count)
    var back = SettingTalk(talk.messages.map { .message($0) }, receiver.table)
    #expect(receiver.lead(&back) == .done)
    #expect(back.outcome.commands.isEmpty)
  }
}

/// A setting and a value that it is to have.
struct Wish: Sendable, CustomStringConvertible {
  let request: SettingRequest
  let query: SettingRequest
  let description: String
  let isSurveyedPlace: Bool
  private let isValue: @Sendable ([Message?], SettingTable) -> Bool

  init<Value>(_ setting: MessageSetting<Value>, _ value: Value) {
    request = setting.request(value)
    query = setting.query
    description = "\(value)"
    isSurveyedPlace = value is SurveyedPlace
    isValue = { setting.value(in: $0, $1) == value }
  }

  /// Whether a talk about this wish alone read its value last.
  func isShown(_ readings: [[Message?]], _ table: SettingTable) -> Bool {
    readings.count == 1 && isValue(readings[0], table)
  }
}

@Suite struct `An answer about a port` {
  @Test func `is not taken for a setting of another port`() {
    let usb = SettingTable(.ublox8, on: .usb)
    let own = Message.cfgPRT(CfgPRT { ($0.port, $0.output) = (.usb, [.nmea]) })
    let other = Message.cfgPRT(CfgPRT { ($0.port, $0.baudRate, $0.output) = (.uart2, 9600, [.ubx]) })
    #expect(MessageSetting.protocols.value(in: [own], usb) == .nmea)
    #expect(MessageSetting.protocols.value(in: [other], usb) == nil)
    #expect(MessageSetting.lineSpeed.value(in: [own], usb) == nil)
    #expect(MessageSetting.lineSpeed.value(in: [other], SettingTable(.ublox8, on: .uart1)) == nil)
    #expect(MessageSetting.lineSpeed.value(in: [other], SettingTable(.ublox8, on: .uart2)) == 9600)
  }

  @Test func `sets the speed by a key only in a receiver that has keys`() throws {
    let pair = try #require(ConfigurationPair(.uart1Speed, 38400))
    let message = Message.cfgVALSET(CfgVALSET { $0.values = [pair] })
    #expect(SettingTable(.ublox8, on: .uart1).requests(of: message).map(\.lineSpeed) == [nil])
    #expect(SettingTable(.ublox9, on: .uart1).requests(of: message).map(\.lineSpeed) == [38400])
  }
}

@Suite struct `A command that undoes a change` {
  @Test func `of CFG-NAVX5 applies each of its fields`() throws {
    let answer = CfgNAVX5 { ($0.layout, $0.fewestSatellites, $0.predictsOrbits) = (2, 4, 1) }
    guard case .cfgNAVX5(let undo) = SettingTable.undo(.cfgNAVX5(answer))?.control else {
      throw Unexpected("there is none")
    }
    // Satellite counts, signal, first fix, week rollover, acknowledgment, PPP, orbits; sensors, attenuation.
    for bit in [2, 3, 6, 9, 10, 13, 14] { #expect(undo.mask & 1 << bit != 0) }
    for bit in [6, 7] { #expect(undo.laterMask & 1 << bit != 0) }
    #expect(undo.fewestSatellites == 4 && undo.predictsOrbits == 1)
  }

  @Test func `of an old CFG-NAVX5 leaves the second mask alone, which is reserved there`() throws {
    guard case .cfgNAVX5(let undo) = SettingTable.undo(.cfgNAVX5(CfgNAVX5()))?.control else {
      throw Unexpected("there is none")
    }
    #expect(undo.mask == 0x664C && undo.laterMask == 0)
  }
}

@Suite struct `A talk over a bad line` {
  @Test(arguments: 0..<40) func `never calls done what is not so, and always ends`(_ round: UInt64) {
    var random = SeededGenerator(seed: seed + round)
    let generation = `A talk about settings`.generations.randomElement(using: &random) ?? .ublox8
    for _ in 0..<50 {
      var receiver = FakeReceiver(generation)
      receiver.deafTo = Set((0..<3).map { _ in Int.random(in: 0..<12, using: &random) })
      receiver.losesAnswers = Set((0..<4).map { _ in Int.random(in: 0..<20, using: &random) })
      receiver.forgets = Int.random(in: 0..<4, using: &random) == 0
      let wish = `A talk about settings`.wishes.randomElement(using: &random) ?? Wish(.interval, 200)
      var talk = SettingTalk([wish.request], receiver.table)
      let end = receiver.lead(&talk)
      #expect(end != nil, "seed \(seed), round \(round): \(wish) of \(generation) does not end")
      guard end == .done else { continue }
      // A fresh listener with a good line is the judge.
      receiver.deafTo = []
      receiver.losesAnswers = []
      var judge = SettingTalk([wish.query], receiver.table)
      #expect(receiver.lead(&judge) == .done)
      #expect(
        wish.isShown(judge.outcome.readings, receiver.table),
        "seed \(seed), round \(round): \(wish) of \(generation) was called done")
    }
  }
}
