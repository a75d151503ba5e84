/// The rows of a page of a database file, read without SQLite.
///
/// SQLite finds a page through the pages above it: if one of them is damaged, SQLite can't read anything below. But
/// a page of rows describes itself.
///
/// ```
/// page   kind 1 · free 2 · cells 2 · begin 2 · 1     offset of each cell, 2 each     …     cells
/// cell   bytes of the record · number of the row, for a table only · record
/// record bytes of the header · type of each value · values
/// ```
///
/// See https://sqlite.org/fileformat2.html.
package enum DatabasePage {
  /// The size of a page of our files.
  package static let size = 4096

  /// A row; its number is 0 in an index and in a table without numbers.
  package struct Row: Sendable, Hashable {
    package let number: Int64
    package let values: [Value]
  }

  package enum Value: Sendable, Hashable {
    case null
    case number(Int64)
    case text(String)
    case bytes([UInt8])
  }

  private enum Kind: UInt8 {
    case index = 10
    case table = 13
  }

  /// The rows of a page, in order; nil for a page of another kind, and for one that is damaged anywhere.
  ///
  /// Rows that continue on other pages are omitted.
  package static func rows(_ page: [UInt8]) -> [Row]? {
    guard page.count == size, let kind = Kind(rawValue: page[0]) else { return nil }
    let count = Int(page[3]) << 8 | Int(page[4])
    let end = 8 + 2 * count
    let begin = Int(page[5]) << 8 | Int(page[6])
    guard count > 0, end <= begin, begin <= size else { return nil }
    var rows: [Row] = []
    var places: [Range<Int>] = []
    var last: Int64?
    for cell in 0..<count {
      let offset = Int(page[8 + 2 * cell]) << 8 | Int(page[9 + 2 * cell])
      guard offset >= begin, let (row, place) = row(page, at: offset, kind) else { return nil }
      if kind == .table, let number = row?.number {
        if let last, number <= last { return nil }
        last = number
      }
      if let row { rows.append(row) }
      places.append(place)
    }
    places.sort { $0.lowerBound < $1.lowerBound }
    let isApart = zip(places, places.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
    return isApart ? rows : nil
  }

  /// The row of a cell, nil if it continues elsewhere, and its place; nil if it is damaged.
  private static func row(_ page: [UInt8], at offset: Int, _ kind: Kind) -> (Row?, Range<Int>)? {
    var place = offset
    guard let length = varint(page, &place), length >= 2 else { return nil }
    var number: Int64 = 0
    if kind == .table {
      guard let found = varint(page, &place) else { return nil }
      number = found
    }
    // A longer record continues on other pages and is skipped.
    let most: Int64 = kind == .table ? 4061 : 1002
    guard length <= most else { return place + 4 <= size ? (nil, offset..<(place + 4)) : nil }
    let end = place + Int(length)
    guard end <= size, let values = values(page, place..<end) else { return nil }
    return (Row(number: number, values: values), offset..<end)
  }

  private static func values(_ page: [UInt8], _ record: Range<Int>) -> [Value]? {
    var place = record.lowerBound
    guard let header = varint(page, &place), header >= 1, header <= record.count else { return nil }
    let begin = record.lowerBound + Int(header)
    var next = begin
    var values: [Value] = []
    while place < begin {
      guard let type = varint(page, &place), place <= begin, let size = size(of: type),
        size <= record.upperBound - next
      else { return nil }
      let bytes = page[next..<(next + size)]
      switch type {
      case 0: values.append(.null)
      case 8, 9: values.append(.number(type - 8))
      case 1...6:
        var number: Int64 = Int8(bitPattern: bytes[next]) < 0 ? -1 : 0
        for byte in bytes { number = number << 8 | Int64(byte) }
        values.append(.number(number))
      case _ where type % 2 == 0: values.append(.bytes(Array(bytes)))
      default:
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        values.append(.text(text))
      }
      next += size
    }
    return next == record.upperBound ? values : nil
  }

  /// The bytes of a value of a type; nil for a type that our tables do not have.
  private static func size(of type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6: 8
    case 12...: Int(exactly: (type - 12) / 2)
    default: nil
    }
  }

  /// A number of one to nine bytes, seven bits in each of the first eight.
  private static func varint(_ page: [UInt8], _ place: inout Int) -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard place < page.count else { return nil }
      let byte = page[place]
      place += 1
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: number) }
    }
    return nil
  }
}

extension DatabasePage.Value {
  /// The number; nil for another kind of value.
  package var number: Int64? { if case .number(let number) = self { number } else { nil } }

  /// The text; nil for another kind of value.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
}
