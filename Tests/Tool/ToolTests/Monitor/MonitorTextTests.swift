import GNSS
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats
@testable import GPSBase

@Suite struct `A time for people` {
  @Test(
    arguments: [
      (.zero, "0 s"), (.milliseconds(140), "0.1 s"), (.seconds(1), "1 s"), (.milliseconds(9940), "9.9 s"),
      (.milliseconds(9960), "9 s"), (.seconds(31), "31 s"), (.seconds(119), "119 s"),
      (.seconds(120), "2 min"),
      (.seconds(372), "6 min 12 s"), (.seconds(7199), "119 min 59 s"), (.seconds(7200), "2 h"),
      (.seconds(7500), "2 h 5 min"), (.seconds(172_799), "47 h 59 min"), (.seconds(172_800), "2 d"),
      (.seconds(273_600), "3 d 4 h"), (.seconds(-5), "0 s"), (.seconds(20_000_000_000), "a long time"),
    ] as [(Duration, String)])
  func `has two units at most`(_ time: Duration, _ text: String) { #expect(TimeText.short(time) == text) }

  @Test(
    arguments: [
      (.zero, "0.00 s"), (.milliseconds(140), "0.14 s"), (.milliseconds(994), "0.99 s"),
      (.milliseconds(996), "1.0 s"), (.seconds(1), "1 s"), (.milliseconds(1500), "1.5 s"),
      (.seconds(-3), "0.00 s"), (.seconds(90), "90 s"),
    ] as [(Duration, String)])
  func `has hundredths as an age below a second`(_ time: Duration, _ text: String) {
    #expect(TimeText.age(time) == text)
  }

  @Test(
    arguments: [
      (0.0, 0, "00:00:00"), (86_399.9, 0, "23:59:59"), (86_400, 0, "00:00:00"), (0, -3600, "23:00:00"),
      (82_800, 7200, "01:00:00"), (-1, 0, "23:59:59"), (1_795_158_502, 0, "07:08:22"),
      (1_795_158_502, 20_700, "12:53:22"),
    ])
  func `is a clock's in any zone`(_ seconds: Double, _ ahead: Int, _ text: String) {
    #expect(TimeText.clock(seconds, ahead: ahead) == text)
  }

  @Test func `is rounded to the nearest of its decimals`() {
    let moment = UTC(secondsSince1970: 1_795_158_502, nanosecond: 999_999_999)
    #expect(TimeText.moment(moment, decimals: 0) == "2026-11-20 07:08:23")
    #expect(TimeText.moment(moment, decimals: 1) == "2026-11-20 07:08:23.0")
    #expect(TimeText.moment(moment, decimals: 9) == "2026-11-20 07:08:22.999999999")
    let early = UTC(secondsSince1970: 1_795_158_502, nanosecond: 5_000_000)
    #expect(TimeText.moment(early, decimals: 3) == "2026-11-20 07:08:22.005")
  }

  @Test(arguments: [
    (0, "0 s"), (119, "119 s"), (120, "2 min"), (149, "2 min"), (150, "3 min"), (600, "10 min"),
  ])
  func `is whole minutes from two of them on where it need not be exact`(_ seconds: Int, _ text: String) {
    #expect(TimeText.rough(.seconds(seconds)) == text)
  }
}

@Suite struct `A number for people` {
  @Test func `is a question mark where it is none`() {
    #expect(NumberText.of(.nan, decimals: 2) == "?")
    #expect(NumberText.of(-.infinity, decimals: 0) == "?")
  }

  @Test(
    arguments: [
      (0.14, 2, "+0.14"), (-0.14, 2, "−0.14"), (0, 2, "+0.00"), (-0.004, 2, "+0.00"), (-0.006, 2, "−0.01"),
      (-12, 0, "−12"), (-0.4, 0, "+0"),
    ])
  func `has a sign of its own, and zero has that of no debt`(_ value: Double, _ decimals: Int, _ text: String)
  {
    #expect(NumberText.signed(value, decimals: decimals) == text)
  }

