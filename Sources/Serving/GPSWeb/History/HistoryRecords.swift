internal import GNSS
internal import GPSFormats
internal import GPSBase

/// The history as `fix` records, one JSON object a line: one receiver after the other, each in the order in which it came.
///
/// It stands at the number of a row, so that rows which go while it is sent are left out, and nothing comes twice.
struct HistoryRecords: WebSlices {
  private let query: TrackQuery
  private let devices: [String]
  private var receiver: Int
  private var number = 0

  /// The media type of these lines.
  static let type = "application/x-ndjson"

  /// The keys that a row knows, in their order, and behind them the signal.
  ///
  /// The accuracy tells its source: a record that has the one without the other is none by the schema.
  static let keys: [FixKey] = [
    .epoch, .time, .received, .state, .mode, .latitude, .longitude, .altitude, .speed, .course,
    .horizontalAccuracy, .verticalAccuracy, .accuracySource, .accuracyConfidence, .satellitesUsed, .suspect,
  ]

  private static let sliceBytes = 16_384

  /// - Parameters:
  ///   - query: The part that is wanted.
  ///   - devices: The names of the receivers, in their order.
  init(_ query: TrackQuery, devices: [String]) {
    self.query = query
    self.devices = devices
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
        bytes += Self.line(row, format, received: row.received)
      }
      receiver += 1
      number = 0
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// A row as a record; that of a recording, which goes by its receiver's time, tells no time by this machine.
  static func line(_ row: HistoryRow, _ format: NDJSONFormat, received: UTC? = nil) -> [UInt8] {
    let fix = row.fix
    var moment = FixMoment.recorded
    moment.isSuspect = row.isSuspect
    // This machine's clock stands in for a receiver that tells no time.
    moment.received = row.hasOwnTime ? received : row.time
    return format.line(.fix) { json in
      for key in keys {
        switch key.value(in: fix, at: moment) {
        case .text(let text): json.member(key.rawValue, text)
        case .number(let number): json.member(key.rawValue, number)
        case .count(let count): json.member(key.rawValue, count)
        case .truth: json.member(key.rawValue, true)
        case nil: break
        }
      }
      json.member("cn0_dbhz", row.signal)
    }
  }
}
