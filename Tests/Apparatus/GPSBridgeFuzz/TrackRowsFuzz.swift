import GPSSQLiteFiles
import GPSTrackRows

enum TrackRowsFuzz {
  /// Reads the bytes as packed rows, as rows to pack, and as a page of a database, and checks what must be true of any bytes.
  static func shake(_ bytes: [UInt8]) {
    checkPacked(bytes)
    // No fuzzer finds a checksum.
    checkPacked(sealed(bytes))
    checkPacked(sealed([1] + bytes))
    checkRows(bytes)
    checkPage(bytes)
  }
}

/// What can be unpacked can be packed, and is unpacked as the same.
private func checkPacked(_ bytes: [UInt8]) {
  guard let entries = try? TrackColumns.unpack(bytes) else { return }
  precondition(entries.count <= TrackColumns.mostRows, "the number of rows is bounded")
  let again = TrackColumns.pack(entries)
  precondition((try? TrackColumns.unpack(again)) == entries, "rows are read as they were packed")
  checkTurned(again, at: bytes.count)
}

/// A turned bit is damage.
private func checkTurned(_ packed: [UInt8], at bit: Int) {
  var turned = packed
  turned[bit / 8 % packed.count] ^= 1 << UInt8(bit % 8)
  precondition((try? TrackColumns.unpack(turned)) == nil, "a turned bit is noticed")
}

/// Rows of any numbers that a row can have come back.
private func checkRows(_ bytes: [UInt8]) {
  var rest = bytes[...]
  func number() -> Int64 {
    var value: UInt64 = 0
    let length = Int(rest.popFirst() ?? 0) % 9
    for _ in 0..<length { value = value << 8 | UInt64(rest.popFirst() ?? 0) }
    return Int64(bitPattern: value)
  }
  var entries: [TrackColumns.Entry] = []
  while !rest.isEmpty, entries.count < 64 {
    let nulls = UInt32(truncatingIfNeeded: number())
    let columns = (0..<TrackRow.columnCount).map { nulls >> UInt32($0) & 1 == 1 ? nil : number() }
    guard let row = TrackRow(columns: columns) else { continue }
    precondition(row.columns == columns, "a row is its numbers")
    entries.append(TrackColumns.Entry(number: number(), monotonic: number(), row: row))
  }
  let packed = TrackColumns.pack(entries)
  precondition((try? TrackColumns.unpack(packed)) == entries, "rows are read as they were packed")
}

/// A page has rows with numbers that rise, or none.
private func checkPage(_ bytes: [UInt8]) {
  let room = DatabasePage.size - min(bytes.count, DatabasePage.size)
  // The header is at the begin of a page, and the rows are at its end.
  let head = bytes.prefix(bytes.count / 2)
  let page = Array(head) + [UInt8](repeating: 0, count: room) + bytes.dropFirst(head.count)
  for kind in [10, 13] as [UInt8] {
    let bytes = [kind] + page.dropFirst().prefix(DatabasePage.size - 1)
    guard let rows = DatabasePage.rows(bytes) else { continue }
    if kind == 13 {
      precondition(zip(rows, rows.dropFirst()).allSatisfy { $0.number < $1.number }, "numbers rise")
    }
    precondition(rows.allSatisfy { $0.values.count <= DatabasePage.size }, "a row is inside its page")
  }
}
