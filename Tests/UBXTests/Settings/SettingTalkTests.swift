import Testing
import UBX

@Suite struct `A talk about settings` {
  static let generations: [ReceiverGeneration] = [.ublox6, .ublox8, .ublox9, .ublox10]

  /// One wish of each kind, none of which a receiver has as built.
  static let wishes: [ReceiverWish] = [
    .interval(200), .outputs([FakeReceiver.outputs[0]], of: Array(FakeReceiver.outputs.prefix(3))),
    .outputs([.navPVT], of: [.navPVT, .navSAT]), .languages(.nmea), .model(.sea), .sbas(true),
    .savesPower(true),
    .timePulse(TimePulse(period: 2_000_000, length: 50_000)), .minimumElevation(10), .minimumSignal(20),
    .sentenceEdition(.v4_10), .highPrecision(true), .watchesAntenna(true), .watchesInterference(true),
    .surveyedPlace(.survey(seconds: 300, accuracy: 25_000)),
    .surveyedPlace(.place(latitude: 481_374_000, longitude: -115_755_000, height: 55_000, accuracy: 1000)),
  ]

  @Test(arguments: generations, wishes)
  func `ends with what was wished, and can be undone`(_ generation: ReceiverGeneration, _ wish: ReceiverWish)
    throws
  {
    // A u-blox 6 has another message for a surveyed place.
    if generation == .ublox6, case .surveyedPlace = wish { return }
    var receiver = FakeReceiver(generation)
    let before = (receiver.values, receiver.messages)
    // The messages themselves have masks that no receiver tells.
    var talk = SettingTalk([wish], receiver.table)
    #expect(receiver.lead(&talk) == .done)
    #expect(!talk.outcome.commands.isEmpty)
    #expect(talk.outcome.values == [wish])
    #expect(receiver.commands == talk.outcome.commands)

    var again = SettingTalk([wish], receiver.table)
    #expect(receiver.lead(&again) == .done)
    #expect(again.outcome.commands.isEmpty, "what is so already needs no command")

    var undo = SettingTalk(talk.outcome.undo.map { .message($0) }, receiver.table)
    #expect(receiver.lead(&undo) == .done)
    #expect(receiver.values == before.0)
    #expect(receiver.messages.map(Self.withoutMasks) == before.1.map(Self.withoutMasks))
  }

  private static func withoutMasks(_ message: Message) -> Message {
    switch message {
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
    var talk = SettingTalk([.systems([.gps, .galileo])], receiver.table)
    #expect(receiver.lead(&talk) == .done)
    #expect(talk.outcome.values == [.systems([.gps, .galileo])])
    var asked = SettingTalk(asking: [.sbas], receiver.table)
    #expect(receiver.lead(&asked) == .done)

    var stranger = SettingTalk([.systems([.navic])], receiver.table)
    #expect(receiver.lead(&stranger) == .failed(.impossible(.unknownSystem(.navic))))
  }

  @Test func `never says an old message to a u-blox 10`() {
    for wish in Self.wishes {
      var receiver = FakeReceiver(.ublox10, on: .uart1)
      var talk = SettingTalk([wish], receiver.table)
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
    var talk = SettingTalk([.interval(100)], receiver.table)
    #expect(receiver.lead(&talk) == .failed(.refused(kind)))
    #expect(talk.outcome.values.isEmpty)
  }

  @Test(arguments: generations) func `does not believe an acknowledgement`(_ generation: ReceiverGeneration) {
    var receiver = FakeReceiver(generation)
    receiver.forgets = true
    var talk = SettingTalk([.interval(100)], receiver.table)
    #expect(receiver.lead(&talk) == .failed(.notKept(.interval(1000))))
  }

  @Test(arguments: generations) func `follows a change of speed, and asks at the new one`(
    _ generation: ReceiverGeneration
  ) {
    var receiver = FakeReceiver(generation, on: .uart1)
    var talk = SettingTalk([.lineSpeed(115_200)], receiver.table)
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
    #expect(talk.outcome.values == [.lineSpeed(115_200)])
  }

  @Test(arguments: generations) func `sends nothing when it only plans or asks`(
    _ generation: ReceiverGeneration
  ) {
    var receiver = FakeReceiver(generation)
    var plan = SettingTalk([.interval(200), .model(.sea)], receiver.table, purpose: .plan)
    #expect(receiver.lead(&plan) == .done)
    #expect(plan.outcome.commands.count == 2)
    var rehearsal = SettingTalk([.interval(200), .model(.sea)], receiver.table, purpose: .plan)
    let isRehearsed = rehearsal.rehearse(plan.outcome.answers)
    #expect(isRehearsed)
    #expect(rehearsal.outcome.commands == plan.outcome.commands)
    var question = SettingTalk(asking: [.interval, .model], receiver.table)
    #expect(receiver.lead(&question) == .done)
    #expect(question.outcome.values == [.interval(1000), .model(.portable)])
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

@Suite struct `A talk over a bad line` {
  @Test(arguments: 0..<40) func `never calls done what is not so, and always ends`(_ seed: UInt64) {
    var random = SplitMix(seed: seed &+ 20_261_122)
    let generation = `A talk about settings`.generations.randomElement(using: &random) ?? .ublox8
    for _ in 0..<50 {
      var receiver = FakeReceiver(generation)
      receiver.deafTo = Set((0..<3).map { _ in Int.random(in: 0..<12, using: &random) })
      receiver.losesAnswers = Set((0..<4).map { _ in Int.random(in: 0..<20, using: &random) })
      receiver.forgets = Int.random(in: 0..<4, using: &random) == 0
      let wish = `A talk about settings`.wishes.randomElement(using: &random) ?? .interval(200)
      var talk = SettingTalk([wish], receiver.table)
      let end = receiver.lead(&talk)
      #expect(end != nil, "seed \(seed): \(wish) of \(generation) does not end")
      guard end == .done else { continue }
      // A fresh listener with a good line is the judge.
      receiver.deafTo = []
      receiver.losesAnswers = []
      var judge = SettingTalk(asking: [wish.subject], receiver.table)
      #expect(receiver.lead(&judge) == .done)
      #expect(judge.outcome.values == [wish], "seed \(seed): \(wish) of \(generation) was called done")
    }
  }
}

/// A generator whose numbers follow from its seed alone.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
