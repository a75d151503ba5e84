import GNSS
import Testing

@testable import SimulatedGPS

@Suite struct `An instant as text` {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-20T07:08:22Z", 1_795_158_502),
      ("2026-11-20T07:08:22", 1_795_158_502), ("2026-11-20T09:08:22+02:00", 1_795_158_502),
      ("2026-11-20T01:38:22-0530", 1_795_158_502), ("2026-11-20T08:08:22+01", 1_795_158_502),
      (" 2026-11-20T07:08:22.250Z\n", 1_795_158_502.25),
    ] as [(String, Double)])
  func `is read in every usual form`(text: String, seconds: Double) {
    #expect(ISOTime.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20 07:08:22Z", "2026-13-20T07:08:22Z", "2026-02-30T07:08:22Z",
    "2026-11-20T24:08:22Z", "2026-11-20T07:60:22Z", "2026-11-20T07:08:22X", "2026-11-20T07:08:22+1",
    "2026-11-20T07:08:22+01:0", "yesterday at noon, or so",
  ])
  func `is refused where it is none`(text: String) {
    #expect(ISOTime.seconds(text) == nil)
  }

  @Test func `comes back as it was written`() {
    for seconds in [Int64(0), 951_782_400, 1_795_158_502, 4_102_444_799] {
      #expect(ISOTime.seconds(ISOTime.text(UTC(secondsSince1970: seconds))) == Double(seconds))
    }
  }
}
