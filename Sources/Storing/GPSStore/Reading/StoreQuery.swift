public import GNSS
internal import GPSTrackRows
internal import Glibc

/// A selection of fixes; a field that is nil does not limit it.
///
/// ```swift
/// var query = StoreQuery(from: morning, to: noon)
/// query.box = StoreQuery.Box(around: home, within: 100)
/// query.step = .seconds(10)
/// ```
public struct StoreQuery: Sendable, Hashable {
  /// The key or the name of the device.
  public var device: String?
  /// The first time.
  public var from: UTC?
  /// The last time, included.
  public var to: UTC?
  /// The area.
  public var box: Box?
  /// The least time from one fix of a session to the next.
  public var step: Duration?
  /// The numbers; a question for a trip's fixes reads its own segments alone.
  package var numbers: ClosedRange<Int64>?

  /// Creates a query.
  public init(
    device: String? = nil, from: UTC? = nil, to: UTC? = nil, box: Box? = nil, step: Duration? = nil
  ) { (self.device, self.from, self.to, self.box, self.step) = (device, from, to, box, step) }

  /// An area between two parallels and two meridians, borders included.
  public struct Box: Sendable, Hashable {
    /// The borders in degrees; if the west is greater than the east, the area crosses the 180th meridian.
    public var south, north, west, east: Double

    /// Creates an area from its borders in degrees.
    public init(south: Double, north: Double, west: Double, east: Double) {
      (self.south, self.north, self.west, self.east) = (south, north, west, east)
    }

    /// Creates an area that contains all places within a distance in meters, and little more.
    public init(around place: Coordinate, within meters: Double) {
      // By the smallest radius of the earth's curvature, so that the area is rather too large.
      let angle = max(0, meters) / 6_335_000
      let reach = angle * 180 / .pi
      (south, north) = (max(-90, place.latitude - reach), min(90, place.latitude + reach))
      (west, east) = (-180, 180)
      // A circle around a pole crosses every meridian.
      guard south > -90, north < 90 else { return }
      let side = asin(min(1, sin(angle) / cos(place.latitude * .pi / 180))) * 180 / .pi
      guard side < 90 else { return }
      (west, east) = (place.longitude - side, place.longitude + side)
      if west < -180 { west += 360 }
      if east > 180 { east -= 360 }
    }

    /// Whether a place is in the area.
    public func contains(_ place: Coordinate) -> Bool {
      guard place.latitude >= south, place.latitude <= north else { return false }
      return west <= east
        ? place.longitude >= west && place.longitude <= east
        : place.longitude >= west || place.longitude <= east
    }
  }

  /// The times in milliseconds; nil if the last one is before the first.
  var times: ClosedRange<Int64>? {
    let first = from.map(TrackRow.milliseconds) ?? .min
    let last = to.map(TrackRow.milliseconds) ?? .max
    return first <= last ? first...last : nil
  }

  var stepMilliseconds: Int64? { step.map { Int64($0 / .milliseconds(1)) } }
}
