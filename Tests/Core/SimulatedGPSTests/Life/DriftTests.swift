import Foundation
import GNSS
import Testing

@testable import SimulatedGPS

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
        let scenario = Scenario.staticDesk.with {
          $0.seed = seed; $0.surroundings = surroundings
        }
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
