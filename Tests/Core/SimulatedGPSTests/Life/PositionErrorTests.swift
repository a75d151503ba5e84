import Testing

@testable import SimulatedGPS

@Suite struct `An error of position` {
  private func geometry() throws -> SimulatedEpoch.Geometry {
    let directions = [
      Vector(0, 0, 1), Vector(0.9, 0, 0.43), Vector(-0.5, 0.75, 0.43), Vector(-0.5, -0.75, 0.43),
    ]
    return try #require(SimulatedEpoch.Geometry(directions, holdsAltitude: false))
  }

  @Test func `is as wide at ten hertz as at one`() throws {
    let geometry = try geometry()
    func width(_ interval: Double, _ count: Int) -> Double {
      var sum = 0.0
      for seed in UInt64(1)...40 {
        var error = PositionError(seed: seed, interval: interval)
        for _ in 0..<count {
          error.advance()
          let offset = error.offset(geometry, echo: 1)
          sum += offset.x * offset.x
        }
      }
      return (sum / Double(40 * count)).squareRoot()
    }
    let range = PositionError.rangeDeviation(echo: 1)
    let expected = PositionError.deviation(geometry, range: range).x
    #expect(abs(width(1, 2000) / expected - 1) < 0.25)
    #expect(abs(width(0.1, 20_000) / expected - 1) < 0.25)
  }

  @Test func `grows with echoes, but for the part that all ranges share`() throws {
    let geometry = try geometry()
    var error = PositionError(seed: 4, interval: 1)
    error.advance()
    let (none, once) = (error.offset(geometry, echo: 0), error.offset(geometry, echo: 1))
    let thrice = error.offset(geometry, echo: 3)
    #expect(none.length > 0)
    #expect(abs((thrice.x - none.x) / (once.x - none.x) - 3) < 1e-9)
    #expect(PositionError.rangeDeviation(echo: 3) == 3 * PositionError.rangeDeviation(echo: 1))
  }

  @Test func `of speed is some hundredths of a meter per second`() throws {
    let geometry = try geometry()
    var error = PositionError(seed: 4, interval: 1)
    for _ in 0..<500 {
      error.advance()
      #expect(error.velocity(geometry, echo: 1).length < 1)
    }
  }
}

@Suite struct `A channel` {
  private func run(_ start: Scenario.PowerUp, strengths: [Double], luck: UInt64 = 0) -> (
    Channel, firstUsable: Int?
  ) {
    var channel = Channel()
    var first: Int?
    for (second, strength) in strengths.enumerated() {
      channel.update(strength, at: Int32(second), start, luck: luck)
      if first == nil, channel.isUsable(strength, at: Int32(second)) { first = second }
    }
    return (channel, first)
  }

  @Test func `must read a message whole before it is used`() {
    let (_, first) = run(.cold, strengths: Array(repeating: 40, count: 60))
    #expect(first == 3 + 22)
  }

  @Test func `hears a signal that is too weak to be read, and does not use it`() {
    let (channel, first) = run(.hot, strengths: Array(repeating: 24.5, count: 100))
    #expect(channel.isHeard)
    #expect(first == nil)
  }

  @Test func `does not find what is too weak to be found`() {
    #expect(!run(.cold, strengths: Array(repeating: 27, count: 100)).0.isHeard)
    #expect(run(.warm, strengths: Array(repeating: 27, count: 100)).0.isHeard)
  }

  @Test func `begins its reading anew after a gap`() {
    let (_, first) = run(
      .cold,
      strengths: Array(repeating: 40, count: 15) + Array(repeating: 20, count: 3)
        + Array(repeating: 40, count: 40))
    #expect(first == 18 + 22 - 1)
  }

  @Test func `is quick when it has heard the satellite before`() {
    var channel = Channel()
    for second in 0..<40 { channel.update(40, at: Int32(second), .cold, luck: 0) }
    for second in 40..<60 { channel.update(-40, at: Int32(second), .cold, luck: 0) }
    #expect(!channel.isHeard)
    for second in 60..<63 { channel.update(40, at: Int32(second), .cold, luck: 0) }
    #expect(channel.isUsable(40, at: 62))
  }
}
