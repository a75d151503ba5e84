internal import GPSBase
internal import GPSFleetProtocol
internal import GPSTrackRows

/// A batch as parameters of its statement, with about 100 bytes per position, a third of a decoded one.
struct BatchRows: Sendable {
  let installation: [UInt8]
  let epoch: UInt32
  let numbers: ClosedRange<Int64>
  /// The columns of positions and of other entries, in the order of the function's parameters.
  private(set) var (fixes, events): ([SQLArray], [SQLArray])

  static let fixColumns: [SQLArray.Element] =
    [.time, .number] + [SQLArray.Element](repeating: .integer, count: integers.count)
  static let eventColumns: [SQLArray.Element] = [.number, .text, .time, .time, .number, .text, .text]
  /// The columns of a row that are whole numbers of 4 bytes.
  private static let integers: [TrackRow.Column] = [
    .latitude, .longitude, .altitude, .speed, .course, .horizontalAccuracy, .flags, .satellites,
  ]

  init(_ batch: FleetBatch) {
    (installation, epoch, numbers) = (batch.installation, batch.epoch, batch.numbers)
    (fixes, events) = (Self.fixColumns.map(SQLArray.init), Self.eventColumns.map(SQLArray.init))
    for fix in batch.fixes {
      let columns = fix.row.columns
      fixes[0].append(milliseconds: fix.row.milliseconds)
      fixes[1].append(fix.number)
      for (place, column) in Self.integers.enumerated() {
        fixes[2 + place].append(columns[column].map { Int32(truncatingIfNeeded: $0) })
      }
    }
    for record in batch.records { add(record) }
  }

  private mutating func add(_ record: TrackRecord) {
    let (type, at, until, last): (String, Int64, Int64?, Int64?) =
      switch record.content {
      case .event(let at): ("event", at, nil, nil)
      case .gap(let from, let to): ("gap", from, to, nil)
      case .dropped(let last, let at): ("dropped", at, nil, last)
      }
    events[0].append(record.number)
    events[1].append(type)
    events[2].append(milliseconds: at)
    events[3].append(milliseconds: until)
    events[4].append(last)
    // Without what can't be shown, which the database can't store in part.
    events[5].append(VisibleText.replaced(record.kind, limit: 2000))
    events[6].append(record.detail.map { VisibleText.replaced($0, limit: 2000) })
  }

  var fixCount: Int { fixes[0].count }
  var count: Int { fixCount + events[0].count }
}
