import Testing

@testable import SimulatedGPS

@Suite struct `A satellite's strength` {
  @Test func `grows with its elevation`() {
    let strengths = stride(from: 0.0, through: 1, by: 0.05).map { SignalStrength.clear(sineOfElevation: $0) }
    #expect(strengths == strengths.sorted())
    #expect(32...36 ~= strengths[0])
    #expect(45...50 ~= strengths[strengths.count - 1])
  }

  @Test func `never jumps by more than a decibel from second to second`() {
    for place in 0..<20 {
      for second in 0..<400 {
        let now = SignalStrength.unrest(seed: 5, place: place, second: second)
        let next = SignalStrength.unrest(seed: 5, place: place, second: second + 1)
        #expect(abs(next - now) < 1)
        #expect(abs(now) < 10)
      }
    }
  }

  @Test func `differs from satellite to satellite and from seed to seed`() {
    let one = SignalStrength.unrest(seed: 5, place: 1, second: 7)
    #expect(one != SignalStrength.unrest(seed: 5, place: 2, second: 7))
    #expect(one != SignalStrength.unrest(seed: 6, place: 1, second: 7))
    #expect(one == SignalStrength.unrest(seed: 5, place: 1, second: 7))
  }
}
