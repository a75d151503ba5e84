import GPSBridge
import GPSFormats
import Testing

@testable import GPSBridgeTool

@Suite struct `A position fixed by carrier phase` {
  private func text(_ format: PositionFormat, accuracy: Double) throws -> String? {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.quality = .rtkFixed
    fix.coordinate = Coordinate(latitude: 48.1234567, longitude: 11.516667)
    fix.ellipsoidalAltitude = 592.345
    fix.errors = ErrorEstimate(horizontal: accuracy, vertical: accuracy * 2, source: .receiver)
    return format.text(
      try #require(Location(fix, received: .now, utcSeconds: 0, source: SourceInfo())), at: fix.time)
  }

  @Test func `keeps its centimeters in each form, more digits than a usual one, and claims no perfection`()
    throws
  {
    for (format, accuracy, shown) in [
      (.dd, 0.014, "48.12345670, 11.51666700"), (.dd, 3.6, "48.123457, 11.516667"),
      (.dms, 0.014, "48° 07′ 24.4441″ N  011° 31′ 00.0012″ E"),
      (.geoURI, 0.014, "geo:48.12345670,11.51666700,592.345;u=0.014"),
      (.geoURI, 3.61, "geo:48.123457,11.516667,592.3;u=3.7"),
    ] as [(PositionFormat, Double, String)] { #expect(try text(format, accuracy: accuracy) == shown) }
    #expect(try text(.geoURI, accuracy: 0.0004)?.hasSuffix(";u=0.001") == true)
    for accuracy in [0.014, 3.6] {
      #expect(try text(.utm, accuracy: accuracy)?.contains(".") == (accuracy < 1))
    }
  }
}

@Suite struct `The required quality of a position` {
  @Test(arguments: [(0.001, "0.001"), (2.5, "2.5"), (5, "5"), (0.0004, "0.0004")])
  func `has the accuracy as it was given`(accuracy: Double, text: String) {
    #expect(FixCriteria(accuracy: accuracy).words == "position within \(text) m")
  }
}

@Suite struct `The mean of positions` {
  private func location(
    _ latitude: Double, _ longitude: Double, accuracy: Double = 3, altitude: Double? = nil
  ) throws -> Location {
    var fix = Fix()
    fix.mode = altitude == nil ? .twoDimensional : .threeDimensional
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    fix.altitude = altitude
    fix.errors = ErrorEstimate(horizontal: accuracy, vertical: accuracy * 2, source: .gst)
    return try #require(Location(fix, received: .now, utcSeconds: 0, source: SourceInfo()))
  }

  private func mean(_ locations: [Location]) throws -> Location {
    var mean = PositionMean()
    for location in locations { mean.take(location) }
    let latest = try #require(locations.last)
    return try #require(mean.mean(latest: latest))
  }

  @Test(arguments: [
    (1.0, 30.0, 3, 3), (10.0, 30.0, 3, 6), (10, 90, 3, 3), (1.0, 2.0, 3, 6), (1, 30, 1, 5), (20, 20, 3, 6),
  ]) func `starts anew after a pause that is longer than all before it`(
    interval: Double, pause: Double, place: Int, count: Int
  ) throws {
    var average = PositionAverage(firstPause: 25)
    var time = 100.0
    for number in 0..<6 {
      if number > 0 { time += number == place ? pause : interval }
      average.take(try location(48, 11), Fix(), at: time)
    }
    #expect(average.count == count)
  }

  @Test func `lies between them`() throws {
    let mean = try mean([try location(48, 11, altitude: 500), try location(48.0002, 11.0004, altitude: 510)])
    #expect(abs(mean.coordinate.latitude - 48.0001) < 1e-9 && abs(mean.coordinate.longitude - 11.0002) < 1e-9)
    #expect(mean.altitude == 505)
  }

  @Test func `lies near the accurate one`() throws {
    let mean = try mean([try location(48, 11, accuracy: 1), try location(48.001, 11, accuracy: 10)])
    #expect(abs(mean.coordinate.latitude - 48.0000099) < 1e-6 && mean.horizontalAccuracy < 1.2)
  }

  @Test func `beside the date line stays there`() throws {
    let mean = try mean([try location(0, 179.9999), try location(0, -179.9997)])
    #expect(abs(mean.coordinate.longitude - -179.9999) < 1e-9)
  }

  @Test func `is no more accurate than its parts`() throws {
    let many = try (0..<1000).map { _ in try location(48, 11, accuracy: 3) }
    #expect(abs(try mean(many).horizontalAccuracy - 3) < 1e-9)
  }

  @Test func `has no height where none has one`() throws {
    #expect(try mean([try location(48, 11), try location(48, 11)]).altitude == nil)
  }

  @Test func `is complete when its time is over, counted from the first good one`() throws {
    var search = PositionSearch(FixCriteria(accuracy: 5), average: .seconds(10))
    let good = try location(48, 11)
    #expect(search.take(try location(48, 11, accuracy: 9), Fix(), at: 0) == nil)
    #expect(search.best?.horizontalAccuracy == 9 && search.take(good, Fix(), at: 5) == nil)
    #expect(search.take(good, Fix(), at: 14.9) == nil && search.take(good, Fix(), at: 15) != nil)
  }

  @Test func `of a time that was not reached is no result`() throws {
    var search = PositionSearch(FixCriteria(), average: .seconds(10))
    #expect(try search.average.result() == nil && search.take(location(48, 11), Fix(), at: 0) == nil)
    #expect(search.take(try location(48, 11), Fix(), at: 9) == nil)
    let average = try #require(search.average.result()?.average)
    #expect(average.count == 2 && average.seconds == 9)
  }

  @Test func `does not count the time in which the receiver was off, nor a clock that was set`() throws {
    var search = PositionSearch(FixCriteria(), average: .seconds(10))
    for seconds in [0, 1, 500, 501, 400, 401.0] {
      #expect(search.take(try location(48, 11), Fix(), at: seconds) == nil)
    }
    // The pause of 499 s was longer than all before it.
    #expect(search.average.seconds == 2)
  }

  @Test func `needs times`() throws {
    var search = PositionSearch(FixCriteria(), average: .seconds(1))
    #expect(try search.take(location(48, 11), Fix(), at: nil) == nil && search.untimed == 1)
  }

  @Test func `of a receiver at rest claims what its positions claim`() throws {
    var average = PositionAverage()
    for step in 0..<100 {
      average.take(try location(48 + Double(step % 2) * 1e-6, 11), Fix(), at: Double(step))
    }
    let found = try #require(average.result())
    let spread = try #require(found.average)
    #expect(abs(found.location.horizontalAccuracy - 3) < 1e-9)
    #expect(spread.count == 100 && spread.seconds == 99 && !spread.hasMoved)
    #expect(spread.cep50 < 0.1 && spread.cep95 < 0.1 && spread.warning == nil)
  }

  @Test func `of a walk is as uncertain as the walk is wide, and says that it moved`() throws {
    var average = PositionAverage()
    for step in 0...100 { average.take(try location(48 + Double(step) * 1e-5, 11), Fix(), at: Double(step)) }
    let found = try #require(average.result())
    let spread = try #require(found.average)
    // It is 111 m long: 50 of 100 positions lie within 28 m of its middle.
    #expect(spread.hasMoved && abs(spread.cep50 - 27.8) < 1 && abs(spread.cep95 - 53) < 1)
    #expect(found.location.horizontalAccuracy == spread.spread && spread.spread > 36)
    #expect(found.fix.errors?.horizontal == spread.spread)
    #expect(found.fix.speed == nil && found.fix.course == nil)
    #expect(spread.warning?.hasPrefix("the receiver moved") == true)
  }

  @Test func `keeps a bounded number of places, and the same spread`() throws {
    var average = PositionAverage()
    let places = try (0..<4).map { try location(48 + Double($0) * 1e-4, 11) }
    for step in 0..<40_000 { average.take(places[step / 10_000], Fix(), at: Double(step)) }
    let spread = try #require(average.result()?.average)
    #expect(spread.count == 40_000 && abs(spread.cep50 - 5.6) < 0.5)
  }

  @Test func `is no matter to a wish for a height or for carrier phase`() throws {
    let plane = try location(48, 11)
    let space = try location(48, 11, altitude: 500)
    var fixed = space
    fixed.fix.quality = .rtkFixed
    #expect([plane, space, fixed].map(FixCriteria(mode: .plane).isMet) == [true, true, true])
    #expect([plane, space, fixed].map(FixCriteria(mode: .space).isMet) == [false, true, true])
    #expect([plane, space, fixed].map(FixCriteria(mode: .carrierPhase).isMet) == [false, false, true])
  }
}
