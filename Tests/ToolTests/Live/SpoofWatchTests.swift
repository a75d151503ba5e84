import GPSBridge
import GPSFormats
import Testing

@testable import GPSBridgeTool
@testable import ToolSources

@Suite struct `A watch for forged signals` {
  private let start = ContinuousClock.now

  private func fix(_ second: Int, ahead: Int = 0, levels: [Int]) -> Fix {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 48, longitude: 11)
    fix.time = UTC(secondsSince1970: 1_795_176_000 + Int64(second + ahead))
    fix.satellites = Satellites(
      levels.enumerated().map { index, level in
        var satellite = Satellite(SatelliteIdentity(.gps, index + 1))
        satellite.carrierToNoise = level
        return satellite
      })
    return fix
  }

  private let varied = [44, 41, 38, 35, 31, 28]
  private let equal = [44, 44, 44, 45, 44, 44]

  /// A watch whose answers can be expected.
  private final class Watch {
    var watch = SpoofWatch()
    func take(_ fix: Fix, at now: ContinuousClock.Instant) -> Bool { watch.take(fix, at: now) }
  }

  @Test func `takes two signs, and either alone proves nothing`() {
    let watch = Watch()
    #expect(!watch.take(fix(0, levels: varied), at: start))
    #expect(!watch.take(fix(1, levels: equal), at: start + .seconds(1)))
    #expect(!watch.take(fix(2, ahead: 37, levels: varied), at: start + .seconds(2)))
    #expect(watch.take(fix(3, ahead: 37, levels: equal), at: start + .seconds(3)))
    #expect(watch.watch.signs(at: start + .seconds(3)).count == 2)
  }

  @Test func `lasts while one sign lasts, and a minute longer`() {
    let watch = Watch()
    _ = watch.take(fix(0, levels: varied), at: start)
    _ = watch.take(fix(1, ahead: 37, levels: equal), at: start + .seconds(1))
    // The time is right again, the satellites are not.
    for second in 2...200 {
      #expect(watch.take(fix(second, levels: equal), at: start + .seconds(second)))
    }
    for second in 201...259 {
      #expect(watch.take(fix(second, levels: varied), at: start + .seconds(second)))
    }
    #expect(!watch.take(fix(265, levels: varied), at: start + .seconds(265)))
  }

  @Test func `counts the epochs of a recording without times, and a gap is one sign for a minute`() {
    var clock = RecordedClock()
    for second in 0..<10 { _ = clock.take(fix(second, levels: []), arrival: nil) }
    #expect(clock.now == clock.counted)
    _ = clock.take(fix(47, levels: []), arrival: nil)
    #expect(clock.counted.duration(to: clock.now) == .seconds(37))
    var turns: [RecordedClock.Turn] = []
    for second in 48..<120 { turns.append(clock.take(fix(second, levels: []), arrival: nil)) }
    #expect(turns.filter { $0 == .restarted }.count == 1)
    #expect(clock.now == clock.counted)
    // A time that runs back begins another recording.
    let turn = clock.take(fix(0, levels: []), arrival: nil)
    #expect(turn == .cut)
  }

  @Test func `takes a far place behind a gap of a recording for one sign`() {
    var watch = SpoofWatch()
    watch.take(fix(0, levels: varied), at: start, counted: start)
    watch.take(fix(1, levels: varied), at: start + .seconds(1), counted: start + .seconds(1))
    var far = fix(121, levels: varied)
    far.coordinate = Coordinate(latitude: -33.5, longitude: -70.25)
    let isSuspect = watch.take(far, at: start + .seconds(121), counted: start + .seconds(2))
    #expect(!isSuspect)
  }

  @Test func `goes by the times of arrival where a recording has them`() {
    var clock = RecordedClock()
    for second in 0..<10 { _ = clock.take(fix(second, levels: []), arrival: .seconds(second)) }
    _ = clock.take(fix(10, ahead: 37, levels: []), arrival: .seconds(10))
    #expect(RecordedClock.start.duration(to: clock.now) == .seconds(10))
    #expect(clock.now == clock.counted)
  }
}
