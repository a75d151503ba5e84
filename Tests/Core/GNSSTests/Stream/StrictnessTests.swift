import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `A rule for sentences` {
  @Test func `holds a sentence to the length that is allowed`() {
    for longest in [128, 200, 4096] {
      let strictness = Strictness(longest: longest)
      for (length, isRead) in [(longest, true), (longest + 1, false)] {
        // From the dollar sign to the star.
        let body = "GPTXT," + String(repeating: "x", count: length - 7)
        #expect(TakenApart(wire(body), strictness).counts.sentences == (isRead ? 1 : 0))
      }
    }
  }

  @Test func `keeps the length that is allowed within its bounds`() {
    var strictness = Strictness(longest: 0)
    #expect(strictness.longest == 128)
    strictness.longest = .max
    #expect(strictness.longest == 4096)
    #expect(TakenApart([0x24] + [UInt8](repeating: 0x41, count: 40_000), strictness).counts.bytes == 40_001)
  }
}
