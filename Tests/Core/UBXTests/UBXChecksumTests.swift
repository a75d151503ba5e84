import TestSupport
import Testing
import UBX

@Suite struct `A message checksum` {
  @Test func `is zero for no bytes`() {
    let nothing: [UInt8] = []
    #expect(checksum(nothing) == UBXChecksum(0, 0))
  }

  @Test func `is the one that receivers compute`() {
    #expect(checksum(bytes("0501 0200 0601")) == UBXChecksum(0x0F, 0x38))
    #expect(checksum(bytes("0A04 0000")) == UBXChecksum(0x0E, 0x34))
  }

  @Test func `notices two bytes that changed places`() {
    #expect(checksum(bytes("0102")) != checksum(bytes("0201")))
  }

  @Test func `runs over without a trap`() {
    let many = [UInt8](repeating: 0xFF, count: 1000)
    #expect(checksum(many) == UBXChecksum(0x18, 0xEC))
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
