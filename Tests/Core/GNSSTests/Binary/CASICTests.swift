import TestSupport
import Testing

@testable import GNSS

private func recognize(_ bytes: [UInt8]) -> FrameAnswer { CASICFrame.recognize(bytes.span) }

private func read(_ kind: CASICKind, _ payload: [UInt8]) -> CASICMessage {
  CASICMessage(kind, payload: payload.span)
}

@Suite struct `A CASIC frame` {
  @Test func `has the sum of its 32-bit words behind the payload`() {
    // Identifier 1, class 5, length 4: 0x01050004, and the word 0x00000006.
    let bytes: [UInt8] = [0xBA, 0xCE, 4, 0, 5, 1, 6, 0, 0, 0, 0x0A, 0x00, 0x05, 0x01]
    #expect(CASICFrame.wrap(.ack, [6, 0, 0, 0]) == bytes)
    #expect(recognize(bytes) == .frame(length: 14) && CASICFrame.kind(bytes.span) == .ack)
  }

  @Test func `needs more as long as bytes are missing`() throws {
    let bytes = try #require(CASICFrame.wrap(.navPV, [UInt8](repeating: 7, count: 80)))
    for count in 0..<bytes.count {
      #expect(CASICFrame.recognize(bytes.span.extracting(0..<count)) == .needsMore, "\(count) bytes")
    }
  }

  @Test func `loses its leader alone when a byte is damaged`() throws {
    let whole = try #require(CASICFrame.wrap(.ack, [6, 0, 0, 0]))
    for place in 4..<whole.count {
      var bytes = whole
      bytes[place] ^= 1
      #expect(recognize(bytes) == .broken(length: 2), "byte \(place)")
    }
  }

  @Test func `has a length that is a multiple of four`() {
    #expect(recognize([0xBA, 0xCE, 3, 0, 1, 3]) == .broken(length: 2))
    #expect(recognize([0xBA, 0xCE, 4, 4, 1, 3]) == .broken(length: 2))
    #expect(CASICFrame.wrap(.navPV, [1, 2, 3]) == nil)
    #expect(CASICFrame.wrap(.navPV, [UInt8](repeating: 0, count: 1028)) == nil)
  }
}

@Suite struct `A CASIC message` {
  private static let shapes: [(CASICKind, Int)] = [
    (.navPV, 80), (.navTimeUTC, 24), (.navDOP, 28), (.navGPSInfo, 8), (.navGPSInfo, 8 + 36),
    (.navBDSInfo, 20), (.navGLNInfo, 32), (.ack, 4), (.navPV, 76), (CASICKind(9, 9), 12), (.navGPSInfo, 12),
    (.cfgPRT, 0), (.navPV, 88), (.navTimeUTC, 28), (.navDOP, 32),
  ]

  @Test func `is written as it was read, whatever its bytes are`() {
    var generator = SeededGenerator()
    for (kind, length) in Self.shapes {
      for _ in 0..<50 {
        let payload = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let message = CASICMessage(kind, payload: payload.span)
        #expect(message.payload == payload && message.kind == kind, "seed \(seed), \(kind) of \(length)")
        guard let bytes = message.encoded, recognize(bytes) == .frame(length: bytes.count) else {
          Issue.record("seed \(seed), \(kind) of \(length) has no frame")
          continue
        }
        #expect(CASICMessage(frame: bytes.span).payload == payload, "seed \(seed), \(kind) of \(length)")
      }
    }
  }

  @Test func `is read although its maker has appended fields`() {
    let known: [(CASICKind, Int)] = [(.navPV, 80), (.navTimeUTC, 24), (.navDOP, 28), (.navGPSInfo, 8)]
    for (kind, length) in known {
      for more in [0, 4, 100] {
        if case .unknown = read(kind, [UInt8](repeating: 0, count: length + more)) {
          Issue.record("\(kind) with \(more) bytes more")
        }
      }
    }
  }

  @Test func `that is too short is unknown`() {
    #expect(read(.navPV, [1, 2, 3, 4]) == .unknown(.navPV, payload: [1, 2, 3, 4]))
  }

  @Test(arguments: [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 2), (7, 3), (8, 3), (9, 0)])
  func `claims a position only where satellites gave it`(state: Int, dimensions: Int) {
    var position = CASICPosition()
    position.positionState = UInt8(state)
    #expect(position.dimensions == dimensions)
  }

  @Test func `knows the time only with the leap seconds`() {
    var time = CASICTime()
    for bits in UInt8(0)...7 {
      time.validity = bits
      #expect(time.isValid == (bits == 7))
    }
  }
}

@Suite struct `The way back from CASIC binary` {
  @Test func `is CFG-PRT for this port, with sentences alone going out`() throws {
    let bytes = CASICPort(sentencesAt: 9600).encoded
    #expect(bytes == CASICFrame.wrap(.cfgPRT, [0xFF, 0x23, 0xC0, 0x08, 0x80, 0x25, 0, 0]))
    #expect(recognize(bytes) == .frame(length: 18) && CASICFrame.kind(bytes.span) == .cfgPRT)
  }
}
