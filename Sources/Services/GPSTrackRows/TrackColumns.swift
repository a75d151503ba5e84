/// Rows packed column by column in about 10 bytes each, for old weeks in the store and for a fleet's messages.
///
/// A receiver's values change little from row to row. So each column contains the differences from a prediction, in
/// groups of four or eight bits, with runs of zeros as their length. The shortest encoding is used.
///
/// ```
/// 01  rows  column  column …  checksum
/// column:      header  [present, absent, present … until all rows]  values
/// header:      bits 0–1 prediction, 2 groups of 4 bits, 3 some are NULL, 4 all are
/// prediction:  0 zero   1 the value before   2 the line through the two before
/// value:       zigzag, in groups of 3 or 7 bits, lowest first, the highest bit of each announces the next;
///              0 is followed by the number of further zeros
/// checksum:    CRC-32 of all bytes before it, lowest byte first
/// ```
package enum TrackColumns {
  /// A blob that can't be unpacked.
  package struct Damage: Error, Sendable, Hashable {
    /// The byte at which it was found.
    package let offset: Int
  }

  /// One row: its number in the store, milliseconds since its session began, and what the receiver reported.
  package struct Entry: Sendable, Hashable {
    package var number: Int64
    package var monotonic: Int64
    package var row: TrackRow

    package init(number: Int64, monotonic: Int64, row: TrackRow) {
      (self.number, self.monotonic, self.row) = (number, monotonic, row)
    }
  }

  /// The maximum number of rows in a blob.
  package static let mostRows = 65_536

  /// The next version is 3, because 2 was used for this form before the first release.
  private static let version: UInt8 = 1
  private static let sumBytes = 4

  /// Packs rows of one session, at most ``mostRows``.
  package static func pack(_ entries: [Entry]) -> [UInt8] {
    var bytes = [version]
    BitWriter.appendVarint(UInt64(entries.count), to: &bytes)
    let rows = entries.map { $0.row.columns }
    var column: [Int64?] = []
    for place in 0..<(TrackRow.columnCount + 2) {
      column.removeAll(keepingCapacity: true)
      for (entry, row) in zip(entries, rows) {
        switch place {
        case 0: column.append(entry.number)
        // Both clocks of this machine run alike: what is left is nothing, or a step of one of them.
        case 1: column.append(entry.monotonic &- entry.row.milliseconds &- entry.row.lag)
        default: column.append(row[place - 2])
        }
      }
      append(column, to: &bytes)
    }
    let sum = checksum(bytes[...])
    for place in 0..<sumBytes { bytes.append(UInt8(truncatingIfNeeded: sum &>> (8 * UInt32(place)))) }
    return bytes
  }

  /// The CRC-32 of ISO 3309, as in PNG and zip.
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      sum = sum &>> 4 ^ checksumOfHalf[Int(sum & 15)]
      sum = sum &>> 4 ^ checksumOfHalf[Int(sum & 15)]
    }
    return ~sum
  }

  private static let checksumOfHalf: [UInt32] = [
    0x0000_0000, 0x1DB7_1064, 0x3B6E_20C8, 0x26D9_30AC, 0x76DC_4190, 0x6B6B_51F4, 0x4DB2_6158, 0x5005_713C,
    0xEDB8_8320, 0xF00F_9344, 0xD6D6_A3E8, 0xCB61_B38C, 0x9B64_C2B0, 0x86D3_D2D4, 0xA00A_E278, 0xBDBD_F21C,
  ]

  /// The bytes without the checksum.
  private static func body(of bytes: [UInt8]) throws(Damage) -> [UInt8] {
    guard bytes.first == version else { throw Damage(offset: 0) }
    let end = bytes.count - sumBytes
    guard end > 0 else { throw Damage(offset: bytes.count) }
    var sum: UInt32 = 0
    for place in 0..<sumBytes { sum |= UInt32(bytes[end + place]) &<< (8 * UInt32(place)) }
    guard checksum(bytes[..<end]) == sum else { throw Damage(offset: end) }
    return Array(bytes[..<end])
  }

  /// Unpacks rows exactly as they were packed; anything else is damage.
  package static func unpack(_ bytes: [UInt8]) throws(Damage) -> [Entry] {
    var reader = BitReader(try body(of: bytes))
    _ = reader.byte()
    guard let count = reader.varint(), count <= UInt64(mostRows) else { throw Damage(offset: 1) }
    var table = Table(rows: Int(count))
    for place in 0..<Table.width { try read(place, into: &table, &reader) }
    guard reader.isAtEnd else { throw Damage(offset: reader.offset) }
    var entries: [Entry] = []
    entries.reserveCapacity(Int(count))
    for place in 0..<Int(count) {
      let (first, nulls) = (place * Table.width, table.nulls[place])
      guard nulls & 3 == 0, let row = TrackRow(table.numbers, from: first + 2, nulls: nulls >> 2) else {
        throw Damage(offset: bytes.count)
      }
      let monotonic = table.numbers[first + 1] &+ row.milliseconds &+ row.lag
      entries.append(Entry(number: table.numbers[first], monotonic: monotonic, row: row))
    }
    return entries
  }

  // MARK: - One column

  private static let hasSmallGroups: UInt8 = 4
  private static let someAreNull: UInt8 = 8
  private static let allAreNull: UInt8 = 16

  private static func append(_ column: [Int64?], to bytes: inout [UInt8]) {
    var values: [Int64] = []
    values.reserveCapacity(column.count)
    for value in column { if let value { values.append(value) } }
    guard !values.isEmpty else { return bytes.append(allAreNull) }
    var header: UInt8 = 0
    var best: [UInt8] = []
    for order in 0..<3 {
      let missed = misses(of: values, order)
      for small in [false, true] {
        var writer = BitWriter(groupBits: small ? 4 : 8)
        writer.append(missed)
        if best.isEmpty || writer.bytes.count < best.count {
          best = writer.bytes
          header = UInt8(order) | (small ? hasSmallGroups : 0)
        }
      }
    }
    if values.count < column.count { header |= someAreNull }
    bytes.append(header)
    if header & someAreNull != 0 { appendRuns(of: column, to: &bytes) }
    bytes += best
  }

  /// The differences between values and predictions, in zigzag form: 0, −1, 1 and −2 are 0, 1, 2 and 3.
  private static func misses(of values: [Int64], _ order: Int) -> [UInt64] {
    var prediction = Prediction(order: order)
    var missed: [UInt64] = []
    missed.reserveCapacity(values.count)
    for value in values {
      let difference = value &- prediction.next
      missed.append(UInt64(bitPattern: (difference &<< 1) ^ (difference &>> 63)))
      prediction.take(value)
    }
    return missed
  }

  /// Predicts a value from the previous ones.
  private struct Prediction {
    let order: Int
    private(set) var next: Int64 = 0
    private var before: Int64?

    init(order: Int) { self.order = order }

    mutating func take(_ value: Int64) {
      let step = before.map { value &- $0 } ?? 0
      before = value
      next = order == 0 ? 0 : order == 1 ? value : value &+ step
    }
  }

  /// The lengths of runs that are present and absent, in turn.
  private static func appendRuns(of column: [Int64?], to bytes: inout [UInt8]) {
    var (isPresent, length) = (true, 0)
    for value in column {
      if (value != nil) == isPresent {
        length += 1
      } else {
        BitWriter.appendVarint(UInt64(length), to: &bytes)
        (isPresent, length) = (!isPresent, 1)
      }
    }
    BitWriter.appendVarint(UInt64(length), to: &bytes)
  }

  /// The unpacked numbers, row by row, with a bit for each NULL.
  private struct Table {
    static let width = TrackRow.columnCount + 2
    var numbers: [Int64]
    var nulls: [UInt64]

    init(rows: Int) {
      numbers = [Int64](repeating: 0, count: rows * Self.width)
      nulls = [UInt64](repeating: 0, count: rows)
    }
  }

  private static func read(_ column: Int, into table: inout Table, _ reader: inout BitReader) throws(Damage) {
    let (count, bit) = (table.nulls.count, 1 as UInt64 &<< UInt64(column))
    guard let header = reader.byte(), header < 32 else { throw Damage(offset: reader.offset) }
    guard header & allAreNull == 0 else {
      guard header == allAreNull else { throw Damage(offset: reader.offset) }
      for row in 0..<count { table.nulls[row] |= bit }
      return
    }
    let order = Int(header & 3)
    guard order < 3, count > 0 else { throw Damage(offset: reader.offset) }
    let present = try header & someAreNull == 0 ? [count] : runs(of: count, &reader)
    var values = 0
    for place in present.indices where place % 2 == 0 { values += present[place] }
    guard let missed = reader.values(values, groupBits: header & hasSmallGroups != 0 ? 4 : 8) else {
      throw Damage(offset: reader.offset)
    }
    var prediction = Prediction(order: order)
    var (next, row) = (0, 0)
    for place in present.indices {
      guard place % 2 == 0 else {
        for absent in row..<(row + present[place]) { table.nulls[absent] |= bit }
        row += present[place]
        continue
      }
      for _ in 0..<present[place] {
        let half = Int64(bitPattern: missed[next] &>> 1)
        let difference = missed[next] & 1 == 0 ? half : ~half
        let value = prediction.next &+ difference
        prediction.take(value)
        table.numbers[row * Table.width + column] = value
        (next, row) = (next + 1, row + 1)
      }
    }
  }

  private static func runs(of count: Int, _ reader: inout BitReader) throws(Damage) -> [Int] {
    var (runs, sum): ([Int], Int) = ([], 0)
    while sum < count {
      // Only the first run may be empty, so each one makes progress.
      guard let length = reader.varint(), length <= UInt64(count - sum), length > 0 || runs.isEmpty else {
        throw Damage(offset: reader.offset)
      }
      runs.append(Int(length))
      sum += Int(length)
    }
    return runs
  }
}

