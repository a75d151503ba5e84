public import GNSS
internal import GPSGeodesy
internal import GPSTrackRows

/// A movement of at least 100 meters between two stops of five minutes or more.
public struct Trip: Sendable, Hashable {
  /// The key of the device, such as `usb-1.2`.
  public var device: String
  /// The numbers of its first and last fix.
  public var numbers: ClosedRange<Int64>
  /// Its start and its end.
  public var times: ClosedRange<UTC>
  /// Where it began.
  public var start: Coordinate
  /// Where it ended.
  public var end: Coordinate
  /// Its length in meters.
  public var meters: Double
  /// The part of its length in meters that consists of straight lines across gaps.
  public var straightMeters: Double
  /// The time in motion, without shorter stops.
  public var moving: Duration
  /// The highest speed in meters per second.
  public var fastest: Double
  /// Whether it has not ended: a stop of less than five minutes may follow.
  public var isOpen: Bool
}

/// A time at rest of two minutes or more.
public struct Stop: Sendable, Hashable {
  /// The key of the device, such as `usb-1.2`.
  public var device: String
  /// The numbers of its first and last fix.
  public var numbers: ClosedRange<Int64>
  /// Its start and its end.
  public var times: ClosedRange<UTC>
  /// The place of the stop: the mean of its positions.
  public var place: Coordinate
  /// Whether it has not ended.
  public var isOpen: Bool
}

extension Trip {
  init(_ trip: MotionMachine.Trip, of device: String, isOpen: Bool) {
    self.init(
      device: device, numbers: trip.first...max(trip.first, trip.last),
      times: TrackRow.instant(trip.began)...TrackRow.instant(max(trip.began, trip.ended)), start: trip.start,
      end: trip.end, meters: trip.way, straightMeters: trip.straight,
      moving: .milliseconds(Int64((trip.moving * 1000).rounded())), fastest: trip.fastest, isOpen: isOpen)
  }
}

extension Stop {
  init(_ stop: MotionMachine.Stop, of device: String, isOpen: Bool) {
    self.init(
      device: device, numbers: stop.first...max(stop.first, stop.last),
      times: TrackRow.instant(stop.began)...TrackRow.instant(max(stop.began, stop.ended)), place: stop.place,
      isOpen: isOpen)
  }
}
