import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `The recognition of SiRF` {
  private func message(_ payload: [UInt8]) -> [UInt8] {
    let sum = payload.reduce(0) { ($0 + Int($1)) & 0x7FFF }
    let length = [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    return [0xA0, 0xA2] + length + payload + [UInt8(sum >> 8), UInt8(sum & 0xFF), 0xB0, 0xB3]
  }

  private func count(_ bytes: [UInt8], in size: Int = .max) -> Int {
    var recognizer = SiRFRecognizer()
    var place = 0
    while place < bytes.count {
      let next = place + min(size, bytes.count - place)
      recognizer.take(bytes.span.extracting(place..<next))
      place = next
    }
    return recognizer.messages
  }

  @Test func `counts whole messages, in pieces of any size`() {
    let bytes =
      message(Array(repeating: 41, count: 91)) + [1, 2, 0xA0] + message([2, 0xA0, 0xA2, 9]) + message([255])
    for size in [1, 2, 7, 1000] { #expect(count(bytes, in: size) == 3) }
  }

  @Test func `does not count a message whose sum is wrong`() {
    var bytes = message([1, 2, 3])
    bytes[5] += 1
    #expect(count(bytes) == 0)
  }

  @Test func `finds nothing in noise`() {
    var generator = SeededGenerator(seed: 7)
    #expect(count((0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }) == 0)
  }

  @Test func `finds the next message behind a broken one`() {
    let broken = Array(message(Array(repeating: 1, count: 20)).prefix(12))
    #expect(count(broken + message([7]) + message(Array(repeating: 8, count: 40)) + message([9])) >= 1)
  }
}
