internal import FoundationEssentials
internal import GNSS

extension Location: Hashable {
  /// Whether all is the same but the moment at which it was received.
  public static func == (a: Location, b: Location) -> Bool { a.value == b.value }

  /// Takes in all but the moment at which it was received.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Location: Codable {
  /// Reads a location; it has no moment of arrival, and an accuracy that is none is an error.
  public init(from decoder: any Decoder) throws {
    let value = try Value(from: decoder)
    guard value.horizontalAccuracy > 0, value.horizontalAccuracy.isFinite else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a horizontal accuracy is greater than 0, not \(value.horizontalAccuracy)"))
    }
    self.init(
      coordinate: value.coordinate, horizontalAccuracy: value.horizontalAccuracy,
      accuracySource: value.accuracySource, altitude: value.altitude,
      verticalAccuracy: value.verticalAccuracy, speed: value.speed, course: value.course,
      timestamp: value.timestamp, source: value.source)
    ellipsoidalAltitude = value.ellipsoidalAltitude
    geoidSeparation = value.geoidSeparation
    climb = value.climb
    timestampSource = value.timestampSource
    fix = value.fix
  }

  /// Writes all but the moment at which it was received; what is not known is left out.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Location {
  /// All of it that means the same tomorrow and elsewhere: what is compared, hashed and written.
  private struct Value: Hashable, Codable {
    var coordinate: Coordinate
    var horizontalAccuracy: Double
    var accuracySource: AccuracySource
    var altitude: Double?
    var ellipsoidalAltitude: Double?
    var geoidSeparation: Double?
    var verticalAccuracy: Double?
    var speed: Double?
    var course: Double?
    var climb: Double?
    var timestamp: Date
    var timestampSource: TimestampSource
    var fix: FixInfo
    var source: SourceInfo
  }

  private var value: Value {
    Value(
      coordinate: coordinate, horizontalAccuracy: horizontalAccuracy, accuracySource: accuracySource,
      altitude: altitude, ellipsoidalAltitude: ellipsoidalAltitude, geoidSeparation: geoidSeparation,
      verticalAccuracy: verticalAccuracy, speed: speed, course: course, climb: climb,
      timestamp: timestamp, timestampSource: timestampSource, fix: fix, source: source)
  }
}
