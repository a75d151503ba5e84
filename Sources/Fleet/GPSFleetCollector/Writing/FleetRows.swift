internal import GPSBase
internal import GPSFleetProtocol
internal import GPSTrackRows

/// The statements of a transaction: one for each table that changes, with all rows as arrays.
///
/// Rows are sorted by their keys: two collectors that write the same devices in another order would wait for each other
/// until one of them is aborted.
struct FleetRows {
  /// Names and numbers of devices in the database.
  typealias Numbers = [FleetDevice: Int32]

  /// The times that a transaction accepts in its days, in milliseconds since 1970.
  struct Days {
    /// The first and the last time that belongs to the tables of a day.
    let range: ClosedRange<Int64>

    static let length: Int64 = 86_400_000

    /// - Parameters:
    ///   - now: Milliseconds since 1970.
    ///   - keep: The number of days that are kept.
    init(now: Int64, keep: Int) {
      let first = (now / Self.length - Int64(keep)) * Self.length
      range = first...(now + Self.length)
    }

    /// The days of times, as days since 1970; other times need no tables of their own.
    func days(of times: some Sequence<Int64>) -> Set<Int64> {
      Set(times.lazy.filter(range.contains).map { $0 / Self.length })
    }
  }

  private struct Fix {
    let device: Int32
    let epoch: Int32
    let number: Int64
    let columns: [Int64?]

    var key: (Int32, Int64, Int64, Int32) { (device, columns[0] ?? 0, number, epoch) }
  }

  private struct Batch {
    let device: Int32
    let epoch: Int32
    let numbers: ClosedRange<Int64>
    let times: ClosedRange<Int64>
    let count: Int
    let data: [UInt8]?

    var key: (Int32, Int64, Int64, Int64) {
      (device, times.lowerBound, numbers.lowerBound, numbers.upperBound)
    }
  }

  private struct Event {
    let device: Int32
    let epoch: Int32
    let record: FleetRecord

    var key: (Int32, Int32, Int64) { (device, epoch, record.number) }
  }

  private var fixes: [Fix] = []
  private var batches: [Batch] = []
  private var events: [Event] = []
  private var refusals: [(device: Int32, head: FleetBatch.Head?, reason: String, data: [UInt8])] = []
  private var states: [(device: Int32, state: FleetPresence.Device)] = []
  private let days: Days

  /// Nil if a device has no number: what is not written must not be acknowledged.
  ///
  /// - Parameters:
  ///   - transaction: The messages and states.
  ///   - numbers: The numbers of all its devices.
  ///   - days: The times that have tables of their own.
  ///   - now: Milliseconds since 1970, for messages without a time.
  ///   - keepsMessages: Whether each message is stored as it came.
  init?(
    _ transaction: CollectorMachine.Transaction, _ numbers: Numbers, days: Days, now: Int64,
    keepsMessages: Bool
  ) {
    self.days = days
    for delivery in transaction.deliveries {
      guard let device = numbers[delivery.device] else { return nil }
      switch delivery.content {
      case .batch(let batch, let bytes): add(batch, of: device, now, keepsMessages ? bytes : nil)
      case .refused(let head, let reason, let bytes): refusals.append((device, head, reason, bytes))
      }
    }
    for (name, state) in transaction.states {
      guard let device = numbers[name] else { return nil }
      states.append((device, state))
    }
    fixes.sort { $0.key < $1.key }
    batches.sort { $0.key < $1.key }
    events.sort { $0.key < $1.key }
    states.sort { $0.device < $1.device }
  }

  private mutating func add(_ batch: FleetBatch, of device: Int32, _ now: Int64, _ data: [UInt8]?) {
    let epoch = Int32(bitPattern: batch.epoch)
    var times: [Int64] = []
    for entry in batch.fixes {
      let columns = entry.row.columns
      times.append(entry.row.milliseconds)
      fixes.append(Fix(device: device, epoch: epoch, number: entry.number, columns: columns))
    }
    for record in batch.records {
      switch record.content {
      case .event(let at), .dropped(_, let at): times.append(at)
      case .gap(let from, let to): times += [from, to]
      }
      events.append(Event(device: device, epoch: epoch, record: record))
    }
    let (first, last) = (times.min() ?? now, times.max() ?? now)
    batches.append(
      Batch(
        device: device, epoch: epoch, numbers: batch.numbers, times: first...last, count: batch.fixes.count,
        data: data))
  }

