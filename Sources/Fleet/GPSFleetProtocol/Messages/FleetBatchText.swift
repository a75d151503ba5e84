internal import GNSS
internal import GPSBase
internal import GPSTrackRows

/// A batch as JSON, for subscribers that are not ours: one object, with the positions as `fix` records.
///
/// ```
/// {"type":"batch","v":1,"installation":"0108…","epoch":217315200,"first":1201,"last":1260,
///  "fixes":[{"type":"fix","seq":1201,"t":1795000000000,"time":"2026-11-18T11:06:40.000Z","lat":47.6000648,"lon":9.4001278,…}],
///  "records":[{"type":"event","seq":17,…}]}
/// ```
///
/// It has no check sum, but everything that the packed form has, so a collector reads the same batch from both.
enum FleetBatchText {
  /// A column as a value of a `fix` record; the number in the column is this many times larger.
  private struct Key {
    let column: Int
    let name: String
    let decimals: Int
    let units: Double

    init(_ column: Int, _ name: String, decimals: Int = 0) {
      (self.column, self.name, self.decimals) = (column, name, decimals)
      units = (0..<decimals).reduce(1) { units, _ in units * 10 }
    }
  }

  /// All columns except the time, the position, the altitude and the signal.
  private static let keys = [
    Key(6, "geoid_m", decimals: 2), Key(7, "speed_mps", decimals: 2), Key(8, "course_deg", decimals: 2),
    Key(9, "climb_mps", decimals: 2), Key(10, "h_acc_m", decimals: 3), Key(11, "v_acc_m", decimals: 3),
    Key(12, "sats_used"), Key(13, "hdop", decimals: 2), Key(14, "vdop", decimals: 2),
  ]
  private static let (lag, flags) = (Key(1, "lag_ms"), Key(16, "flags"))
  private static let (latitude, longitude) = (
    Key(2, "lat", decimals: 7), Key(3, "lon", decimals: 7)
  )
  private static let (altitude, height) = (
    Key(5, "alt_msl_m", decimals: 2), Key(5, "alt_hae_m", decimals: 2)
  )
  private static let columnOfFine = 4
  private static let (columnOfSignal, signal) = (15, "cn0_dbhz")
  private static let (within, every) = ("within_cm", "every_ms")
  private static let version: Int64 = 1
  /// More decimals would be lost in a number of JSON.
  private static let most = FleetJSON.mostNumber

  static let begin = UInt8(ascii: "{")

  // MARK: - Writing

  static func bytes(of batch: FleetBatch) -> [UInt8] {
    JSONWriter.line("") { json in
      json.member("type", "batch")
      json.member("v", Int(version))
      let installation = batch.installation.prefix(FleetBatch.installationBytes)
      let missing = FleetBatch.installationBytes - installation.count
      let bytes = installation + [UInt8](repeating: 0, count: missing)
      json.member("installation", bytes.map(Hexadecimal.text).joined().lowercased())
      json.member("epoch", Int(batch.epoch))
      json.member("first", Int(batch.numbers.lowerBound))
      json.member("last", Int(batch.numbers.upperBound))
      switch batch.thinning {
      case .none: break
      case .within(let size): json.member(within, Int(size))
      case .every(let size): json.member(every, Int(size))
      }
      json.array("fixes") { json in for fix in batch.fixes { json.object { write(fix, to: &$0) } } }
      json.array("records") { json in
        for record in batch.records { json.object(record.write) }
      }
    }
  }

  /// Writes the members of a `fix` record.
  static func write(_ entry: TrackColumns.Entry, to json: inout JSONWriter) {
    let columns = entry.row.columns
    func put(_ key: Key) {
      guard let number = columns[key.column] else { return }
      guard key.decimals > 0 else { return json.member(key.name, Int(number)) }
      json.member(key.name, Double(number) / key.units, decimals: key.decimals)
    }
    json.member("type", "fix")
    json.member("seq", Int(entry.number))
    json.member("t", columns[0].map { Int($0) })
    json.member("time", time(entry.row.time))
    if let fine = columns[columnOfFine], let north = columns[2], let east = columns[3] {
      json.member(latitude.name, Double(north * 100 + fine / 100) / 1e9, decimals: 9)
      json.member(longitude.name, Double(east * 100 + fine % 100) / 1e9, decimals: 9)
      json.member("fine", true)
    } else {
      put(latitude)
      put(longitude)
    }
    put(entry.row.flags.contains(.ellipsoidal) ? height : altitude)
    for key in keys { put(key) }
    json.member(signal, columns[columnOfSignal].map { Double($0) / 2 }, decimals: 1)
    json.member("mono_ms", Int(entry.monotonic))
    put(lag)
    put(flags)
  }

