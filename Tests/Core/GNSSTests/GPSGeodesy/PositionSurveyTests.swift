import GNSS
import GPSGeodesy
import TestSupport
import Testing

@Suite struct `A survey` {
  private static let origin = (latitude: 48.1173, longitude: 11.5167)
  /// Meters for a degree there, from GeodSolve's distances of a hundredth of a degree.
  private static let (east, north) = (74_440.4, 111_204.5)

  private func place(_ east: Double, _ north: Double) throws -> Coordinate {
    try #require(
      Coordinate(
        latitude: Self.origin.latitude + north / Self.north,
        longitude: Self.origin.longitude + east / Self.east))
  }

  /// A number with a variance of 1: nearly normal as the sum of twelve uniform ones, a triangle as that of two.
  private func noise(_ parts: Int, _ random: inout SeededGenerator) -> Double {
    var sum = -Double(parts) / 2
    for _ in 0..<parts { sum += Double(random.next() >> 11) * 0x1p-53 }
    return sum * (12 / Double(parts)).squareRoot()
  }

  /// A survey of noise with a known correlation from one position to the next.
  private func survey(_ count: Int, correlation: Double, parts: Int = 2, _ random: inout SeededGenerator)
    throws -> PositionSurvey.Result
  {
    var survey = PositionSurvey()
    var (x, y) = (noise(parts, &random), noise(parts, &random))
    let fresh = (1 - correlation * correlation).squareRoot()
    for second in 0..<count {
      survey.add(try place(x, y), altitude: 500, at: Double(second))
      x = correlation * x + fresh * noise(parts, &random)
      y = correlation * y + fresh * noise(parts, &random)
    }
    return try #require(survey.result)
  }

  /// The variance of the mean of such noise with a variance of 1, exactly.
  private func variance(_ count: Int, _ correlation: Double) -> Double {
    let n = Double(count)
    let power = (0..<count).reduce(1.0) { power, _ in power * correlation }
    return (1 + correlation) / (1 - correlation) / n - 2 * correlation * (1 - power)
      / (n * n * (1 - correlation) * (1 - correlation))
  }

  @Test(arguments: [(4000, 0.0), (20_000, 0.8)])
  func `states the standard error of correlated noise within 2 percent, as the median of 200 seeds`(
    _ count: Int, _ correlation: Double
  ) throws {
    var random = SeededGenerator()
    let truth = (2 * variance(count, correlation)).squareRoot()
    // Of three in a thousand, the parts differ so much by chance that the error is not known.
    let errors = try (0..<200).compactMap { _ in
      try survey(count, correlation: correlation, &random).standardError.map { $0 / truth }
    }.sorted()
    try #require(errors.count >= 195, "\(errors.count) are known, seed \(seed)")
    let median = (errors[(errors.count - 1) / 2] + errors[errors.count / 2]) / 2
    print("survey: correlation \(correlation), \(count) positions, seed \(seed): \(median) of the truth")
    #expect(abs(median - 1) < 0.02, "seed \(seed)")
  }

  @Test func `states the radii of normal noise, which are known`() throws {
    var random = SeededGenerator()
    let result = try survey(100_000, correlation: 0, parts: 12, &random)
    // For a circular normal distribution: the roots of 2 ln 2 and of 2 ln 20, and of 8.
    #expect(abs(result.cep50 / 1.177_41 - 1) < 0.02, "seed \(seed): \(result)")
    #expect(abs(result.r95 / 2.447_75 - 1) < 0.02, "seed \(seed): \(result)")
    #expect(abs(result.twoDRMS / 2.828_43 - 1) < 0.02, "seed \(seed): \(result)")
    #expect(result.mean.distance(to: try place(0, 0)) < 0.02)
    #expect(result.count == 100_000 && result.duration == 99_999 && result.altitude == 500)
  }

  @Test func `knows no standard error of a few correlation times`() throws {
    var random = SeededGenerator(seed: 7)
    #expect(try survey(900, correlation: 0.99, &random).standardError == nil)
    #expect(try survey(20, correlation: 0, &random).standardError == nil)
    #expect(PositionSurvey().result == nil)
    // A receiver that holds its position shows no error, which is not an error of zero.
    var held = PositionSurvey()
    for second in 0..<1000 { held.add(try place(0, 0), altitude: nil, at: Double(second)) }
    #expect(held.result?.cep50 == 0 && held.result?.standardError == nil)
  }

  @Test func `knows no standard error of noise with a slow part that an hour does not show`() throws {
    for seed in 1...80 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var survey = PositionSurvey()
      // 0.5 m for 300 s, in noise of 1.5 m.
      let correlation = 1 - 1 / 300.0
      let fresh = 0.5 * (1 - correlation * correlation).squareRoot()
      var (x, y) = (0.5 * noise(2, &random), 0.5 * noise(2, &random))
      for second in 0..<3600 {
        survey.add(
          try place(x + 1.5 * noise(2, &random), y + 1.5 * noise(2, &random)), altitude: nil,
          at: Double(second))
        x = correlation * x + fresh * noise(2, &random)
        y = correlation * y + fresh * noise(2, &random)
      }
      #expect(survey.result?.count == 3600 && survey.result?.standardError == nil, "seed \(seed)")
    }
  }

  @Test func `covers the times from the earliest to the latest, in any order`() throws {
    var survey = PositionSurvey()
    for second in [100.0, 101, 102, 40, 41] { survey.add(try place(0, 0), altitude: nil, at: second) }
    #expect(survey.result?.duration == 62)
  }

  @Test func `states the farthest of many positions`() throws {
    var survey = PositionSurvey()
    for second in 0..<40_000 {
      survey.add(
        from: try place(0, 0), to: try place(second == 35_001 ? 55 : 1, 0), rise: nil, at: Double(second))
    }
    let radii = survey.radii([0.95, 1])
    #expect(abs(radii[0] - 1) < 0.01 && abs(radii[1] - 55) < 0.02, "\(radii)")
  }

  @Test func `measures the drift, and leaves out a position of another place`() throws {
    var survey = PositionSurvey()
    for minute in 0..<120 {
      survey.add(
        try place(Double(minute) * 0.01, Double(minute) * -0.02), altitude: nil, at: Double(minute) * 60)
    }
    survey.add(try #require(Coordinate(latitude: 0, longitude: 0)), altitude: nil, at: 7200)
    let result = try #require(survey.result)
    let (east, north) = (try #require(result.driftEast), try #require(result.driftNorth))
    #expect(abs(east - 0.6) < 1e-3 && abs(north + 1.2) < 1e-3)
    #expect(result.count == 120 && result.altitude == nil)
  }

  @Test func `states no drift by positions of a few minutes`() throws {
    var survey = PositionSurvey()
    for second in 0..<600 { survey.add(try place(Double(second), 0), altitude: nil, at: Double(second)) }
    #expect(survey.result?.driftEast == nil && survey.result?.driftNorth == nil)
    survey.add(try place(600, 0), altitude: nil, at: 600)
    #expect(try #require(survey.result?.driftEast) > 3599)
  }

  @Test func `measures the offset of a second receiver, also of two that move`() throws {
    var random = SeededGenerator(seed: 3)
    var survey = PositionSurvey()
    for second in 0..<3600 {
      let way = Double(second) * 10
      let one = try place(way, -way)
      let two = try place(way + 0.3 + 1.5 * noise(12, &random), -way - 0.4 + 1.5 * noise(12, &random))
      survey.add(from: one, to: two, rise: 2 + noise(12, &random), at: Double(second))
    }
    let result = try #require(survey.result)
    // The errors are 1.5 m, and 1 m of the height, divided by the root of 3600.
    #expect(abs(result.east - 0.3) < 0.1 && abs(result.north + 0.4) < 0.1)
    #expect(abs(try #require(result.standardErrorEast) / 0.025 - 1) < 0.1)
    #expect(abs(try #require(result.standardErrorNorth) / 0.025 - 1) < 0.1)
    #expect(abs(try #require(result.altitude) - 2) < 0.07)
    #expect(abs(try #require(result.altitudeError) * 60 - 1) < 0.1)
    #expect(try #require(result.chance) < 1e-20)
    let deviation = try #require(survey.deviation)
    #expect(abs(deviation.east - 1.5) < 0.1 && abs(deviation.north - 1.5) < 0.1)
    let radii = survey.radii([0, 0.5, 1])
    #expect(radii[0] < 0.2 && abs(radii[1] - 1.8) < 0.15 && radii[2] > 4)
    #expect(survey.points.count == 3600 && survey.extent.east > 8)
  }

  @Test func `has an extent in meters on the ground, and no deviation of less than two`() throws {
    func survey(_ places: [(Double, Double)]) throws -> PositionSurvey {
      var survey = PositionSurvey()
      for place in places {
        survey.add(try #require(Coordinate(latitude: place.0, longitude: place.1)), altitude: nil, at: 0)
      }
      return survey
    }
    #expect(try survey([]).deviation == nil && survey([(48, 11)]).deviation == nil)
    #expect(try survey([(48, 11), (48, 11)]).deviation?.north == 0)
    let (equator, north) = (try survey([(0, 11), (0, 11.001)]), try survey([(60, 11), (60, 11.001)]))
    #expect(abs(equator.extent.east - 111.3) < 0.1)
    #expect(abs(north.extent.east - 55.8) < 0.1 && north.extent.north == 0)
  }

  @Test func `crosses the antimeridian`() throws {
    var survey = PositionSurvey()
    for second in 0..<100 {
      survey.add(
        try #require(Coordinate(latitude: 0, longitude: second % 2 == 0 ? 179.999_99 : -179.999_99)),
        altitude: nil, at: Double(second))
    }
    let result = try #require(survey.result)
    #expect(abs(abs(result.mean.longitude) - 180) < 1e-9 && result.cep50 < 1.2)
    #expect(survey.extent.east < 2.5)
  }
}