  /// The days whose tables it needs.
  var neededDays: Set<Int64> {
    days.days(of: fixes.lazy.map { $0.columns[0] ?? 0 })
      .union(days.days(of: batches.lazy.map(\.times.lowerBound)))
  }

  /// The number of positions.
  var count: Int { fixes.count }

  /// The statements in the order in which they run.
  var statements: [SQLStatement] {
    var all: [SQLStatement] = []
    if !fixes.isEmpty { all += [insertFixes] + updateLast }
    if !batches.isEmpty { all.append(insertBatches) }
    if !events.isEmpty { all.append(insertEvents) }
    if !refusals.isEmpty { all += [insertRefusals, Self.trimRefusals] }
    if !states.isEmpty { all.append(updatePresence) }
    return all
  }

  private func column(_ place: Int) -> [Int32?] {
    fixes.map { $0.columns[place].map { Int32(truncatingIfNeeded: $0) } }
  }

  private var insertFixes: SQLStatement {
    SQLStatement(
      """
      INSERT INTO gpsbridge.fix (t, seq, device, epoch, lat, lon, alt, speed, course, h_acc, flags, sats)
      SELECT * FROM unnest($1::timestamptz[], $2::int8[], $3::int4[], $4::int4[], $5::int4[], $6::int4[], $7::int4[],
      $8::int4[], $9::int4[], $10::int4[], $11::int4[], $12::int2[]) ON CONFLICT DO NOTHING
      """,
      [
        .times(fixes.map { $0.columns[0] }), .numbers(fixes.map(\.number)), .integers(fixes.map(\.device)),
        .integers(fixes.map(\.epoch)), .integers(column(2)), .integers(column(3)), .integers(column(5)),
        .integers(column(7)), .integers(column(8)), .integers(column(10)), .integers(column(16)),
        .shorts(fixes.map { $0.columns[12].map { Int16(truncatingIfNeeded: $0) } }),
      ])
  }

  /// The newest position of each device; one with a time that can't be true would hide all later ones.
  private var updateLast: [SQLStatement] {
    var newest: [Fix] = []
    for fix in fixes where fix.columns[2] != nil && days.range.contains(fix.columns[0] ?? 0) {
      if newest.last?.device == fix.device { newest.removeLast() }
      newest.append(fix)
    }
    guard !newest.isEmpty else { return [] }
    func column(_ place: Int) -> SQLValue {
      .integers(newest.map { $0.columns[place].map { Int32(truncatingIfNeeded: $0) } })
    }
    return [
      SQLStatement(
        """
        INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon, speed, course, h_acc)
        SELECT * FROM unnest($1::int4[], $2::timestamptz[], $3::int8[], $4::int4[], $5::int4[], $6::int4[], $7::int4[],
        $8::int4[], $9::int4[])
        ON CONFLICT (device) DO UPDATE SET t = excluded.t, seq = excluded.seq, epoch = excluded.epoch, lat = excluded.lat,
        lon = excluded.lon, speed = excluded.speed, course = excluded.course, h_acc = excluded.h_acc,
        received = excluded.received, pace = gpsbridge.paced(last.pace, excluded.received - last.received)
        WHERE excluded.t > last.t
        """,
        [
          .integers(newest.map(\.device)), .times(newest.map { $0.columns[0] }),
          .numbers(newest.map(\.number)), .integers(newest.map(\.epoch)), column(2), column(3), column(7),
          column(8), column(10),
        ])
    ]
  }

