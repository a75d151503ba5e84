import GNSS
import Testing

@testable import GPSBridge

@Suite struct `What a receiver would send over a faster line` {
  private let start = ContinuousClock.now

  /// Epochs at five a second, of which each has some bytes; none of them means that the epoch did not come.
  private func demand(_ epochs: [Int?]) -> Int? {
    var watch = DemandWatch()
    var bytes = 0
    for (number, size) in epochs.enumerated() {
      guard let size else { continue }
      bytes += size
      let nanoseconds = Int32(number % 5) * 200_000_000
      watch.take(
        UTC(secondsSince1970: 1_795_219_140 + Int64(number / 5), nanosecond: nanoseconds), bytes: bytes,
        at: start + .milliseconds(200 * number))
    }
    return watch.bytesPerSecond
  }

  @Test func `is the largest epoch at the shortest interval`() {
    #expect(demand(Array(repeating: [420, 310, nil, 420, nil], count: 10).flatMap(\.self)) == 2100)
  }

  @Test func `counts no epoch whose predecessor is missing`() {
    // The bytes of a damaged epoch come with the next one.
    #expect(demand(Array(repeating: [420, 420, nil, 840, 420], count: 10).flatMap(\.self)) == 2100)
  }

  @Test func `is unknown before ten epochs, and forgets what half a minute has not shown`() {
    #expect(demand(Array(repeating: 420, count: 9)) == nil)
    #expect(demand(Array(repeating: 420, count: 50) + Array(repeating: 100, count: 400)) == 500)
  }
}