/// Writes values in groups of bits.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private let groupBits: UInt64
  /// Whether only the lower half of the last byte is used.
  private var hasHalf = false

  init(groupBits: UInt64) { self.groupBits = groupBits }

  /// Appends values; a zero is followed by the number of further zeros.
  mutating func append(_ values: [UInt64]) {
    var place = 0
    while place < values.count {
      append(values[place])
      guard values[place] == 0 else {
        place += 1
        continue
      }
      var length = 1
      while place + length < values.count, values[place + length] == 0 { length += 1 }
      append(UInt64(length - 1))
      place += length
    }
  }

  private mutating func append(_ value: UInt64) {
    let announces = 1 as UInt64 &<< (groupBits - 1)
    var rest = value
    repeat {
      let more = rest >= announces
      put(rest & (announces - 1) | (more ? announces : 0))
      rest = rest &>> (groupBits - 1)
      if !more { break }
    } while true
  }

  private mutating func put(_ group: UInt64) {
    if groupBits == 8 {
      bytes.append(UInt8(truncatingIfNeeded: group))
    } else if hasHalf {
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: group) &<< 4
      hasHalf = false
    } else {
      bytes.append(UInt8(truncatingIfNeeded: group))
      hasHalf = true
    }
  }

  static func appendVarint(_ value: UInt64, to bytes: inout [UInt8]) {
    var writer = BitWriter(groupBits: 8)
    writer.append(value)
    bytes += writer.bytes
  }
}