  private var insertBatches: SQLStatement {
    SQLStatement(
      """
      INSERT INTO gpsbridge.batch (t0, t1, first, last, device, epoch, count, data)
      SELECT * FROM unnest($1::timestamptz[], $2::timestamptz[], $3::int8[], $4::int8[], $5::int4[], $6::int4[],
      $7::int4[], $8::bytea[]) ON CONFLICT DO NOTHING
      """,
      [
        .times(batches.map(\.times.lowerBound)), .times(batches.map(\.times.upperBound)),
        .numbers(batches.map(\.numbers.lowerBound)), .numbers(batches.map(\.numbers.upperBound)),
        .integers(batches.map(\.device)), .integers(batches.map(\.epoch)),
        .integers(batches.map { Int32($0.count) }), .blobs(batches.map(\.data)),
      ])
  }
}

// MARK: - Other tables

extension FleetRows {
  private var insertEvents: SQLStatement {
    var (types, times, ends, lasts): ([String?], [Int64?], [Int64?], [Int64?]) = ([], [], [], [])
    for event in events {
      switch event.record.content {
      case .event(let at):
        types.append("event")
        (times, ends, lasts) = (times + [at], ends + [nil], lasts + [nil])
      case .gap(let from, let to):
        types.append("gap")
        (times, ends, lasts) = (times + [from], ends + [to], lasts + [nil])
      case .dropped(let last, let at):
        types.append("dropped")
        (times, ends, lasts) = (times + [at], ends + [nil], lasts + [last])
      }
    }
    return SQLStatement(
      """
      INSERT INTO gpsbridge.event (device, epoch, seq, type, at, until, last, kind, detail)
      SELECT * FROM unnest($1::int4[], $2::int4[], $3::int8[], $4::text[], $5::timestamptz[], $6::timestamptz[],
      $7::int8[], $8::text[], $9::text[]) ON CONFLICT DO NOTHING
      """,
      [
        .integers(events.map(\.device)), .integers(events.map(\.epoch)),
        .numbers(events.map(\.record.number)),
        .texts(types), .times(times), .times(ends), .numbers(lasts),
        .texts(events.map { Self.text($0.record.kind) }),
        .texts(events.map { $0.record.detail.map(Self.text) }),
      ])
  }

  private var insertRefusals: SQLStatement {
    SQLStatement(
      """
      INSERT INTO gpsbridge.refused (device, epoch, first, last, reason, data)
      SELECT * FROM unnest($1::int4[], $2::int4[], $3::int8[], $4::int8[], $5::text[], $6::bytea[])
      """,
      [
        .integers(refusals.map(\.device)),
        .integers(refusals.map { $0.head.map { Int32(bitPattern: $0.epoch) } }),
        .numbers(refusals.map { $0.head?.numbers.lowerBound }),
        .numbers(refusals.map { $0.head?.numbers.upperBound }), .texts(refusals.map { Self.text($0.reason) }),
        .blobs(refusals.map(\.data)),
      ])
  }

  private static let trimRefusals = SQLStatement(
    "DELETE FROM gpsbridge.refused WHERE id <= (SELECT max(id) - 10000 FROM gpsbridge.refused)")

  private var updatePresence: SQLStatement {
    SQLStatement(
      """
      INSERT INTO gpsbridge.presence (device, online, connection, backlog)
      SELECT * FROM unnest($1::int4[], $2::bool[], $3::int8[], $4::int8[])
      ON CONFLICT (device) DO UPDATE SET online = excluded.online, connection = excluded.connection,
      backlog = excluded.backlog, since = CASE WHEN presence.online = excluded.online THEN presence.since ELSE now() END
      WHERE excluded.connection >= presence.connection
      """,
      [
        .integers(states.map(\.device)), .flags(states.map(\.state.isOnline)),
        .numbers(states.map(\.state.connection)), .numbers(states.map(\.state.backlog)),
      ])
  }

  /// A text of a device without what can't be shown, which the database can't store in part.
  private static func text(_ text: String) -> String { VisibleText.replaced(text, limit: 2000) }
}
