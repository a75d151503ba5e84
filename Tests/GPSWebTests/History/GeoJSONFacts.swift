import GPSBase

/// What is wrong with a text that ought to be GeoJSON, by the rules of RFC 7946 that a track can break.
struct GeoJSONFacts {
  private(set) var faults: [String] = []
  /// How many places there are, the two ends of a cut among them.
  private(set) var places = 0
  /// How often a line is cut at 180°.
  private(set) var cuts = 0

  init(_ text: String) throws {
    let collection = try JSON5Reader.read(Array(text.utf8))
    expect(collection["type"]?.text == "FeatureCollection", "no collection")
    for feature in collection["features"]?.elements ?? [] { check(feature) }
  }

  private mutating func expect(_ isTrue: Bool, _ fault: String) { if !isTrue { faults.append(fault) } }

  private mutating func check(_ feature: JSON5) {
    expect(feature["type"]?.text == "Feature", "no feature")
    expect(feature["crs"] == nil, "a crs")
    let (geometry, properties) = (feature["geometry"], feature["properties"])
    guard let coordinates = geometry?["coordinates"],
      let times = properties?["coordTimes"] ?? properties?["time"]
    else {
      return faults.append("no coordinates or no times")
    }
    switch geometry?["type"]?.text {
    case "Point":
      expect(times.text?.utf8.count == 24, "a point without a time")
      check([[coordinates]], isLine: false, feature["bbox"])
    case "LineString":
      expect(times.elements.count == coordinates.elements.count, "other times than places")
      check([coordinates.elements], isLine: true, feature["bbox"])
    case "MultiLineString":
      expect(
        times.elements.map(\.elements.count) == coordinates.elements.map(\.elements.count), "other times")
      expect(coordinates.elements.count > 1, "a line that is not cut")
      check(coordinates.elements.map(\.elements), isLine: true, feature["bbox"])
    default: faults.append("another geometry")
    }
  }

  private mutating func check(_ lines: [[JSON5]], isLine: Bool, _ box: JSON5?) {
    let edges = box?.elements.compactMap(\.number) ?? []
    guard edges.count == 4 else { return faults.append("no box") }
    let (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
    let isWhole = west == -180 && east == 180
    expect(lines.count == 1 ? west <= east : west > east || isWhole, "a box from \(west) to \(east)")
    cuts += lines.count - 1
    var end: [Double]?
    for line in lines {
      expect(!isLine || line.count > 1, "a line of one place")
      let stops = line.map { $0.elements.compactMap(\.number) }
      for stop in stops {
        guard stop.count == 2 || stop.count == 3 else {
          return faults.append("a place of \(stop.count) numbers")
        }
        let (longitude, latitude) = (stop[0], stop[1])
        expect(abs(longitude) <= 180 && abs(latitude) <= 90, "a place beyond the Earth")
        expect(south...north ~= latitude, "a place north or south of the box")
        let isInside = west <= east ? west...east ~= longitude : longitude >= west || longitude <= east
        expect(isInside, "\(longitude) is not from \(west) to \(east)")
      }
      places += stops.count
      for (one, next) in zip(stops, stops.dropFirst()) {
        expect(abs(one[0] - next[0]) <= 180.00001, "a line over 180°")
      }
      // Both ends of a cut are one place.
      if let end, let start = stops.first {
        expect(abs(end[0]) == 180 && start[0] == -end[0] && start[1] == end[1], "a cut elsewhere")
      }
      end = stops.last
    }
  }
}
