import TestSupport
import Testing

@testable import UBX

@Suite struct `A message frame` {
  @Test func `is found around an acknowledgement`() {
    let answer = recognize(Sample.acknowledgement)
    let frame = MessageFrame(kind: .ackACK, payloadLength: 2)
    #expect(answer == .message(frame))
    #expect(frame.length == Sample.acknowledgement.count)
    #expect(frame.kind.messageClass == 5)
    #expect(frame.kind.identifier == 1)
  }

  @Test func `may have no payload`() {
    #expect(recognize(Sample.poll) == .message(MessageFrame(kind: .monVER, payloadLength: 0)))
  }

  @Test func `may have the longest payload`() {
    let long = MessageFrame.wrap(.rxmRAWX, [UInt8](repeating: 0xB5, count: MessageFrame.longestPayload))
    let frame = MessageFrame(kind: .rxmRAWX, payloadLength: 8192)
    #expect(recognize(long) == .message(frame))
  }

  @Test func `has room for the longest message that a receiver can send`() {
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
  func `does not begin without its leader`(text: String) {
    #expect(recognize(bytes(text)) == .notMine)
  }

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
