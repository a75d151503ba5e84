import Foundation
import GNSS
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

  @Test func `must read a message whole before it is used, and does not use what is too weak to be read`() {
    #expect(run(.cold, strengths: Array(repeating: 40, count: 60)).1 == 3 + 22)
    let (channel, first) = run(.hot, strengths: Array(repeating: 24.5, count: 100))
    #expect(channel.isHeard && first == nil)
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

@Suite struct `A receiver that stands still` {
  /// Metres north of the truth, second by second.
  private func errors(seed: UInt64, seconds: Int = 900) -> [Double] {
    meant(.staticDesk.with { $0.seed = seed }, seconds: seconds).filter { $0.mode == .threeDimensional }
      .dropFirst(60).map { ($0.motion.latitude - $0.truth.latitude) * 111_132 }
  }

  @Test func `drifts by a meter or so, and not away`() {
    for seed in UInt64(1)...4 {
      let errors = errors(seed: seed)
      let width = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
      #expect(0.1...4 ~= width)
      #expect(errors.allSatisfy { abs($0) < 12 })
    }
  }

  @Test func `is wrong now nearly as it was a second ago, and not as it was ten minutes ago`() {
    let runs = (UInt64(1)...6).map { errors(seed: $0) }
    func correlation(_ lag: Int) -> Double {
      var product = 0.0
      var square = 0.0
      for errors in runs {
        for index in 0..<(errors.count - lag) {
          product += errors[index] * errors[index + lag]
          square += errors[index] * errors[index]
        }
      }
      return product / square
    }
    #expect(correlation(1) > 0.85)
    #expect(correlation(10) > 0.5)
    #expect(abs(correlation(600)) < 0.5)
  }

  @Test func `says a speed near zero, and no course where its makers leave it out`() {
    for fix in fixes(bytes(.staticDesk, seconds: 120)) where fix.isValid {
      #expect((fix.speed ?? 99) < 0.4)
      #expect(fix.course == nil || (fix.speed ?? 0) >= 0.299)
    }
    #expect(fixes(bytes(.staticDesk.with { $0.dialect = .sirf }, seconds: 20)).last?.course != nil)
  }

  @Test func `is worse where geometry and echoes are`() {
    func width(_ surroundings: Scenario.Surroundings) -> Double {
      var sum = 0.0
      var count = 0.0
      for seed in UInt64(1)...5 {
        let scenario = Scenario.staticDesk.with { ($0.seed, $0.surroundings) = (seed, surroundings) }
        for epoch in meant(scenario, seconds: 200) where epoch.hasFix {
          let meters = (epoch.motion.latitude - epoch.truth.latitude) * 111_132
          sum += meters * meters
          count += 1
        }
      }
      return (sum / count).squareRoot()
    }
    #expect(width(.canyon) > 2 * width(.open))
  }

  @Test(arguments: [0, 3, 10, 30])
  func `errs by what its own statistics say, from its first position on`(fixes: Int) throws {
    var squares = Vector(0, 0, 0)
    var count = 0.0
    for seed in UInt64(1)...40 {
      let epochs = meant(.staticDesk.with { $0.seed = seed }, seconds: 90).filter {
        $0.mode == .threeDimensional
      }
      for epoch in epochs.dropFirst(fixes).prefix(5) {
        let deviation = try #require(epoch.deviation)
        let north = (epoch.motion.latitude - epoch.truth.latitude) * 111_132 / deviation.y
        let up = (epoch.motion.altitude - epoch.truth.altitude) / deviation.z
        squares = squares + Vector(0, north * north, up * up)
        count += 1
      }
    }
    #expect(0.4...2 ~= (squares.y / count).squareRoot())
    #expect(0.4...2 ~= (squares.z / count).squareRoot())
  }
}

@Suite struct `A tunnel` {
  @Test(arguments: [Dialect.ublox9, .sirf, .mtk, .quectel])
  func `takes the fix, and gives it back some seconds behind its end`(dialect: Dialect) throws {
    let epochs = meant(.tunnel.with { $0.dialect = dialect }, seconds: 130)
    func fixes(_ range: Range<Int>) -> [SimulatedEpoch] {
      epochs.filter { range.contains(Int($0.instant.components.seconds)) }
    }
    #expect(fixes(10..<60).allSatisfy { $0.hasFix && !$0.isEstimated })
    #expect(fixes(64..<100).allSatisfy { !$0.hasFix })
    #expect(fixes(64..<100).allSatisfy { $0.timeOfDay != nil && $0.date != nil })
    let back = try #require(fixes(100..<130).first { $0.hasFix })
    #expect(101...106 ~= back.instant.components.seconds)
    #expect(fixes(110..<130).allSatisfy { $0.mode == .threeDimensional })
  }

  @Test func `is entered with a guess by u-blox, along the last course`() throws {
    let epochs = meant(.tunnel, seconds: 70)
    let guessed = epochs.filter(\.isEstimated)
    #expect(1...2 ~= guessed.count)
    let text = lines(bytes(.tunnel, seconds: 70))
    #expect(text.contains { $0.contains("RMC") && $0.contains(",E,V*") })
    let fixes = fixes(bytes(.tunnel, seconds: 70)).filter { $0.quality == .deadReckoning }
    #expect(fixes.count == guessed.count)
  }

  @Test func `leaves satellites known and not heard`() throws {
    let inside = try #require(meant(.tunnel, seconds: 90).last)
    #expect(inside.satellites.count > 15)
    #expect(inside.satellites.allSatisfy { $0.carrierToNoise == nil && !$0.isUsed })
    #expect(inside.usedCount == 0)
  }

  @Test func `of hours makes orbits old, so that they must be heard again`() throws {
    let scenario = Scenario.staticDesk.with {
      $0.events = [Scenario.Event(from: .seconds(60), to: .seconds(5 * 3600), .surroundings(.tunnel))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    _ = engine.advance(to: .seconds(5 * 3600 + 12))
    #expect(engine.lastEpoch?.hasFix == false)
    _ = engine.advance(to: .seconds(5 * 3600 + 60))
    #expect(engine.lastEpoch?.hasFix == true)
  }
}
