internal import GNSS
internal import GPSFormats
internal import GPSBase
internal import GPSTrackRows

/// The history as `fix` records, one JSON object per line: receiver by receiver, each in order of arrival.
///
/// Progress is a row number, so rows dropped while sending are skipped and none is sent twice.
struct HistoryRecords: WebSlices {
  private let query: TrackQuery
  private let devices: [String]
  private var receiver: Int
  private var number = Int.min
  private let hasArrivals: Bool

  /// The media type of these lines.
  static let type = "application/x-ndjson"

  /// The keys that a row can fill, in order; the signal follows them.
  ///
  /// The schema requires the source of an accuracy along with the accuracy.
  static let keys: [FixKey] = [
    .epoch, .time, .received, .state, .mode, .latitude, .longitude, .altitude, .speed, .course,
    .horizontalAccuracy, .verticalAccuracy, .accuracySource, .accuracyConfidence, .satellitesUsed, .suspect,
  ]

  static let moreKeys = keys + [.climb, .horizontalDilution, .verticalDilution]

  /// - Parameters:
  ///   - query: The requested part.
  ///   - devices: The names of the receivers, in order.
  ///   - hasArrivals: Whether the records have the arrival of each position; a past day uses the receiver's times.
  init(_ query: TrackQuery, devices: [String], hasArrivals: Bool = true) {
    (self.query, self.devices, self.hasArrivals) = (query, devices, hasArrivals)
    receiver = query.receivers(of: devices.count).lowerBound
  }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.sliceBytes + 512)
    let end = query.receivers(of: min(devices.count, history.receivers)).upperBound
    while receiver < end {
      let rows = history.rows(of: receiver)
      let format = NDJSONFormat(device: devices[receiver])
      number = max(number, rows.lowerBound)
      while number < rows.upperBound {
        guard bytes.count < Self.sliceBytes else { return bytes }
        defer { number += 1 }
        guard let row = history.row(number, of: receiver), query.contains(row) else { continue }
        if query.leavesOut(row, behind: history.row(number - 1, of: receiver)) { continue }
        bytes += Self.line(
          row, format, received: hasArrivals ? row.received : nil, hasMore: query.hasMore,
          lag: query.hasMore && row.hasOwnTime ? Double(row.lag) / 1000 : nil)
      }
      receiver += 1
      number = .min
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Formats a row as a record; a row of a recording passes no `received`, as its time is the receiver's.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - format: The format, with the name of the receiver.
  ///   - received: The arrival by this machine's clock.
  ///   - hasMore: Whether the record has all values of the row.
  ///   - lag: The seconds by which this machine's clock was ahead of the receiver's at the arrival.
  /// - Returns: The line.
  static func line(
    _ row: TrackRow, _ format: NDJSONFormat, received: UTC? = nil, hasMore: Bool = false, lag: Double? = nil
  ) -> [UInt8] {
    let fix = row.fix
    var moment = FixMoment.recorded
    moment.isSuspect = row.isSuspect
    // Without a receiver's time, the row has this machine's.
    moment.received = row.hasOwnTime ? received : row.time
    return format.line(.fix) { json in
      for key in hasMore ? moreKeys : keys { json.member(key, key.value(in: fix, at: moment)) }
      json.member("cn0_dbhz", row.signal)
      json.member("lag_s", lag)
    }
  }
}
