import Testing
import UBX

@Suite struct `A kind of message` {
  @Test func `has the class in its high byte`() {
    #expect(MessageKind.navPVT.rawValue == 0x0107)
    #expect(MessageKind(rawValue: 0x0A04) == .monVER)
  }

  @Test func `is described as the manuals write it`() {
    #expect(MessageKind.monSPAN.description == "0x0A 0x31")
  }
}
