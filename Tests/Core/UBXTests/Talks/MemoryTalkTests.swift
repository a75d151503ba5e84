import TestSupport
import Testing
import UBX

@Suite struct `A talk about what a receiver remembers` {
  private static let pieces = (0..<10).map { number in
    Message.mgaDBD(MgaDBD { $0.data = [UInt8(number), 1, 2, 3] })
  }

  private static func receipt(_ message: Message, isAccepted: Bool = true) -> Message {
    .mgaACK(
      MgaACK {
        $0.acceptance = isAccepted ? 1 : 0
        $0.identifier = message.kind.identifier
        for (place, byte) in message.payload.prefix(4).enumerated() { $0.beginning[place] = byte }
      })
  }

  private static func count(_ number: UInt8) -> Message {
    .mgaACK(
      MgaACK {
        $0.acceptance = 1
        $0.identifier = 0x80
        $0.beginning[0] = number
      })
  }

  private static func acknowledged(_ kind: MessageKind, _ isAccepted: Bool = true) -> Message {
    .acknowledgement(Acknowledgement { ($0.isAccepted, $0.message) = (isAccepted, kind) })
  }

  private static func mode(_ isOn: Bool) -> Message {
    .cfgVALGET(
      CfgVALGET {
        $0.version = 1
        $0.values = [ConfigurationPair(.acknowledgesAssistance, bits: isOn ? 1 : 0)]
      })
  }

  /// The messages that a turn says.
  private static func said(_ turn: TalkTurn) -> [Message] {
    if case .say(let bytes) = turn { Message.all(in: bytes).messages } else { [] }
  }

  /// A talk whose receiver acknowledges assistance already.
  private static func taking() -> MemoryTalk {
    var talk = MemoryTalk(taking: .ublox9)
    #expect(said(talk.begin()).map(\.kind) == [.cfgVALGET])
    let turn = talk.hear(mode(true))
    #expect(said(turn) == [.unknown(.mgaDBD, payload: [])])
    return talk
  }

