/// A parameter of a statement in PostgreSQL's binary form: no text of a device ever becomes SQL.
struct SQLValue: Sendable, Hashable {
  /// The number of the type in the catalog, which is the same in each database.
  let type: UInt32
  /// Nil is NULL.
  let bytes: [UInt8]?

  static func text(_ value: String?) -> SQLValue { SQLValue(type: 25, bytes: value.map { Array($0.utf8) }) }
  static func number(_ value: Int64?) -> SQLValue { SQLValue(type: 20, bytes: value.map(encode)) }
  static func decimal(_ value: Double) -> SQLValue { SQLValue(type: 701, bytes: encode(value.bitPattern)) }
  static func time(_ milliseconds: Int64) -> SQLValue {
    SQLValue(type: 1184, bytes: encode(microseconds(milliseconds)))
  }

  static func texts(_ values: [String?]) -> SQLValue {
    array(1009, of: 25, values, size: 16) { $1 += $0.utf8 }
  }
  static func blobs(_ values: [[UInt8]?]) -> SQLValue {
    array(1001, of: 17, values, size: 64) { $1 += $0 }
  }
  static func numbers(_ values: [Int64?]) -> SQLValue { array(1016, of: 20, values, size: 8, append) }
  static func integers(_ values: [Int32?]) -> SQLValue { array(1007, of: 23, values, size: 4, append) }
  static func shorts(_ values: [Int16?]) -> SQLValue { array(1005, of: 21, values, size: 2, append) }
  static func flags(_ values: [Bool?]) -> SQLValue {
    array(1000, of: 16, values, size: 1) { $1.append($0 ? 1 : 0) }
  }
  /// Times in milliseconds since 1970.
  static func times(_ values: [Int64?]) -> SQLValue {
    array(1185, of: 1184, values, size: 8) { append(microseconds($0), to: &$1) }
  }

  /// The server's microseconds since 2000.
  private static func microseconds(_ milliseconds: Int64) -> Int64 { (milliseconds - 946_684_800_000) * 1000 }

  private static func array<Value>(
    _ type: UInt32, of element: UInt32, _ values: [Value?], size: Int,
    _ append: (Value, inout [UInt8]) -> Void
  ) -> SQLValue {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + values.count * (4 + size))
    // The number of dimensions, whether one is NULL, the type; then the count and the first index.
    Self.append(values.isEmpty ? 0 : 1 as Int32, to: &bytes)
    Self.append(values.contains { $0 == nil } ? 1 : 0 as Int32, to: &bytes)
    Self.append(element, to: &bytes)
    guard !values.isEmpty else { return SQLValue(type: type, bytes: bytes) }
    Self.append(Int32(values.count), to: &bytes)
    Self.append(1 as Int32, to: &bytes)
    for value in values {
      let place = bytes.count
      Self.append(-1 as Int32, to: &bytes)
      guard let value else { continue }
      append(value, &bytes)
      let count = UInt32(bytes.count - place - 4)
      for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index)) }
    }
    return SQLValue(type: type, bytes: bytes)
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    var shift = number.bitWidth - 8
    while shift >= 0 {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      shift -= 8
    }
  }

  private static func encode(_ number: some FixedWidthInteger) -> [UInt8] {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return bytes
  }
}

/// A statement with its parameters.
struct SQLStatement: Sendable, Hashable {
  /// A constant of this program.
  let text: StaticText
  var values: [SQLValue] = []

  init(_ text: StaticText, _ values: [SQLValue] = []) { (self.text, self.values) = (text, values) }
}

/// A text that is written in this program: only a literal becomes one.
struct StaticText: Sendable, Hashable, ExpressibleByStringLiteral {
  let text: String

  init(stringLiteral literal: StaticString) { text = literal.description }
}

/// The answer to a statement.
struct SQLAnswer: Sendable, Hashable {
  /// The rows, as the binary form of their columns.
  var rows: [[[UInt8]?]] = []
  /// The number of rows that were changed.
  var changed = 0

  /// A column of a row as text.
  func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A column of a row as a whole number of 2, 4 or 8 bytes.
  func number(_ row: Int, _ column: Int) -> Int64? {
    guard let bytes = bytes(row, column), (1...8).contains(bytes.count) else { return nil }
    let first: Int64 = bytes[0] & 0x80 == 0 ? 0 : -1
    return bytes.reduce(first) { $0 << 8 | Int64($1) }
  }

  private func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else { return nil }
    return rows[row][column]
  }
}

/// Why a statement failed.
struct SQLFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The five characters of the standard; empty without a connection.
  var state: String
  var description: String

  /// A deadlock, or a conflict with another transaction: the same statements may succeed when they are repeated.
  var isConflict: Bool { state == "40P01" || state == "40001" }

  /// A value that the database can't store: repeating it does not help.
  var isOfValue: Bool { state.hasPrefix("22") || state.hasPrefix("23") }
}
