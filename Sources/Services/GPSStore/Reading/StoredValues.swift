public import GNSS
internal import GPSTrackRows

/// A past fix, with its position in the store.
///
/// It is not a `Location`, so it can't be mistaken for the receiver's current position.
public struct StoredFix: Sendable, Hashable, StoredRow {
  /// Its number, which orders fixes, since clocks may step.
  public let number: Int64
  /// The session that it belongs to.
  public let session: Int64
  /// Milliseconds since the session began, by a clock that never jumps.
  public let monotonicMilliseconds: Int64
  let row: TrackRow

  init(number: Int64, session: Int64, monotonic: Int64, row: TrackRow) {
    (self.number, self.session, monotonicMilliseconds, self.row) = (number, session, monotonic, row)
  }

  static let columns: (names: String, count: Int) = (StoreSchema.fixColumns, TrackRow.columnCount + 3)

  init?(_ numbers: [Int64], nulls: UInt64) {
    guard nulls & 7 == 0, let row = TrackRow(numbers, from: 3, nulls: nulls >> 3) else { return nil }
    self.init(number: numbers[0], session: numbers[1], monotonic: numbers[2], row: row)
  }

  init(_ entry: TrackColumns.Entry, session: Int64) {
    self.init(number: entry.number, session: session, monotonic: entry.monotonic, row: entry.row)
  }

  /// The time in milliseconds since 1970.
  var milliseconds: Int64 { row.milliseconds }

  func isIn(_ latitudes: ClosedRange<Int64>, _ longitudes: ClosedRange<Int64>) -> Bool {
    row.units.map { latitudes.contains($0.latitude) && longitudes.contains($0.longitude) } ?? true
  }

  /// The stored part of the epoch.
  public var fix: Fix { row.fix }

  /// Its time by the receiver, or by this machine if the receiver did not report it.
  public var time: UTC { row.time }

  /// Its arrival by this machine's clock.
  public var received: UTC { row.received }

  /// The position.
  public var coordinate: Coordinate? { row.coordinate }

  /// Whether its signals were probably forged.
  public var isSuspect: Bool { row.isSuspect }

  /// Whether the receiver was simulated.
  public var isSimulated: Bool { row.flags.contains(.simulated) }

  /// The median of its signals in dB-Hz.
  package var signal: Double? { row.signal }

  package var hasCorrectedTime: Bool { row.flags.contains(.corrected) }

  /// Whether its time can't be right: it is before this program was built, or more than a day ahead.
  public var hasWrongTime: Bool { row.flags.contains(.wrongTime) }
}

/// A time without a position, and its cause.
public struct StoredGap: Sendable, Hashable {
  /// Its number in the sequence of fixes, gaps and events.
  public let number: Int64
  /// The session that it belongs to.
  public let session: Int64
  /// Its first moment.
  public internal(set) var from: UTC
  /// Its last moment.
  public internal(set) var to: UTC
  /// The cause, such as `not_running`, or a reason of `NoLocationReason`.
  ///
  /// The text comes from the file: sanitize it before you display it.
  public let cause: String
  /// The verdict on the receiver at its end.
  public let verdict: String?

  /// Its length in seconds.
  public var seconds: Double { to.seconds(since: from) }

  /// The part of it within a time span, such as a day.
  package func cut(to times: ClosedRange<UTC>) -> StoredGap {
    var part = self
    (part.from, part.to) = (max(from, times.lowerBound), min(to, times.upperBound))
    return part
  }
}

/// An event of a device.
public struct StoredEvent: Sendable, Hashable {
  /// Its number in the sequence of fixes, gaps and events.
  public let number: Int64
  /// The session that it belongs to.
  public let session: Int64
  /// When it happened, by this machine's clock.
  public let time: UTC
  /// Its kind, such as `opened`.
  ///
  /// The text comes from the file: sanitize it before you display it.
  public let kind: String
  /// The details.
  public let detail: String?
}

/// A time span in which one program stored the data of one device.
package struct StoredSession: Sendable, Hashable {
  package let number: Int64
  /// The device's key, by which it is recognized, such as `usb-1.2`.
  ///
  /// The key, the name and the program are text from the file.
  package let device: String
  package let name: String
  /// `live`, `simulated`, `recorded`, or `import` for a file that was imported.
  package let kind: String
  /// Its start by this machine's clock.
  package let began: UTC
  /// Its end by this machine's clock; nil during the session, or if the end was not recorded.
  package let ended: UTC?
  package let program: String
}