  /// A time as in all records, with milliseconds.
  private static func time(_ instant: UTC) -> String {
    let date = instant.date
    // A day of Unix time has no leap second.
    let second = Int((instant.secondsSince1970 % 86_400 + 86_400) % 86_400)
    var bytes: [UInt8] = []
    func append(_ number: Int, _ digits: Int, _ end: Unicode.Scalar) {
      FixedDecimal.append(UInt64(max(0, number)), digits: digits, to: &bytes)
      bytes.append(UInt8(ascii: end))
    }
    append(Int(date.year), 4, "-")
    append(Int(date.month), 2, "-")
    append(Int(date.day), 2, "T")
    append(second / 3600, 2, ":")
    append(second / 60 % 60, 2, ":")
    append(second % 60, 2, ".")
    append(Int(instant.nanosecond) / 1_000_000, 3, "Z")
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Reading

  static func batch(_ bytes: [UInt8]) throws(FleetBatch.Fault) -> FleetBatch {
    guard let json = FleetJSON.object(bytes, most: FleetBatch.mostBytes), json["type"]?.text == "batch" else {
      throw .damaged
    }
    guard let found = FleetJSON.integer(json["v"]) else { throw .damaged }
    guard found == version else { throw .version }
    guard let head = head(json) else { throw .numbers }
    guard let text = FleetJSON.text(json["installation"], most: 2 * FleetBatch.installationBytes),
      let installation = installation(text)
    else { throw .damaged }
    guard case .array(let fixes)? = json["fixes"]?.content,
      case .array(let records)? = json["records"]?.content
    else { throw .damaged }
    guard fixes.count <= FleetBatch.mostRead, records.count <= FleetBatch.mostRead else { throw .tooLarge }
    var batch = FleetBatch(
      installation: installation, epoch: head.epoch, numbers: head.numbers, thinning: try thinning(json),
      fixes: [])
    for value in fixes {
      guard let fix = fix(value) else { throw .damaged }
      batch.fixes.append(fix)
    }
    for value in records {
      guard let record = FleetRecord(value) else { throw .damaged }
      batch.records.append(record)
    }
    return batch
  }

  /// The range of a message that can't be read: of one that was cut, as far as the positions.
  static func head(of bytes: [UInt8]) -> FleetBatch.Head? {
    let end = Array(",\"fixes\":".utf8)
    let begin = bytes.prefix(512)
    for place in begin.indices.dropLast(end.count - 1) where begin[place...].starts(with: end) {
      return FleetJSON.object(Array(begin[..<place]) + [UInt8(ascii: "}")], most: 513).flatMap { head($0) }
    }
    return nil
  }

  private static func head(_ json: JSON5) -> FleetBatch.Head? {
    guard let epoch = FleetJSON.integer(json["epoch"], in: 0...Int64(UInt32.max)),
      let numbers = FleetJSON.range(json["first"], json["last"])
    else { return nil }
    return FleetBatch.Head(epoch: UInt32(epoch), numbers: numbers)
  }

  private static func installation(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == 2 * FleetBatch.installationBytes else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      Hexadecimal.byte(digits[$0..<($0 + 2)])
    }
    return bytes.count == FleetBatch.installationBytes ? bytes : nil
  }

  private static func thinning(_ json: JSON5) throws(FleetBatch.Fault) -> FleetBatch.Thinning {
    let sizes = 0...Int64(UInt32.max)
    switch (json[within], json[every]) {
    case (nil, nil): return .none
    case (let size?, nil):
      if let size = FleetJSON.integer(size, in: sizes) { return .within(centimeters: UInt32(size)) }
    case (nil, let size?):
      if let size = FleetJSON.integer(size, in: sizes) { return .every(milliseconds: UInt32(size)) }
    case (_?, _?): break
    }
    throw .flags
  }

  /// A position; nil if a value has the wrong form, or is outside of what its column can hold.
  private static func fix(_ json: JSON5) -> TrackColumns.Entry? {
    var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
    guard json["type"]?.text == "fix", let number = FleetJSON.integer(json["seq"], in: 1...most),
      let monotonic = FleetJSON.integer(json["mono_ms"], in: -most...most),
      let time = FleetJSON.integer(json["t"], in: -most...most)
    else { return nil }
    columns[0] = time
    let isFine = json["fine"]?.bool ?? false
    for key in [latitude, longitude] {
      guard take(key, units: isFine ? 1e9 : key.units, from: json, into: &columns) else { return nil }
    }
    if isFine {
      guard let north = columns[2], let east = columns[3] else { return nil }
      let wholes = (below(north), below(east))
      (columns[2], columns[3]) = wholes
      columns[columnOfFine] = (north - wholes.0 * 100) * 100 + (east - wholes.1 * 100)
    }
    for key in keys + [lag, flags, altitude, height] {
      guard take(key, units: key.units, from: json, into: &columns) else { return nil }
    }
    guard take(Key(columnOfSignal, signal), units: 2, from: json, into: &columns) else { return nil }
    return TrackRow(columns: columns).map {
      TrackColumns.Entry(number: number, monotonic: monotonic, row: $0)
    }
  }

  /// Reads a value into its column; false if it has the wrong form, or the column has a value already.
  ///
  /// A local function that captures the columns crashes the optimizer (Swift 6.3.1).
  private static func take(
    _ key: Key, units: Double, from json: JSON5, into columns: inout [Int64?]
  ) -> Bool {
    guard let value = json[key.name] else { return true }
    guard let number = value.number else { return false }
    guard let whole = Int64(exactly: (number * units).rounded()), (-most...most).contains(whole),
      columns[key.column] == nil
    else { return false }
    columns[key.column] = whole
    return true
  }

  /// The whole number of hundreds below a number.
  private static func below(_ number: Int64) -> Int64 {
    let (whole, rest) = number.quotientAndRemainder(dividingBy: 100)
    return rest < 0 ? whole - 1 : whole
  }
}
