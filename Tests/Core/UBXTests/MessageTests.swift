import TestSupport
import Testing

@testable import UBX

@Suite struct `A message` {
  @Test func `without a type here keeps its payload`() throws {
    let mystery = MessageFrame.wrap(MessageKind(0x77, 0x01), [0x06, 0x01])
    #expect(try read(mystery) == .unknown(MessageKind(0x77, 0x01), payload: [0x06, 0x01]))
  }

  @Test func `that asks for a position is not mistaken for one`() throws {
    let poll = MessageFrame.wrap(.navPVT, [])
    #expect(try read(poll) == .unknown(.navPVT, payload: []))
  }

  @Test func `is read without the bytes that follow it`() throws {
    #expect(try read(Sample.acknowledgement + [1, 2, 3]) == read(Sample.acknowledgement))
  }

  @Test func `of NAV-PVT has its own type`() throws {
    guard case .navPVT = try read(Sample.navPVT) else { throw Unexpected() }
    #expect(try read(Sample.navPVT).kind == .navPVT)
  }

  @Test func `is unknown when its bytes were taken away`() throws {
    guard case .message(let frame) = recognize(Sample.navPVT) else { throw Unexpected() }
    let cut = [UInt8](Sample.navPVT[..<50])
    #expect(message(frame, cut) == .unknown(.navPVT, payload: [UInt8](cut[6...])))
    let nothing: [UInt8] = []
    #expect(message(frame, nothing) == .unknown(.navPVT, payload: []))
  }

  @Test func `is written as it was read`() throws {
    #expect(try read(Sample.acknowledgement).encoded() == Sample.acknowledgement)
    #expect(try read(Sample.poll).encoded() == Sample.poll)
  }

  @Test func `is not written when nobody would read it`() {
    let message = Message.unknown(.rxmRAWX, payload: [UInt8](repeating: 0, count: 8193))
    #expect(throws: MessageError.tooLong(found: 8193, allowed: 8192)) { try message.encoded() }
  }

  @Test func `survives whatever bytes it is made of`() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let kind = Bool.random(using: &random) ? .navPVT : MessageKind(rawValue: UInt16(random.next() & 0xFFFF))
      let count = [84, 92, 92, Int.random(in: 0...120, using: &random)].randomElement(using: &random) ?? 0
      let message = try read(MessageFrame.wrap(kind, random.bytes(count)))
      #expect(try read(message.encoded()) == message, "seed \(seed)")
    }
  }
}
