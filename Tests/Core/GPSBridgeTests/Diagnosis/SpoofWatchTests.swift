import GPSBridge
import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `A watch for forged signals` {
  private var watch = SpoofWatch()

  private let start = ContinuousClock.now
  private let varied = [44, 41, 38, 35, 31, 28]
  private let equal = [44, 44, 44, 45, 44, 44]

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private func fix(_ second: Double, ahead: Double = 0, _ levels: [Int]? = nil, north: Double = 0) -> Fix {
    var fix = HeldStream.fix(second, ahead: ahead)
    fix.coordinate = fix.coordinate.flatMap {
      Coordinate(latitude: $0.latitude + north / 111_200, longitude: $0.longitude)
    }
    fix.satellites = .gps(levels ?? varied)
    return fix
  }

  // MARK: - Forgery

  @Test
  mutating func
    `finds a jump of the time with which all satellites become equally strong, at once and without an end`()
  {
    for second in 0..<700 {
      let isForged = second >= 60
      let fix = fix(Double(second), ahead: isForged ? 37 : 0, isForged ? equal : varied)
      #expect(watch.take(fix, at: at(Double(second))) == isForged, "\(second)")
    }
    #expect(watch.signs(at: at(699)).count == 2)
  }

  @Test func `finds satellites that become equal some seconds before or behind the jump`() {
    for lag in [-20, -3, 3, 20] {
      var watch = SpoofWatch()
      for second in 0..<150 {
        let isEqual = second >= 90 + lag
        let ahead: Double = second >= 90 ? 37 : 0
        let isSuspect = watch.take(
          fix(Double(second), ahead: ahead, isEqual ? equal : varied), at: at(Double(second)))
        #expect(isSuspect == (second >= max(90, 90 + lag)), "\(lag) \(second)")
      }
    }
  }

  @Test mutating func `finds a jump of time and place that no way explains`() {
    for second in 0..<200 {
      let isForged = second >= 60
      let fix = fix(Double(second), ahead: isForged ? 37 : 0, north: isForged ? 400_000 : 0)
      #expect(watch.take(fix, at: at(Double(second))) == (60...120).contains(second), "\(second)")
    }
  }

  @Test
  mutating func
    `finds in a recording without arrivals a skip of the time with which the satellites become equal`()
  {
    for second in 0..<300 {
      let isForged = second >= 2
      let fix = fix(Double(second), ahead: isForged ? 37 : 0, isForged ? equal : varied)
      let now = at(Double(second + (isForged ? 37 : 0)))
      #expect(watch.take(fix, at: now, hasClock: false) == isForged, "\(second)")
    }
    #expect(watch.signs(at: at(340)).last == "its time jumped by 38 seconds")
  }

  @Test mutating func `lasts as long as the satellites are equally loud, and a minute longer`() {
    for second in 0..<300 {
      let isForged = (30..<200).contains(second)
      let fix = fix(Double(second), ahead: second == 30 ? 37 : 0, isForged ? equal : varied)
      #expect(watch.take(fix, at: at(Double(second))) == (30..<260).contains(second), "\(second)")
    }
  }

  // MARK: - No forgery

  @Test mutating func `takes neither sign alone for forgery, and no sign that did not begin with the other`()
  {
    for second in 0..<400 {
      // Some receivers state one level for all.
      let ahead: Double = second >= 200 ? 37 : 0
      let glitch: Double = second == 210 ? 720 : 0
      let fix = fix(Double(second), ahead: ahead, equal, north: glitch)
      let isSuspect = watch.take(fix, at: at(Double(second)))
      #expect(!isSuspect, "\(second)")
    }
  }

  @Test mutating func `finds nothing in a pause of a recording without arrivals, wherever it goes on`() {
    for second in 0..<100 {
      let isLater = second >= 50
      let fix = fix(Double(second), ahead: isLater ? 180 : 0, equal, north: isLater ? 3_000_000 : 0)
      let isSuspect = watch.take(fix, at: at(Double(second + (isLater ? 180 : 0))), hasClock: false)
      #expect(!isSuspect)
    }
  }

  /// A disturbance: what the receiver's clock is ahead, and when an epoch arrives.
  private struct Disturbance: Sendable, CustomStringConvertible {
    var description: String
    var ahead: @Sendable (Double) -> Double = { _ in 0 }
    var arrival: @Sendable (Double) -> Double? = { $0 }
  }

  private static let disturbances = [
    Disturbance(
      description: "a virtual machine paused for 40 s", arrival: { $0 < 50 ? $0 : $0 < 90 ? nil : $0 - 40 }),
    Disturbance(description: "a process stopped for 30 s", arrival: { (50..<80).contains($0) ? 80 : $0 }),
    Disturbance(
      description: "a process stopped for 5 min", arrival: { $0 < 50 || $0 >= 350 ? $0 : $0 < 90 ? 350 : nil }
    ),
    Disturbance(
      description: "a machine asleep for an hour", arrival: { (50..<3650).contains($0) ? nil : $0 }),
    Disturbance(description: "old epochs at the opening", arrival: { $0 < 20 ? 50 : $0 < 50 ? nil : $0 }),
    Disturbance(description: "a clock that is set right", ahead: { $0 < 50 ? -31 : 0 }),
    Disturbance(description: "1024 weeks", ahead: { $0 < 50 ? 0 : -619_315_200 }),
    Disturbance(description: "local time", ahead: { $0 < 50 ? 0 : 7200 }),
    Disturbance(description: "a host that is 15 % fast", arrival: { $0 * 1.15 }),
  ]

  private static let rates: [(glitch: Int?, hertz: Double)] = [1.0, 5, 10].flatMap { hertz in
    [nil, 5, 90].map { ($0, hertz) }
  }

  @Test(arguments: disturbances.indices, rates)
  mutating func
    `finds none of a moving receiver that was disturbed, with or without one epoch that is 720 m off`(
      number: Int, rate: (glitch: Int?, hertz: Double)
    )
  {
    let (glitch, hertz) = rate
    let disturbance = Self.disturbances[number]
    var since: Double?
    var glitchAt: Double?
    for number in 0...Int(4000 * hertz) where Double(number) / hertz < 500 || number % 100 == 0 {
      let time = Double(number) / hertz
      guard let arrival = disturbance.arrival(time) else { continue }
      // The disturbance ends with the first epoch behind it.
      if time >= 50, since == nil { since = time }
      if let since, let glitch, glitchAt == nil, time >= since + Double(glitch) { glitchAt = time }
      let fix = fix(time, ahead: disturbance.ahead(time), north: glitchAt == time ? 720 : 0)
      let isSuspect = watch.take(fix, at: at(arrival))
      #expect(!isSuspect, "\(disturbance) at \(time)")
      if time > 600 { break }
    }
  }

  @Test func `never suspects a receiver, however its link holds back and whatever its way`() {
    for round in 0..<40 {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      let hertz: Double = [1.0, 5, 10].randomElement(using: &random) ?? 1
      var holds: [HeldStream.Hold] = []
      var time: Double = Bool.random(using: &random) ? 0 : 20
      for _ in 0..<4 {
        let length = Double.random(in: 0.2...120, using: &random)
        let most = Bool.random(using: &random) ? Int.max : Int.random(in: 1...60, using: &random)
        holds.append(HeldStream.Hold(from: time, until: time + length, most: most))
        time += length + Double.random(in: 1...60, using: &random)
      }
      var watch = SpoofWatch()
      for epoch in HeldStream(hertz: hertz, seconds: time, holds: holds).arrivals {
        let isSuspect = watch.take(fix(epoch.time), at: at(epoch.arrival))
        #expect(!isSuspect, "seed \(seed) round \(round): \(epoch)")
      }
    }
  }

  @Test func `has a way back from each suspicion within two minutes`() {
    for round in 0..<100 {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      var watch = SpoofWatch()
      for second in 0..<400 {
        let isCalm = second >= 250
        let ahead: Double = isCalm ? 0 : [0, 0, 37, -3000.5].randomElement(using: &random) ?? 0
        let north: Double = isCalm ? 0 : [0, 0, 720, 9e5].randomElement(using: &random) ?? 0
        let levels = isCalm || Bool.random(using: &random) ? varied : equal
        watch.take(fix(Double(second), ahead: ahead, levels, north: north), at: at(Double(second)))
      }
      #expect(!watch.isSuspect(at: at(399)), "seed \(seed) round \(round)")
    }
  }
}
