internal import GNSS
internal import GPSBase
package import GPSTrackRows

/// A position in the HTTP form of OwnTracks, which its Recorder, Home Assistant and Traccar read.
///
/// ```
/// {"_type":"location","tst":1795000000,"lat":47.6000648,"lon":9.4001278,"acc":2,"alt":404,"vac":3,"vel":43,"cog":89,"tid":"42",
///  "topic":"owntracks/acme/truck-42","created_at":1795000002,"_id":"217315200-1201"}
/// ```
///
/// All values except the place are integers, in the units of https://owntracks.org/booklet/tech/json.
package enum OwnTracksMessage {
  /// Whether the receiver reports an accuracy: Home Assistant drops positions without one.
  package static func hasAccuracy(_ entry: TrackColumns.Entry) -> Bool {
    entry.row.columns[.horizontalAccuracy] != nil
  }

  /// Creates a message from a position; nil without a place.
  ///
  /// Accuracies are rounded up, so none is better than the receiver's, and are at least 1 m: Home Assistant drops
  /// positions with 0. The epoch and the number form `_id`, which is the same in a second copy.
  package static func bytes(
    _ entry: TrackColumns.Entry, epoch: UInt32, of device: FleetDevice, at seconds: Int64
  ) -> [UInt8]? {
    guard let place = entry.row.coordinate else { return nil }
    let columns = entry.row.columns
    func rounded(_ column: TrackRow.Column, _ unit: Double) -> Int? {
      columns[column].map { Int((Double($0) * unit).rounded(.toNearestOrAwayFromZero)) }
    }
    func accuracy(_ column: TrackRow.Column) -> Int? {
      columns[column].map { max(1, Int((Double($0) * 0.001).rounded(.up))) }
    }
    return JSONWriter.line("") { json in
      json.member("_type", "location")
      json.member("tst", Int(entry.row.milliseconds.floored(by: 1000)))
      json.member("lat", place.latitude, decimals: 7)
      json.member("lon", place.longitude, decimals: 7)
      json.member("acc", accuracy(.horizontalAccuracy))
      if !entry.row.flags.contains(.ellipsoidal) { json.member("alt", rounded(.altitude, 0.01)) }
      json.member("vac", accuracy(.verticalAccuracy))
      json.member("vel", rounded(.speed, 0.036))
      json.member("cog", rounded(.course, 0.01).map { $0 % 360 })
      json.member("tid", String(device.name.description.suffix(2)))
      json.member("topic", "owntracks/\(device)")
      json.member("created_at", Int(seconds))
      json.member("_id", "\(epoch)-\(entry.number)")
    }
  }
}
