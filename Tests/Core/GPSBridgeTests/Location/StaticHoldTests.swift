import GNSS
import GPSBridge
import Testing

@Suite struct `A position that is held still` {
  private func location(_ metersNorth: Double, speed: Double?, accuracy: Double = 3) -> Location {
    let place = Coordinate(latitude: 48 + metersNorth / 111_200, longitude: 11)
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = place
    fix.course = 84
    fix.speed = speed
    fix.errors = ErrorEstimate(horizontal: accuracy, vertical: nil, source: .gst)
    guard let location = Location(fix, received: .now, utcSeconds: 0, source: SourceInfo()) else {
      preconditionFailure("a fix with a place is a location")
    }
    return location
  }

  @Test func `stays where it was as long as the receiver stands and wanders no farther than its noise`() {
    var hold = StaticHold()
    let first = hold.take(location(0, speed: 0.1))
    for meters in [2.0, -3, 5.5, 1] {
      let shown = hold.take(location(meters, speed: 0.3))
      #expect(shown.coordinate == first.coordinate)
      #expect(shown.speed == 0 && shown.course == nil)
      #expect(hold.isHeld)
    }
  }

  @Test func `is let go by speed, and by a way that is no noise`() {
    var hold = StaticHold()
    _ = hold.take(location(0, speed: 0.1))
    #expect(hold.take(location(3, speed: 1.4)).course == 84)
    #expect(!hold.isHeld)
    _ = hold.take(location(3, speed: 0.1))
    #expect(hold.isHeld)
    let away = location(60, speed: 0.1)
    #expect(hold.take(away).coordinate == away.coordinate)
    #expect(!hold.isHeld)
  }

  @Test func `is not caught by somebody who walks slowly, nor let go by one who hardly moves`() {
    var hold = StaticHold()
    #expect(hold.take(location(0, speed: 0.8)).course == 84)
    #expect(!hold.isHeld)
    _ = hold.take(location(0, speed: 0.2))
    _ = hold.take(location(1, speed: 0.8))
    #expect(hold.isHeld)
  }

  @Test func `is held without a word about speed, too`() {
    var hold = StaticHold()
    _ = hold.take(location(0, speed: nil))
    #expect(hold.isHeld)
    #expect(hold.take(location(1, speed: nil)).speed == nil)
  }
}
