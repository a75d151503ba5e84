import GPSBase

/// What is wrong with a text that ought to be GeoJSON, by the rules of RFC 7946 that a track can break.
struct GeoJSONFacts {
  private(set) var faults: [String] = []
  /// How many places there are, the two ends of a cut among them.
  private(set) var places = 0
  /// How often a line is cut at 180°.
  private(set) var cuts = 0

  private var last: (segment: Double?, end: [Double])?

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
    else { return faults.append("no coordinates or no times") }
    let line: [JSON5]
    switch geometry?["type"]?.text {
    case "Point":
      expect(times.text?.utf8.count == 24, "a point without a time")
      line = [coordinates]
    case "LineString":
      line = coordinates.elements
      expect(times.elements.count == line.count, "other times than places")
      expect(line.count > 1, "a line of one place")
    default: return faults.append("another geometry")
    }
    check(line.map { $0.elements.compactMap(\.number) }, properties?["segment"]?.number, feature["bbox"])
  }

  private mutating func check(_ stops: [[Double]], _ segment: Double?, _ box: JSON5?) {
    let edges = box?.elements.compactMap(\.number) ?? []
    guard edges.count == 4 else { return faults.append("no box") }
    let (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
    expect(west <= east && south <= north, "a box from \(west) to \(east), \(south) to \(north)")
    for stop in stops {
      guard stop.count == 2 || stop.count == 3 else {
        return faults.append("a place of \(stop.count) numbers")
      }
      expect(abs(stop[0]) <= 180 && abs(stop[1]) <= 90, "a place beyond the Earth")
      expect(west...east ~= stop[0] && south...north ~= stop[1], "\(stop) is not in the box")
    }
    places += stops.count
    for (one, next) in zip(stops, stops.dropFirst()) {
      expect(abs(one[0] - next[0]) <= 180.00001, "a line over 180°")
    }
    guard let start = stops.first, let end = stops.last else { return faults.append("no places") }
    // Both ends of a cut are one place.
    if let last, last.segment == segment {
      cuts += 1
      expect(
        abs(last.end[0]) == 180 && start[0] == -last.end[0] && start[1] == last.end[1], "a cut elsewhere")
    }
    last = (segment, end)
  }
}
