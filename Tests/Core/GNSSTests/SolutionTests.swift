import GNSS
import TestSupport
import Testing
import UBX

/// The fixes of u-blox solutions, with sentences between them if any.
private func fixes(_ solutions: NavPVT..., after bodies: [String] = []) -> [Fix] {
  let bytes = wire(bodies) + solutions.flatMap { $0.encoded() }
  return decode(bytes).fixes
}

/// A good solution over Zurich at noon.
private func solution(_ change: (inout NavPVT) -> Void = { _ in }) -> NavPVT {
  NavPVT {
    $0.date = NavPVT.CalendarDate(year: 2026, month: 11, day: 20)
    $0.time = NavPVT.TimeOfDay(hour: 12, minute: 0, second: 0)
    $0.fixType = .threeDimensional
    $0.isFixOK = true
    $0.satellitesUsed = 11
    $0.position = NavPVT.Position(latitude: 47.25, longitude: 8.5, height: 500, altitude: 452.5)
    $0.horizontalAccuracy = 2.5
    $0.verticalAccuracy = 4
    $0.velocityDown = -0.5
    $0.groundSpeed = 3
    $0.headingOfMotion = 90
    change(&$0)
  }
}

@Suite struct `A solution of u-blox` {
  @Test func `is a whole fix by itself`() throws {
    let fix = try #require(fixes(solution()).first)
    #expect(fix.mode == .threeDimensional && fix.time == utc(2026, 11, 20, 12, 0, 0))
    #expect(fix.coordinate == Coordinate(latitude: 47.25, longitude: 8.5))
    #expect(fix.altitude == 452.5 && fix.ellipsoidalAltitude == 500)
    #expect(fix.geoidSeparation == 47.5 && fix.speed == 3 && fix.course == 90)
    #expect(fix.climb == 0.5 && fix.satellitesUsed == 11)
    #expect(fix.errors == ErrorEstimate(horizontal: 2.5, vertical: 4, source: .receiver))
  }

  @Test func `is no fix when the receiver marks it as not to be used`() {
    #expect(fixes(solution { $0.isFixOK = false }).map(\.mode) == [.none])
    #expect(fixes(solution { $0.isFixOK = false }).map(\.coordinate) == [nil])
  }

  @Test func `that knows its place beforehand is told as that, and has no course`() throws {
    let fix = try #require(fixes(solution { $0.fixType = .timeOnly }).first)
    #expect(fix.mode == .time && fix.quality == .surveyed)
    #expect(fix.coordinate == Coordinate(latitude: 47.25, longitude: 8.5) && fix.isValid)
    #expect(fix.speed == 3 && fix.course == nil)
    #expect(fix.time == utc(2026, 11, 20, 12, 0, 0))
  }

  @Test func `outweighs the sentences of its epoch, and makes one fix with them`() throws {
    let result = fixes(solution(), after: ["GNRMC,120000.00,A,4714.99,N,00829.99,E,6.0,91.0,201126,,,A,V"])
    #expect(result.count == 1)
    #expect(result.first?.coordinate == Coordinate(latitude: 47.25, longitude: 8.5))
    #expect(result.first?.speed == 3)
  }

  @Test func `belongs to the epoch that a nanosecond before the second means`() {
    let result = fixes(
      solution { $0.time = NavPVT.TimeOfDay(hour: 11, minute: 59, second: 59, nanosecond: 999_999_800) },
      after: ["GNRMC,120000.00,A,4714.99,N,00829.99,E,6.0,91.0,201126,,,A,V"])
    #expect(result.count == 1)
  }

  @Test func `in a plane says nothing of how wrong its altitude is`() throws {
    let fix = try #require(fixes(solution { $0.fixType = .twoDimensional }).first)
    #expect(fix.mode == .twoDimensional && fix.altitude == 452.5)
    #expect(fix.errors?.horizontal == 2.5 && fix.errors?.vertical == nil)
  }

  @Test func `without a valid time is an epoch whose time is not known`() throws {
    let result = fixes(solution { $0.time = nil }, solution { $0.time = nil }, solution { $0.time = nil })
    #expect(result.count == 3)
    #expect(result.allSatisfy { $0.isValid && $0.time == nil && $0.timeOfDay == nil })
    #expect(result.map(\.coordinate?.latitude) == [47.25, 47.25, 47.25])
  }

  @Test func `without a fix and without a valid time is an epoch without a fix`() throws {
    let cold = solution {
      $0.time = nil
      $0.fixType = .none
      $0.isFixOK = false
      $0.satellitesUsed = 0
    }
    let result = fixes(cold, cold, solution())
    #expect(result.map(\.mode) == [.none, .none, .threeDimensional])
    #expect(result.map(\.satellitesUsed) == [0, 0, 11])
    #expect(result.last?.time == utc(2026, 11, 20, 12, 0, 0))
  }

  @Test func `without a valid time is one epoch with sentences that have none`() {
    let result = fixes(
      solution { $0.time = nil }, after: ["GNRMC,,V,,,,,,,,,,N", "GNGGA,,,,,,0,00,99.99,,,,,,"])
    #expect(result.count == 1)
  }

  @Test(arguments: [
    (NavPVT.CarrierSolution.fixed, FixQuality.rtkFixed), (.float, .rtkFloat), (.none, .differential),
  ])
  func `tells how it was found`(carrier: NavPVT.CarrierSolution, quality: FixQuality) {
    let result = fixes(solution { ($0.carrierSolution, $0.isDifferential) = (carrier, true) })
    #expect(result.first?.quality == quality)
  }
}
