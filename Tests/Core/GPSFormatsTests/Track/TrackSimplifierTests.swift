import GPSBridge
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `A simplified track` {
  /// What is left of places, as their numbers.
  ///
  /// With times, in seconds, these count as well.
  private func kept(_ places: [Coordinate], bound: Double, times: [Int64?]? = nil) -> [Int] {
    var simplifier = TrackSimplifier(bound: bound, countsTime: times != nil)
    var kept: [Int] = []
    for (number, place) in places.enumerated() {
      var fix = Fix()
      fix.mode = .threeDimensional
      fix.coordinate = place
      fix.epoch = number
      fix.time = times?[number].map { UTC(secondsSince1970: $0) }
      guard let point = TrackPoint(fix) else { continue }
      simplifier.take(point) { kept.append($0.fix.epoch) }
    }
    simplifier.finish { kept.append($0.fix.epoch) }
    return kept
  }

  /// A way that turns, stops, jumps and rushes by chance.
  private func way(_ random: inout SeededGenerator, count: Int) throws -> [Coordinate] {
    let latitude: Double = [0.0, 48, -33, 66, 84, -89.9].randomElement(using: &random) ?? 0
    let longitude: Double = [0.0, 11.5, 179.999, -179.999, -70].randomElement(using: &random) ?? 0
    var place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    var course = Double.random(in: 0..<360, using: &random)
    let speed: Double = [0.1, 1.5, 30, 250].randomElement(using: &random) ?? 1
    let noise: Double = [0.0, 0.5, 3].randomElement(using: &random) ?? 0
    let turn: Double = [0.0, 2, 90].randomElement(using: &random) ?? 0
    return try (0..<count).map { _ in
      course += Double.random(in: -turn...turn, using: &random)
      let next = try #require(place.destination(bearing: course, distance: speed))
      place = next
      let away = Double.random(in: 0...1, using: &random) * noise
      return try #require(
        next.destination(bearing: Double.random(in: 0..<360, using: &random), distance: away))
    }
  }

  /// The nearest that a way from 0 to 1 comes to a place, searched for: nothing here is computed as the program does it.
  private func nearest(to place: Coordinate, _ way: (Double) -> Coordinate?) -> Double {
    var (low, high) = (0.0, 1.0)
    func distance(_ part: Double) -> Double { way(part)?.distance(to: place) ?? .infinity }
    for _ in 0..<32 {
      let (first, second) = (low + (high - low) * 0.4, low + (high - low) * 0.6)
      if distance(first) < distance(second) { high = second } else { low = first }
    }
    return min(distance((low + high) / 2), distance(0), distance(1))
  }

  /// A straight line of latitude and longitude, as most maps draw it.
  private func drawn(_ start: Coordinate, _ end: Coordinate, _ part: Double) -> Coordinate? {
    var east = end.longitude - start.longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    var longitude = start.longitude + part * east
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: start.latitude + part * (end.latitude - start.latitude), longitude: longitude)
  }

  @Test func `leaves out no point that lies farther from the line than the bound`() throws {
    var random = SeededGenerator()
    var dropped = 0
    for _ in 0..<60 {
      let places = try way(&random, count: 80)
      let bound: Double = [0.5, 2, 20].randomElement(using: &random) ?? 2
      let kept = kept(places, bound: bound)
      #expect(kept.first == 0 && kept.last == places.count - 1)
      for (from, to) in zip(kept, kept.dropFirst()) {
        let (start, end) = (places[from], places[to])
        let length = start.distance(to: end)
        let bearing = start.initialBearing(to: end) ?? 0
        // Every third will do: the search is slow.
        for number in stride(from: from + 1, to: to, by: 3) {
          dropped += 1
          let place = places[number]
          let shortest = nearest(to: place) { start.destination(bearing: bearing, distance: $0 * length) }
          let straight = nearest(to: place) { drawn(start, end, $0) }
          #expect(shortest <= bound + 0.001, "seed \(seed)")
          #expect(straight <= bound + 0.001, "seed \(seed)")
        }
      }
    }
    // Otherwise this would prove nothing.
    #expect(dropped > 200)
  }

  @Test func `in time has no point that lies farther from where the line would be then`() throws {
    var random = SeededGenerator()
    var dropped = 0
    for _ in 0..<60 {
      let places = try way(&random, count: 80)
      var second: Int64 = 1_795_000_000
      let times = places.map { _ -> Int64? in
        second += Int64([1, 1, 1, 2, 9].randomElement(using: &random) ?? 1)
        return second
      }
      let bound: Double = [0.5, 2, 20].randomElement(using: &random) ?? 2
      let kept = kept(places, bound: bound, times: times)
      #expect(kept.first == 0 && kept.last == places.count - 1)
      for (from, to) in zip(kept, kept.dropFirst()) {
        let (start, end) = (places[from], places[to])
        let (length, bearing) = (start.distance(to: end), start.initialBearing(to: end) ?? 0)
        for number in from + 1..<to {
          dropped += 1
          let part =
            Double((times[number] ?? 0) - (times[from] ?? 0)) / Double((times[to] ?? 0) - (times[from] ?? 0))
          let shortest = start.destination(bearing: bearing, distance: part * length)
          for there in [shortest, drawn(start, end, part)] {
            let distance = there?.distance(to: places[number]) ?? .infinity
            #expect(distance <= bound + 0.001, "seed \(seed)")
          }
        }
      }
    }
    #expect(dropped > 200)
  }

  @Test func `in time keeps a halt, and points without a time that is later`() throws {
    let start = try #require(Coordinate(latitude: 48, longitude: 11))
    let places = (0..<30).compactMap { second in
      start.destination(bearing: 30, distance: 10 * Double(min(second, 10) + max(0, second - 20)))
    }
    let times = (0..<30).map { Optional(Int64($0)) }
    #expect(kept(places, bound: 1, times: times) == [0, 10, 20, 29] && kept(places, bound: 1) == [0, 29])
    var wrong = times
    (wrong[4], wrong[15]) = (nil, 14)
    #expect(kept(places, bound: 1, times: wrong) == [0, 3, 4, 5, 10, 14, 15, 20, 29])
  }

  @Test func `of a straight way has two ends`() throws {
    let start = try #require(Coordinate(latitude: 48, longitude: 11))
    let places = (0..<200).compactMap { start.destination(bearing: 30, distance: Double($0)) }
    #expect(kept(places, bound: 1) == [0, 199])
  }

  @Test func `keeps its corners`() throws {
    let places = (0..<21).compactMap { step in
      Coordinate(
        latitude: 48 + Double(min(step, 10)) * 1e-4, longitude: 11 + Double(max(0, step - 10)) * 1e-4)
    }
    #expect(kept(places, bound: 1) == [0, 10, 20])
  }

  @Test func `keeps a point in each window of a long rest, so that memory is bounded`() throws {
    let place = try #require(Coordinate(latitude: 48, longitude: 11))
    let kept = kept(Array(repeating: place, count: 1000), bound: 1)
    #expect(kept == [0, 256, 512, 768, 999])
  }

  @Test(arguments: [1, 2]) func `of a point or two is what it was`(count: Int) throws {
    let place = try #require(Coordinate(latitude: 48, longitude: 11))
    #expect(kept(Array(repeating: place, count: count), bound: 1) == Array(0..<count))
  }
}