  @Test func `ends with as many pieces as the receiver has counted`() {
    var talk = Self.taking()
    for piece in Self.pieces { #expect(talk.hear(piece) == .waitAgain) }
    #expect(talk.hear(Self.count(10)) == .done)
    #expect(talk.isWhole && talk.pieces == Self.pieces)
  }

  @Test func `is not whole with a piece that got lost`() {
    var talk = Self.taking()
    for piece in Self.pieces.dropLast() { _ = talk.hear(piece) }
    #expect(talk.hear(Self.count(10)) == .done)
    #expect(!talk.isWhole)
  }

  @Test func `is not whole without an end`() {
    var talk = Self.taking()
    for piece in Self.pieces { _ = talk.hear(piece) }
    #expect(talk.silence() == .done)
    #expect(!talk.isWhole)
  }

  @Test func `asks twice, and no more`() {
    var talk = Self.taking()
    #expect(Self.said(talk.silence()) == [.unknown(.mgaDBD, payload: [])])
    #expect(talk.silence() == .done)
    #expect(!talk.isWhole && talk.pieces.isEmpty)
  }

  @Test func `has a receiver acknowledge for as long as it lasts`() throws {
    var talk = MemoryTalk(taking: .ublox10)
    _ = talk.begin()
    let on = Self.said(talk.hear(Self.mode(false)))
    guard case .cfgVALSET(let setting) = on.first?.control else { throw Unexpected("\(on)") }
    #expect(setting.layers == .ram, "it is not for ever")
    #expect(setting.values == [ConfigurationPair(.acknowledgesAssistance, bits: 1)])
    #expect(Self.said(talk.hear(Self.acknowledged(.cfgVALSET))).map(\.kind) == [.mgaDBD])
    _ = talk.hear(Self.pieces[0])
    guard case .cfgVALSET(let undo) = Self.said(talk.hear(Self.count(1))).first?.control else {
      throw Unexpected("it stays switched on")
    }
    #expect(undo.values == [ConfigurationPair(.acknowledgesAssistance, bits: 0)])
    #expect(talk.hear(Self.acknowledged(.cfgVALSET)) == .done)
    #expect(talk.isWhole)
  }

  @Test func `has an older one acknowledge by its own message, with all else as it was`() throws {
    var talk = MemoryTalk(taking: .ublox8)
    #expect(Self.said(talk.begin()).map(\.kind) == [.cfgNAVX5])
    let old = CfgNAVX5 { ($0.layout, $0.minimumSignal) = (2, 9) }
    guard case .cfgNAVX5(let on) = Self.said(talk.hear(.cfgNAVX5(old))).first?.control else {
      throw Unexpected("it is not switched on")
    }
    #expect(on.mask == 0x0400 && on.acknowledgesAssistance == 1 && on.minimumSignal == 9)
  }

  @Test func `goes on with one that refuses to say whether it acknowledges`() {
    var talk = MemoryTalk(taking: .ublox8)
    _ = talk.begin()
    #expect(Self.said(talk.hear(Self.acknowledged(.cfgNAVX5, false))).map(\.kind) == [.mgaDBD])
  }

  @Test(arguments: [ReceiverGeneration.ublox5, .ublox6, .ublox7])
  func `is none with a receiver before u-blox 8`(generation: ReceiverGeneration) {
    var talk = MemoryTalk(taking: generation)
    #expect(talk.begin() == .failed(.unknown(.mgaDBD)))
  }

  // MARK: - Giving

  private static func giving() -> MemoryTalk {
    var gift = MemoryTalk.RestoreData()
    gift.pieces = pieces
    gift.clockAccuracy = 2
    gift.place = MgaINIPosition { $0.latitude = 48 }
    var talk = MemoryTalk(giving: gift, to: .ublox9)
    talk.now = NavPVT.CalendarDate(year: 2026, month: 11, day: 20).flatMap { date in
      NavPVT.TimeOfDay(hour: 12, minute: 0, second: 1).map { (date, $0) }
    }
    _ = talk.begin()
    return talk
  }

  @Test func `gives time and place first, and then the pieces, some at a time`() throws {
    var talk = Self.giving()
    var turn = talk.hear(Self.mode(true))
    let first = Self.said(turn)
    guard case .mgaINITime(let time) = first.first?.control else { throw Unexpected("\(first)") }
    #expect(time.accuracySeconds == 2 && time.date?.day == 20 && time.time?.second == 1)
    #expect(first.count == 2)
    var given: [Message] = []
    var groups = 0
    while case .say = turn {
      let group = Self.said(turn)
      given += group
      groups += 1
      for message in group { turn = talk.hear(Self.receipt(message)) }
    }
    #expect(turn == .done)
    #expect(Array(given.dropFirst(2)) == Self.pieces)
    #expect(talk.given == 10 && talk.taken == 10)
    #expect(groups == 4, "two, and then four, four and two")
  }

  @Test func `counts what is refused as not taken`() {
    var talk = Self.giving()
    var turn = talk.hear(Self.mode(true))
    while case .say = turn {
      for message in Self.said(turn) {
        let isRefused = message == Self.pieces[3]
        turn = talk.hear(Self.receipt(message, isAccepted: !isRefused))
      }
    }
    #expect(talk.given == 10 && talk.taken == 9)
  }

  @Test func `goes on when one receipt of a group gets lost`() {
    var talk = Self.giving()
    var turn = talk.hear(Self.mode(true))
    for message in Self.said(turn).dropLast() { turn = talk.hear(Self.receipt(message)) }
    #expect(turn == .waitAgain)
    #expect(Self.said(talk.silence()) == Array(Self.pieces.prefix(4)))
  }

  @Test func `gives no more to one that answers nothing`() {
    var talk = Self.giving()
    _ = talk.hear(Self.mode(true))
    #expect(talk.silence() == .done)
    #expect(talk.given == 0)
  }

  @Test func `gives no time without a clock that somebody vouches for`() {
    var gift = MemoryTalk.RestoreData()
    gift.pieces = Self.pieces
    var talk = MemoryTalk(giving: gift, to: .ublox9)
    _ = talk.begin()
    #expect(Self.said(talk.hear(Self.mode(true))) == Array(Self.pieces.prefix(4)))
  }
}
