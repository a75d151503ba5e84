import TestSupport
import Testing

@testable import UBX

@Suite struct `A message frame` {
  @Test func `is found around an acknowledgement`() {
    let answer = recognize(Sample.acknowledgement)
    let frame = MessageFrame(kind: .ackACK, payloadLength: 2)
    #expect(answer == .message(frame))
    #expect(frame.length == Sample.acknowledgement.count && frame.kind.messageClass == 5)
    #expect(frame.kind.identifier == 1)
  }

  @Test func `may have no payload, or the longest, which is more than a receiver can send`() {
    #expect(recognize(Sample.poll) == .message(MessageFrame(kind: .monVER, payloadLength: 0)))
    let long = MessageFrame.wrap(.rxmRAWX, [UInt8](repeating: 0xB5, count: MessageFrame.longestPayload))
    #expect(recognize(long) == .message(MessageFrame(kind: .rxmRAWX, payloadLength: 8192)))
    let measurements = 255
    #expect(16 + 32 * measurements <= MessageFrame.longestPayload)
  }

  @Test func `is refused at its sixth byte when it promises a longer payload`() {
    let header = bytes("B562 0215 0120")
    let error = MessageError.tooLong(found: 8193, allowed: 8192)
    #expect(recognize(header) == .broken(length: 2, error))
    let longest = MessageError.tooLong(found: 65535, allowed: 8192)
    #expect(recognize(bytes("B562 FFFF FFFF")) == .broken(length: 2, longest))
  }

  @Test func `needs more as long as bytes are missing`() {
    for count in 0..<Sample.navPVT.count {
      let prefix = [UInt8](Sample.navPVT[..<count])
      #expect(recognize(prefix) == .needsMore, "\(count) bytes")
    }
  }

  @Test(arguments: ["24", "62", "B5 B5", "B5 24", "B5 00 62", "00 B5 62"])
  func `does not begin without its leader`(text: String) { #expect(recognize(bytes(text)) == .notMine) }

  @Test func `loses only its leader when the checksum is wrong`() {
    var broken = Sample.acknowledgement
    broken[9] = 0x39
    let error = MessageError.checksum(found: UBXChecksum(0x0F, 0x39), expected: UBXChecksum(0x0F, 0x38))
    #expect(recognize(broken) == .broken(length: 2, error))
  }

  @Test func `gives back the message that lies inside a false one`() throws {
    var stream = bytes("B562 0107 0A00") + Sample.acknowledgement + bytes("0000")
    guard case .broken(let lost, .checksum) = recognize(stream) else {
      throw Unexpected("The false frame was not refused")
    }
    stream.removeFirst(lost)
    while recognize(stream) == .notMine { stream.removeFirst() }
    let acknowledgement = MessageFrame(kind: .ackACK, payloadLength: 2)
    #expect(recognize(stream) == .message(acknowledgement))
  }

  @Test func `is refused for any single bit that flips behind the leader, or waits for more`() {
    for index in 2..<Sample.navPVT.count {
      for bit in 0..<8 {
        var flipped = Sample.navPVT
        flipped[index] ^= 1 << bit
        if case .message = recognize(flipped) {
          Issue.record("Bit \(bit) of byte \(index) flipped, and nobody noticed")
        }
      }
    }
  }
}

@Suite struct `An answer about a frame` {
  @Test func `stays the same whatever follows`() {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let message = random.stream()
      var decided: MessageFrame.Answer?
      for count in 0...message.count {
        let answer = recognize(message[..<count])
        if let decided {
          #expect(answer == decided, "seed \(seed), \(count) bytes of \(message)")
        } else if answer != .needsMore {
          decided = answer
        }
      }
    }
  }

  @Test func `never loses more bytes than there are`() {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let stream = random.stream()
      switch recognize(stream) {
      case .message(let frame): #expect(8...stream.count ~= frame.length, "seed \(seed)")
      case .broken(let length, _): #expect(1...stream.count ~= length, "seed \(seed)")
      case .needsMore, .notMine: break
      }
    }
  }
}

extension SeededGenerator {
  /// Bytes that begin like a message: whole, damaged, cut or with a false length, and other bytes behind it.
  fileprivate mutating func stream() -> [UInt8] {
    let kind = MessageKind(rawValue: .random(in: .min ... .max, using: &self))
    var message = MessageFrame.wrap(kind, bytes(.random(in: 0...40, using: &self)))
    switch UInt8.random(in: 0..<4, using: &self) {
    case 0: message[.random(in: 0..<message.count, using: &self)] ^= .random(in: 1...255, using: &self)
    case 1: message[5] = .random(in: .min ... .max, using: &self)
    case 2: message.removeLast(.random(in: 0...message.count, using: &self))
    default: break
    }
    return message + bytes(.random(in: 0...20, using: &self))
  }
}

@Suite struct `A message` {
  @Test(arguments: [(MessageKind(0x77, 0x01), [0x06, 0x01]), (.navPVT, [])] as [(MessageKind, [UInt8])])
  func `without a type here keeps its payload, and a poll is not mistaken for a position`(
    kind: MessageKind, payload: [UInt8]
  ) throws {
    #expect(try read(MessageFrame.wrap(kind, payload)) == .unknown(kind, payload: payload))
  }

  @Test func `is read without the bytes that follow it, and that of NAV-PVT has its own type`() throws {
    #expect(try read(Sample.acknowledgement + [1, 2, 3]) == read(Sample.acknowledgement))
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

@Suite struct `A message checksum` {
  @Test func `is the one that receivers compute, and notices two bytes that changed places`() {
    let many = [UInt8](repeating: 0xFF, count: 1000)
    #expect(checksum([UInt8]()) == UBXChecksum(0, 0) && checksum(many) == UBXChecksum(0x18, 0xEC))
    #expect(checksum(bytes("0501 0200 0601")) == UBXChecksum(0x0F, 0x38))
    #expect(checksum(bytes("0A04 0000")) == UBXChecksum(0x0E, 0x34))
    #expect(checksum(bytes("0102")) != checksum(bytes("0201")))
  }

  @Test func `is a sum and the sum of its sums, however many bytes there are`() {
    var random = SeededGenerator()
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      var expected = UBXChecksum(0, 0)
      for byte in bytes {
        expected.first &+= byte
        expected.second &+= expected.first
      }
      #expect(checksum(bytes) == expected, "\(count) bytes, seed \(seed)")
    }
  }
}

@Suite struct `A kind of message` {
  @Test func `has the class in its high byte, and is described as the manuals write it`() {
    #expect(MessageKind.navPVT.rawValue == 0x0107 && MessageKind(rawValue: 0x0A04) == .monVER)
    #expect(MessageKind.monSPAN.description == "0x0A 0x31")
  }
}
