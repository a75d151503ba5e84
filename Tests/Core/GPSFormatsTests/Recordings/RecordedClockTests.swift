import GNSS
import GPSBridge
import GPSFormats
import Testing

@Suite struct `The clock of a recording` {
  private func fix(_ second: Int64, hasPosition: Bool = true) -> Fix {
    var fix = Fix()
    fix.mode = hasPosition ? .threeDimensional : .none
    fix.coordinate = hasPosition ? Coordinate(latitude: 48, longitude: 11) : nil
    fix.time = UTC(secondsSince1970: 1_795_176_000 + second)
    return fix
  }

  private var elapsed: (RecordedClock) -> Duration { { RecordedClock.start.duration(to: $0.now) } }

  @Test func `goes by the times of the epochs where there are no arrivals, over a pause too`() {
    var clock = RecordedClock()
    for second in 0..<10 { #expect(clock.take(fix(Int64(second)), arrival: nil) == .none) }
    #expect(!clock.hasArrivals)
    #expect(clock.take(fix(7209), arrival: nil) == .none)
    #expect(elapsed(clock) == .seconds(7209))
    // A time that runs back begins another recording.
    #expect(clock.take(fix(0), arrival: nil) == .cut)
  }

  @Test func `goes by the times of arrival where there are some`() {
    var clock = RecordedClock()
    for second in 0..<10 { _ = clock.take(fix(Int64(second)), arrival: .seconds(second)) }
    _ = clock.take(fix(47), arrival: .seconds(10))
    #expect(elapsed(clock) == .seconds(10))
    #expect(clock.hasArrivals)
  }

  @Test func `counts a jump of 17 years as one epoch, with and without a position before it`() {
    for hasPosition in [true, false] {
      var clock = RecordedClock()
      for second in 0..<10 {
        _ = clock.take(fix(Int64(second) - 536_284_800, hasPosition: hasPosition), arrival: nil)
      }
      for second in 0..<10 { _ = clock.take(fix(Int64(second)), arrival: nil) }
      #expect(elapsed(clock) == .seconds(19))
    }
  }

  @Test func `counts no pause before the first position, when a receiver's clock may be set`() {
    var clock = RecordedClock()
    _ = clock.take(fix(0, hasPosition: false), arrival: nil)
    _ = clock.take(fix(40_000), arrival: nil)
    _ = clock.take(fix(40_001), arrival: nil)
    #expect(elapsed(clock) == .seconds(2))
  }
}

@Suite struct `A line of epochs` {
  private static let day: Int64 = 20_777 * 86_400

  /// The seconds at which epochs are on the line; a negative second has no date, but a time of day.
  private func seconds(_ epochs: [Int64]) -> [Int64?] {
    var line = EpochLine()
    return epochs.map { second in
      var fix = Fix()
      let time = UTC(secondsSince1970: abs(second))
      (fix.time, fix.timeOfDay) = (second < 0 ? nil : time, time.timeOfDay)
      return line.time(of: fix)?.secondsSince1970
    }
  }

  @Test func `goes over midnight in both directions, without a date, and with dates before or after it`() {
    #expect(seconds([-86_399, -1, -2, -86_398]) == [86_399, 86_401, 86_402, 86_398])
    #expect(seconds([Self.day + 86_399, -1]) == [Self.day + 86_399, Self.day + 86_401])
    #expect(seconds([-86_399, Self.day + 1, Self.day + 200_000]) == [86_399, 86_401, 286_400])
  }

  @Test func `has no place for an epoch without a time`() {
    var line = EpochLine()
    #expect(line.time(of: Fix()) == nil && !line.isDated)
  }
}
