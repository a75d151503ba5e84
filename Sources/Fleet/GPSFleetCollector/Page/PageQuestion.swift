internal import GPSBase
internal import GPSWebHost

/// A query of the page to the database, with its bounds.
enum PageQuestion: Sendable, Hashable {
  /// Some of the devices with greater numbers.
  case devices(after: Int64)
  /// The changes since a time in microseconds, since one millisecond may have more changes than fit in an answer.
  case changes(since: Int64)
  /// The track of a device between two times, with a point for each step in ten-millionths of a degree.
  case track(device: Int64, times: Range<Int64>, step: Int64)
  case near(latitude: Double, longitude: Double, meters: Double, times: Range<Int64>)

  struct Fault: Error, Sendable, Hashable { var found: String, expected: String, remedy: String }

  private static let (mostDevices, mostPoints, mostFound): (Int64, Int64, Int64) = (2000, 5000, 500)
  /// The longest time of a track, and of a search, in milliseconds.
  private static let (longestTrack, longestSearch): (Int64, Int64) = (8 * 86_400_000, 32 * 86_400_000)
  private static let mostMeters = 100_000.0

  static let paths: Set<String> = ["/fleet.json", "/track.json", "/near.json"]

  init(_ path: String, _ query: [WebField]) throws(Fault) {
    var reader = ParameterReader(query)
    switch path {
    case "/fleet.json" where query.contains(where: { $0.name == "since" }):
      self = .changes(since: try reader.whole("since", ParameterReader.exactTimes))
    case "/fleet.json": self = .devices(after: try reader.whole("after", 0...Int64(Int32.max), unless: 0))
    case "/track.json":
      self = .track(
        device: try reader.whole("device", 1...Int64(Int32.max)),
        times: try reader.span(longest: Self.longestTrack),
        step: try reader.whole("step", 1...1_000_000_000, unless: 100))
    default:
      self = .near(
        latitude: try reader.decimal("lat", -90...90), longitude: try reader.decimal("lon", -180...180),
        meters: try reader.decimal("meters", 1...Self.mostMeters),
        times: try reader.span(longest: Self.longestSearch))
    }
    try reader.end()
  }

  /// Whether the database may take long, so that other queries must not wait.
  var isSlow: Bool {
    switch self {
    case .devices, .changes: false
    case .track, .near: true
    }
  }

  /// The statement of two texts, the answer: one with the database's time, and one that lasts until something has changed.
  var statement: SQLStatement {
    switch self {
    case .devices(let after):
      SQLStatement(
        """
        SELECT format('{"now":%s,"until":%s,', milliseconds(now()), p.until),
          format('"next":%s,"devices":%s}', coalesce(p.next::text, 'null'), p.devices)
        FROM page_devices($1::int8::int4, $2::int8::int4) p
        """, [.number(after), .number(Self.mostDevices)])
    // A list of changes that is complete ends two seconds ago.
    case .changes(let since):
      SQLStatement(
        """
        SELECT format('{"now":%s,"until":%s,', milliseconds(now()), p.until),
          format('"more":%s,"moved":%s}', to_json(p.until < (milliseconds(now()) - 2002) * 1000), p.moved)
        FROM page_changes('epoch'::timestamptz + $1::int8 * interval '1 microsecond', $2::int8::int4) p
        """, [.number(since), .number(Self.mostDevices)])
    case .track(let device, let times, let step):
      SQLStatement(
        "SELECT ''::text, page_track($1::int8::int4, $2::timestamptz, $3::timestamptz, $4::int8::int4, $5::int8::int4)",
        [
          .number(device), .time(times.lowerBound), .time(times.upperBound), .number(step),
          .number(Self.mostPoints),
        ])
    case .near(let latitude, let longitude, let meters, let times):
      SQLStatement(
        """
        SELECT format('{"now":%s,', milliseconds(now())),
          format('"more":%s,"found":%s}', to_json(json_array_length(found::json) >= $6::int8), found)
        FROM page_near($1::float8, $2::float8, $3::float8, $4::timestamptz, $5::timestamptz, $6::int8::int4) found
        """,
        [
          .decimal(latitude), .decimal(longitude), .decimal(meters), .time(times.lowerBound),
          .time(times.upperBound), .number(Self.mostFound),
        ])
    }
  }
}

/// Reads parameters by their names; each that was not read is refused.
private struct ParameterReader {
  /// The years 1970 to 9999, in milliseconds and in microseconds.
  static let times: ClosedRange<Int64> = 0...253_402_300_799_999
  static let exactTimes: ClosedRange<Int64> = 0...253_402_300_799_999_999

  private let query: [WebField]
  private var known: [String] = []

  init(_ query: [WebField]) { self.query = query }

  mutating func whole(
    _ name: String, _ range: ClosedRange<Int64>, unless missing: Int64? = nil
  ) throws(PageQuestion.Fault) -> Int64 {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try value(name, range, expected, unless: missing) { Int64($0) }
  }

  mutating func decimal(_ name: String, _ range: ClosedRange<Double>) throws(PageQuestion.Fault) -> Double {
    let expected = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    return try value(name, range, expected) { text in
      text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E } ? Double(text) : nil
    }
  }

  private mutating func value<Number>(
    _ name: String, _ range: ClosedRange<Number>, _ expected: String, unless missing: Number? = nil,
    _ parse: (String) -> Number?
  ) throws(PageQuestion.Fault) -> Number {
    guard let text = try text(name) else {
      if let missing { return missing }
      throw Self.fault("no parameter \(name)", expected, name)
    }
    if let value = parse(text), range.contains(value) { return value }
    throw Self.fault("\(name)=\(VisibleText.replaced(text, limit: 40))", expected, name)
  }

  mutating func span(longest: Int64) throws(PageQuestion.Fault) -> Range<Int64> {
    let since = try whole("since", Self.times)
    let until = try whole("until", Self.times)
    guard since < until, until - since <= longest else {
      throw PageQuestion.Fault(
        found: "since=\(since) and until=\(until)",
        expected: "a time at most \(longest / 86_400_000) days after since",
        remedy: "Ask for a shorter time.")
    }
    return since..<until
  }

  /// Refuses parameters that no call has read, since ignoring them would return more than was requested.
  func end() throws(PageQuestion.Fault) {
    guard let stranger = query.first(where: { !known.contains($0.name) }) else { return }
    throw PageQuestion.Fault(
      found: "the parameter \(VisibleText.replaced(stranger.name, limit: 40))",
      expected: known.joined(separator: ", "), remedy: "Leave it out.")
  }

  private mutating func text(_ name: String) throws(PageQuestion.Fault) -> String? {
    known.append(name)
    let values = query.filter { $0.name == name }
    guard values.count < 2 else { throw Self.fault("\(name) twice", "it once", name) }
    return values.first?.value
  }

  private static func fault(_ found: String, _ expected: String, _ name: String) -> PageQuestion.Fault {
    PageQuestion.Fault(found: found, expected: expected, remedy: "Correct the parameter \(name).")
  }
}
