/// A parameter of a statement in PostgreSQL's binary form, so that no text from a device becomes SQL.
struct SQLValue: Sendable, Hashable {
  /// The number of the type in the catalog, which is the same in each database.
  let type: UInt32
  let bytes: [UInt8]?

  static func text(_ value: String?) -> SQLValue { SQLValue(type: 25, bytes: value.map { Array($0.utf8) }) }
  static func number(_ value: Int64?) -> SQLValue { SQLValue(type: 20, bytes: value.map(encode)) }
  static func decimal(_ value: Double) -> SQLValue { SQLValue(type: 701, bytes: encode(value.bitPattern)) }
  static func time(_ milliseconds: Int64) -> SQLValue {
    SQLValue(type: 1184, bytes: encode(microseconds(milliseconds)))
  }

  static func bytes(_ value: [UInt8]?) -> SQLValue { SQLValue(type: 17, bytes: value) }
  static func integer(_ value: Int32?) -> SQLValue { SQLValue(type: 23, bytes: value.map(encode)) }

  /// An array of values, each of which is appended by a function of the array.
  static func array<Value>(
    _ element: SQLArray.Element, of values: [Value], _ append: (inout SQLArray, Value) -> Void
  ) -> SQLValue { values.reduce(into: SQLArray(element), append).value }

  /// The server's microseconds since 2000.
  fileprivate static func microseconds(_ milliseconds: Int64) -> Int64 {
    let (product, isOver) = (milliseconds &- 946_684_800_000).multipliedReportingOverflow(by: 1000)
    // It is beyond all times of the server, which refuses it.
    return isOver ? .max - 1 : product
  }

  fileprivate static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func encode(_ number: some FixedWidthInteger) -> [UInt8] {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return bytes
  }
}

/// The elements of an array in PostgreSQL's binary form; arrays of the same type can be joined.
struct SQLArray: Sendable, Hashable {
  /// A type of elements; its number and its array's number are the same in each database.
  enum Element: Sendable {
    case text, bytes, number, integer, time

    fileprivate var types: (element: UInt32, array: UInt32) {
      switch self {
      case .text: (25, 1009)
      case .bytes: (17, 1001)
      case .number: (20, 1016)
      case .integer: (23, 1007)
      case .time: (1184, 1185)
      }
    }
  }

  private let element: Element
  private(set) var count = 0
  private var hasNull = false
  private(set) var content: [UInt8] = []

  init(_ element: Element) { self.element = element }

  /// Appends a whole number, whose width is that of the elements.
  mutating func append(_ number: (some FixedWidthInteger)?) {
    begin(size: number.map { $0.bitWidth / 8 })
    if let number { SQLValue.append(number, to: &content) }
  }
  /// Appends a time in milliseconds since 1970.
  mutating func append(milliseconds: Int64?) { append(milliseconds.map(SQLValue.microseconds)) }
  mutating func append(_ value: String?) { append(bytes: value.map { Array($0.utf8) }) }

  mutating func append(bytes: [UInt8]?) {
    begin(size: bytes?.count)
    content += bytes ?? []
  }

  /// Begins an element of a size in bytes; nil is NULL.
  private mutating func begin(size: Int?) {
    count += 1
    if size == nil { hasNull = true }
    SQLValue.append(size.map { Int32(clamping: $0) } ?? -1, to: &content)
  }

  mutating func append(contentsOf other: SQLArray) {
    (count, hasNull) = (count + other.count, hasNull || other.hasNull)
    content += other.content
  }

  var value: SQLValue {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + content.count)
    // The number of dimensions, whether one is NULL, the type; then the count and the first index.
    SQLValue.append(count == 0 ? 0 : 1 as Int32, to: &bytes)
    SQLValue.append(hasNull ? 1 : 0 as Int32, to: &bytes)
    SQLValue.append(element.types.element, to: &bytes)
    if count > 0 {
      SQLValue.append(Int32(clamping: count), to: &bytes)
      SQLValue.append(1 as Int32, to: &bytes)
      bytes += content
    }
    return SQLValue(type: element.types.array, bytes: bytes)
  }
}

struct SQLStatement: Sendable, Hashable {
  let text: StaticText
  var values: [SQLValue] = []

  init(_ text: StaticText, _ values: [SQLValue] = []) { (self.text, self.values) = (text, values) }
}

/// A text of this program, which only a literal can create.
struct StaticText: Sendable, Hashable, ExpressibleByStringLiteral {
  let text: String

  init(stringLiteral literal: StaticString) { text = literal.description }
}

enum SQLWork: Sendable, ExpressibleByArrayLiteral {
  case statements([SQLStatement])
  /// Statements of this program without parameters.
  case script(String)

  init(arrayLiteral statements: SQLStatement...) { self = .statements(statements) }
}

struct SQLAnswer: Sendable, Hashable {
  /// The rows, as the binary form of their columns.
  var rows: [[[UInt8]?]] = []

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

struct SQLFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The standard's code of five characters; empty without a connection.
  var state: String
  var description: String

  /// A deadlock, or a conflict with another transaction: the same statements may succeed when they are repeated.
  var isConflict: Bool { state == "40P01" || state == "40001" }

  /// A value that the database can't store: repeating it does not help.
  var isOfValue: Bool { state.hasPrefix("22") }
}