/// Reads values in groups of bits; nil at the end, and for a number of more than 64 bits.
private struct BitReader {
  private let bytes: [UInt8]
  private(set) var offset = 0
  /// Whether the upper half of the byte before `offset` is next.
  private var hasHalf = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    offset += 1
    return bytes[offset - 1]
  }

  mutating func varint() -> UInt64? { value(groupBits: 8) }

  /// Reads values, whose zeros are written as runs; then continues at a whole byte.
  mutating func values(_ count: Int, groupBits: UInt64) -> [UInt64]? {
    var values: [UInt64] = []
    values.reserveCapacity(count)
    while values.count < count {
      guard let value = value(groupBits: groupBits) else { return nil }
      values.append(value)
      guard value == 0 else { continue }
      guard let more = self.value(groupBits: groupBits), more <= UInt64(count - values.count) else {
        return nil
      }
      for _ in 0..<more { values.append(0) }
    }
    // The unused half of a byte is zero, so that rows have one form.
    if hasHalf, bytes[offset - 1] &>> 4 != 0 { return nil }
    hasHalf = false
    return values
  }

  private mutating func value(groupBits: UInt64) -> UInt64? {
    let announces = 1 as UInt64 &<< (groupBits - 1)
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while shift < 64, let group = group(groupBits) {
      let part = group & (announces - 1)
      // The last group has room for fewer bits.
      guard (part &<< shift) &>> shift == part else { return nil }
      value |= part &<< shift
      if group & announces == 0 { return value }
      shift += groupBits - 1
    }
    return nil
  }

  private mutating func group(_ bits: UInt64) -> UInt64? {
    if hasHalf, bits == 4 {
      hasHalf = false
      return UInt64(bytes[offset - 1] &>> 4)
    }
    guard let byte = byte() else { return nil }
    guard bits == 4 else { return UInt64(byte) }
    hasHalf = true
    return UInt64(byte & 15)
  }
}
