import Testing
import UBX

@Suite struct `A talk about who a receiver is` {
  private func versions(_ hardware: String, _ lines: String...) -> Message {
    .monVER(
      MonVER {
        $0.software = PayloadText("ROM CORE 3.01".utf8)
        $0.hardware = PayloadText(hardware.utf8)
        $0.extensions = lines.map { line in
          var block = MonVER.Extension()
          block.text = PayloadText(line.utf8)
          return block
        }
      })
  }

  private func kind(_ turn: TalkTurn) -> MessageKind? {
    guard case .say(let bytes) = turn else { return nil }
    return Message(frame: bytes)?.kind
  }

  @Test func `asks an older one for its port, and then for its number`() {
    var talk = IdentityTalk()
    #expect(kind(talk.begin()) == .monVER)
    #expect(kind(talk.hear(versions("00080000", "FWVER=SPG 3.01", "PROTVER=18.00"))) == .cfgPRT)
    #expect(kind(talk.hear(.cfgPRT(CfgPRT { $0.port = .usb }))) == .secUNIQID)
    let number = SecUNIQID { $0.number = [0xDE, 0xAD, 0xBE, 0xEF, 0x01] }
    #expect(talk.hear(.secUNIQID(number)) == .done)
    #expect(talk.identity?.generation == .ublox8 && talk.identity?.port == .usb)
    #expect(talk.identity?.description == "u-blox 8 (SPG 3.01, protocol 18.00, number dead-beef-01)")
    // What is kept tells the same again, in whatever order it was kept.
    let kept = talk.identity?.answers ?? []
    #expect(kept.count == 3)
    #expect(ReceiverIdentity(kept) == talk.identity)
    #expect(ReceiverIdentity(kept.reversed())?.number == number)
    #expect(ReceiverIdentity(Array(kept.dropFirst())) == nil)
  }

  @Test func `never asks a u-blox 10 for its port`() {
    var talk = IdentityTalk()
    _ = talk.begin()
    #expect(kind(talk.hear(versions("000A0000"))) == .secUNIQID)
    #expect(talk.identity?.port == .uart1)
  }

  @Test func `asks a u-blox 9 otherwise where the old question is refused`() {
    var talk = IdentityTalk()
    _ = talk.begin()
    #expect(kind(talk.hear(versions("00190000"))) == .cfgPRT)
    let refusal = Acknowledgement { ($0.isAccepted, $0.message) = (false, .cfgPRT) }
    #expect(kind(talk.hear(.acknowledgement(refusal))) == .monCOMMS)
    #expect(kind(talk.hear(.monCOMMS(MonCOMMS { $0.answeringPort = 4 }))) == .secUNIQID)
    #expect(talk.identity?.port == .usb)
  }

  @Test func `asks twice, and goes on without what is not told`() {
    var talk = IdentityTalk()
    _ = talk.begin()
    #expect(kind(talk.silence()) == .monVER)
    #expect(talk.silence() == .failed(.silent(.monVER)))

    var other = IdentityTalk()
    _ = other.begin()
    _ = other.hear(versions("00080000"))
    #expect(kind(other.silence()) == .cfgPRT)
    #expect(kind(other.silence()) == .secUNIQID)
    #expect(kind(other.silence()) == .secUNIQID)
    #expect(other.silence() == .done)
    #expect(other.identity?.number == nil && other.identity?.isPortTold == false)
  }

  @Test func `takes another maker's chip for a stranger`() {
    var talk = IdentityTalk()
    _ = talk.begin()
    #expect(talk.hear(versions("HD8040.2AF")) == .failed(.stranger))
  }
}
