package import GNSS
package import GPSTrackRows
internal import GPSBase
internal import GPSFormats

/// The track of past days in a track store.
///
/// Its functions may wait for a disk: the page calls them on a helper thread, one at a time.
package protocol PastTrack: Sendable {
  /// The days with data, in ascending order.
  func days() throws(PastFault) -> PastDays
  /// The positions on a day, at most one per second, ordered by time.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - device: The name of a device; nil if there is only one on that day.
  /// - Returns: The positions, with the name of their device.
  /// - Throws: A fault, also if there is no position on that day.
  func track(on day: CivilDate, of device: String?) throws(PastFault) -> PastTrackRows
  /// The live positions of a receiver since a moment, at most one per second, in order of arrival.
  ///
  /// - Parameters:
  ///   - key: The receiver's key.
  ///   - since: The moment by this machine's clock.
  ///   - most: The maximum number of positions.
  /// - Returns: The positions, which may be none.
  /// - Throws: A fault.
  func rows(of key: String, since: UTC, most: Int) throws(PastFault) -> [TrackRow]
}

/// The positions on a day, and the name of the device that reported them.
package struct PastTrackRows: Sendable, Hashable {
  package var device: String
  package var rows: [TrackRow]

  package init(device: String, rows: [TrackRow]) { (self.device, self.rows) = (device, rows) }
}

package struct PastDays: Sendable, Hashable {
  /// The current day, and its end.
  package var today: String
  package var until: UTC
  /// A value for each day and device, in ascending order.
  package var days: [PastDay]

  package init(today: String, until: UTC, days: [PastDay]) {
    (self.today, self.until, self.days) = (today, until, days)
  }

  var json: [UInt8] {
    JSONWriter.line { json in
      json.member("v", 1)
      json.member("today", today)
      json.member("until", until)
      json.array("days") { json in for day in days { json.object { day.describe(in: &$0) } } }
    }
  }
}

package struct PastDay: Sendable, Hashable {
  /// The date, such as `2026-11-20`.
  package var day: String
  package var device: String
  /// Its first and its last moment.
  package var times: ClosedRange<UTC>
  package var first, last: UTC
  /// The seconds in which the position was known, and the distance in meters.
  package var known, distance: Double

  package init(
    day: String, device: String, times: ClosedRange<UTC>, first: UTC, last: UTC, known: Double,
    distance: Double
  ) {
    (self.day, self.device, self.times) = (day, device, times)
    (self.first, self.last, self.known, self.distance) = (first, last, known, distance)
  }

  fileprivate func describe(in json: inout JSONWriter) {
    json.member("day", day)
    json.member("device", device)
    json.member("from", times.lowerBound)
    json.member("to", times.upperBound)
    json.member("first", first)
    json.member("last", last)
    json.member("known_s", known, decimals: 3)
    json.member("distance_m", distance, decimals: 1)
  }
}

/// Why there is no answer about past days.
package enum PastFault: Error, Sendable, Hashable {
  /// There is no data of that day.
  case nothing
  /// The device is not in this list, or no device was named.
  case whichDevice([String])
  /// The store can't be read now.
  case busy(String)
  /// The store can't be read.
  case unreadable(String)
}
