import TestSupport
import Testing

@testable import GNSS

private func recognize(_ bytes: [UInt8]) -> FrameAnswer { SiRFFrame.recognize(bytes.span) }

private func read(_ payload: [UInt8]) -> SiRFMessage { SiRFMessage(payload: payload.span) }

@Suite struct `A SiRF frame` {
  private func frame(_ payload: [UInt8]) -> [UInt8] { SiRFFrame.wrap(payload) ?? [] }

  @Test func `has its sum and its trailer behind the payload`() {
    #expect(frame([0x0B, 0x80]) == [0xA0, 0xA2, 0, 2, 0x0B, 0x80, 0, 0x8B, 0xB0, 0xB3])
  }

  @Test func `needs more as long as bytes are missing`() {
    let bytes = frame([2, 0xA0, 0xA2, 9])
    for count in 0..<bytes.count {
      #expect(SiRFFrame.recognize(bytes.span.extracting(0..<count)) == .needsMore, "\(count) bytes")
    }
    #expect(recognize(bytes) == .frame(length: 12))
  }

  @Test func `loses its leader alone when a byte is damaged`() {
    let whole = frame([2, 1, 4])
    for place in 4..<whole.count {
      var bytes = whole
      bytes[place] ^= 1
      #expect(recognize(bytes) == .broken(length: 2), "byte \(place)")
    }
  }

  @Test func `has a payload of 1 to 1023 bytes`() {
    #expect(SiRFFrame.wrap([]) == nil)
    #expect(SiRFFrame.wrap([UInt8](repeating: 0xFF, count: 1024)) == nil)
    let long = frame([UInt8](repeating: 0xFF, count: 1023))
    #expect(recognize(long) == .frame(length: 1031))
    #expect(recognize([0xA0, 0xA2, 4, 0]) == .broken(length: 2))
    #expect(recognize([0xA0, 0xA2, 0, 0]) == .broken(length: 2))
  }

  @Test func `is not there in random bytes`() {
    var generator = SeededGenerator()
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for place in bytes.indices where bytes[place] == 0xA0 {
      if case .frame = SiRFFrame.recognize(bytes.span.extracting(place..<bytes.count)) {
        Issue.record("seed \(seed), place \(place)")
      }
    }
  }
}

@Suite struct `A SiRF message` {
  /// Payloads of every kind that is read, and of others.
  private static let shapes: [(UInt8, Int)] = [
    (2, 41), (2, 47), (4, 188), (2, 60), (4, 278), (4, 9), (6, 12), (41, 91), (41, 97), (52, 19), (52, 23),
    (98, 39), (98, 50), (2, 40), (41, 90), (27, 52),
  ]

  @Test func `is written as it was read, whatever its bytes are`() {
    var generator = SeededGenerator()
    for (identifier, length) in Self.shapes {
      for _ in 0..<50 {
        let payload = [identifier] + (1..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let message = SiRFMessage(payload: payload.span)
        #expect(message.payload == payload, "seed \(seed), message \(identifier) of \(length)")
        guard let bytes = message.encoded, recognize(bytes) == .frame(length: bytes.count) else {
          Issue.record("seed \(seed), message \(identifier) of \(length) has no frame")
          continue
        }
        #expect(SiRFMessage(frame: bytes.span) == message, "seed \(seed), message \(identifier)")
      }
    }
  }

  @Test func `is read although its maker has appended fields`() {
    func isRead(_ identifier: UInt8, _ length: Int) -> Bool {
      if case .unknown = read([identifier] + [UInt8](repeating: 0, count: length - 1)) { false } else { true }
    }
    for (identifier, length) in [(2, 41), (4, 8), (41, 91), (52, 19), (98, 39)] as [(UInt8, Int)] {
      for more in [0, 1, 6, 500] { #expect(isRead(identifier, length + more), "\(identifier), \(more) more") }
      #expect(!isRead(identifier, length - 1), "\(identifier)")
    }
  }

  @Test func `that is too short is unknown`() {
    let payload = [UInt8(2)] + [UInt8](repeating: 0, count: 39)
    #expect(read(payload) == .unknown(payload: payload))
    #expect(read([]) == .unknown(payload: []))
  }

  @Test func `MID 2 tells place, velocity, mode and GPS time`() throws {
    var message = SiRFNavigation()
    (message.x, message.y, message.z) = (4_360_953, 579_351, 4_604_558)
    message.velocityX = -1
    message.mode = 0x84
    message.week = 302
    message.timeOfWeek = 39_810_228
    let payload = SiRFMessage.navigation(message).payload
    #expect(payload.count == 41)
    #expect(payload.prefix(5) == [2, 0x00, 0x42, 0x8A, 0xF9])
    #expect(Array(payload[13...14]) == [0xFF, 0xFF])
    #expect(Array(payload[22...27]) == [0x01, 0x2E, 0x02, 0x5F, 0x74, 0xB4])
    #expect(message.fixMode.dimensions == 3 && message.fixMode.isDifferential)
  }

  @Test(arguments: [(0, 0), (1, 2), (2, 2), (3, 2), (4, 3), (5, 2), (6, 3), (7, 2)])
  func `says in three bits how many dimensions are known`(bits: Int, dimensions: Int) {
    #expect(SiRFFixMode(rawValue: UInt8(bits)).dimensions == dimensions)
    #expect(SiRFFixMode(rawValue: UInt8(bits)).isDeadReckoned == (bits == 7))
  }

  @Test func `MID 4 has a mean density, and no direction where both angles are zero`() {
    var channel = SiRFTracker.Channel()
    channel.densities = [45, 45, 45, 45, 45, 45, 44, 45, 44, 45]
    channel.azimuthSteps = 0x7E
    channel.elevationHalves = 0x83
    #expect(channel.carrierToNoise == 45)
    #expect(channel.azimuth == 189 && channel.elevation == 65)
    #expect(SiRFTracker.Channel().azimuth == nil && SiRFTracker.Channel().carrierToNoise == nil)
  }
}

@Suite struct `The way back from SiRF binary` {
  @Test func `is message 129 with intervals and the speed`() throws {
    let bytes = try #require(SiRFSentenceMode(speed: 4800)).encoded
    let payload: [UInt8] =
      [0x81, 2, 1, 1, 0, 1, 1, 1, 5, 1, 1, 1, 0, 1] + [0, 1, 0, 1, 0, 1, 0, 1] + [0x12, 0xC0]
    #expect(payload.count == 24)
    #expect(bytes == SiRFFrame.wrap(payload))
  }

  @Test func `has the sum of its own speed, not of 4800`() throws {
    for speed in SiRFSentenceMode.speeds {
      let bytes = try #require(SiRFSentenceMode(speed: speed)).encoded
      #expect(recognize(bytes) == .frame(length: 32))
      #expect(Int(bytes[26]) << 8 | Int(bytes[27]) == speed)
    }
  }

  @Test(arguments: [0, 57600, 115_200, 9601])
  func `refuses a speed that the field or the receiver does not take`(speed: Int) {
    #expect(SiRFSentenceMode(speed: speed) == nil)
  }
}