  @Test(arguments: [
    (0.2, "0.2"), (1, "1"), (3.42, "3.4"), (9.94, "9.9"), (9.96, "10"), (10.4, "10"), (0, "0"), (-1, "-1"),
  ])
  func `has two digits that matter`(_ value: Double, _ text: String) {
    #expect(NumberText.brief(value) == text)
  }

  @Test(arguments: [
    (0.98, "1"), (1.04, "1"), (4.9, "5"), (0.5, "0.5"), (0.2, "0.2"), (1.5, "1.5"), (10.2, "10"), (0, "0"),
  ])
  func `is whole as a rate where it is nearly so`(_ value: Double, _ text: String) {
    #expect(NumberText.rate(value) == text)
  }

  @Test(arguments: [(7, 2, "07"), (123, 2, "123"), (0, 3, "000"), (-7, 2, "-07"), (5, 0, "5")])
  func `has zeros in front of it, and all its digits`(_ value: Int, _ digits: Int, _ text: String) {
    #expect(NumberText.padded(value, digits) == text)
  }
}

@Suite struct `A length for people` {
  @Test(
    arguments: [
      (.metric, 0, "0 m"), (.metric, 999.4, "999 m"), (.metric, 999.6, "1.00 km"), (.metric, 1000, "1.00 km"),
      (.metric, 9994, "9.99 km"), (.metric, 9996, "10.0 km"), (.metric, 99_949, "99.9 km"),
      (.metric, 99_960, "100 km"), (.metric, 123_456, "123 km"), (.metric, .nan, "? m"),
      (.imperial, 100, "328 ft"), (.imperial, 304.9, "0.19 mi"), (.imperial, 1609.344, "1.00 mi"),
      (.nautical, 925, "925 m"), (.nautical, 926, "0.50 NM"), (.nautical, 1852, "1.00 NM"),
    ] as [(Units, Double, String)])
  func `goes over to the larger unit where the smaller one would need a digit more`(
    _ units: Units, _ meters: Double, _ text: String
  ) { #expect(units.distance(meters) == text) }

  @Test(
    arguments: [
      (.metric, 0.014, "0.014 m"), (.metric, 0.994, "0.99 m"), (.metric, 0.996, "1.0 m"),
      (.metric, 2.14, "2.1 m"),
      (.metric, 99.4, "99.4 m"), (.metric, 99.6, "100 m"), (.imperial, 1, "3.3 ft"),
      (.nautical, 15, "15.0 m"),
    ] as [(Units, Double, String)])
  func `has as many digits as an accuracy is worth`(_ units: Units, _ meters: Double, _ text: String) {
    #expect(units.accuracy(meters) == text)
  }

  @Test(
    arguments: [
      (0.02, "0.02"), (-0.5, "-0.50"), (0.996, "1.0"), (545.44, "545.4"), (-12.34, "-12.3"),
      (10_000, "10000"),
      (.nan, "?"),
    ] as [(Double, String)])
  func `has hundredths below one and none from ten thousand on`(_ meters: Double, _ text: String) {
    #expect(Units.metric.length(meters) == text)
  }

  @Test func `of a scale grows with the room that it has`() throws {
    for units in Units.allCases {
      var before = 0.0
      for step in 0...120 {
        guard let scale = units.scale(upTo: 0.5 * pow(1.1, step)) else { continue }
        #expect(scale.meters >= before, "\(units) \(scale)")
        #expect(scale.meters <= 0.5 * pow(1.1, step))
        before = scale.meters
      }
      #expect(before > 10_000)
    }
  }

  private func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  @Test func `comes in three units, round and round`() {
    for units in Units.allCases {
      #expect(units.next != units)
      #expect(units.next.next.next == units)
    }
    #expect(Units.imperial.lengthUnit == "ft")
    #expect(Units.nautical.lengthUnit == "m")
  }
}
