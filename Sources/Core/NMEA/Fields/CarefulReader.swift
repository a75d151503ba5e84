/// A reader for any sentence of any length, which reports the faults of fields.
///
/// It reads the body, the bytes between `$` and `*`, and finds each comma as it goes.
struct CarefulReader: FieldVisitor {
  private var start = 0
  private var end = 0
  private let count: Int
  private var number = 0
  /// The first fault; a fault in an essential field takes precedence.
  private(set) var fault: FieldFault?
  /// Whether the fault is in an essential field.
  private(set) var isFatal = false

  /// Starts after the first `tagFields` fields, which are the tag, such as `PUBX,00`.
  init(_ body: Span<UInt8>, tagFields: Int = 1) {
    var commas = 0
    for index in body.indices where body[index] == UInt8(ascii: ",") { commas += 1 }
    count = commas
    while end < body.count, body[end] != UInt8(ascii: ",") { end += 1 }
    for _ in 1..<tagFields { next(body) }
  }

  private mutating func next(_ text: Span<UInt8>) {
    number += 1
    start = min(end + 1, text.count)
    end = start
    while end < text.count, text[end] != UInt8(ascii: ",") { end += 1 }
  }

  private mutating func note(_ reason: FieldFault.Reason, fatal: Bool = false) {
    if fault == nil || (fatal && !isFatal) { fault = FieldFault(field: number, reason: reason) }
    isFatal = isFatal || fatal
  }

  /// The value of a result, or nil after recording its fault.
  private mutating func value<Value>(_ result: FieldResult<Value>) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let reason):
      note(reason)
      return nil
    }
  }

  var remaining: Int? { count - number }

  func hasMore(since revision: Revision) -> Bool { number < count }

  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>) {
    next(text)
    value.raw = (self.value(FieldParsing.decimal(text, start, end)) ?? .nan) * scale
  }

  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>
  ) {
    next(text)
    let number = self.value(FieldParsing.integer(text, start, end, in: range))
    value.raw = number.flatMap { $0 }.map { Raw(truncatingIfNeeded: $0) } ?? .min
  }

  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>
  ) {
    for index in 0..<min(count, capacity) {
      next(text)
      let number = value(FieldParsing.integer(text, start, end, in: -999...9999))
      values.raw[index] = number.flatMap { $0 }.map { Int16(truncatingIfNeeded: $0) } ?? .min
    }
  }

  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>) {
    next(text)
    let number = self.value(FieldParsing.hexadecimal(text, start, end))
    value.raw = number.flatMap { $0 }.map { Raw(truncatingIfNeeded: $0) } ?? .min
  }

  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>) {
    next(text)
    let angle = self.value(FieldParsing.decimal(text, start, end)) ?? .nan
    value.raw = FieldParsing.wrapped(angle)
    if value.raw.isNaN, !angle.isNaN { note(.outOfRange) }
  }

  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>
  ) {
    next(text)
    let size = self.value(FieldParsing.decimal(text, start, end)) ?? .nan
    next(text)
    let side = self.value(FieldParsing.side(text, start, end, positive: positive, negative: negative)) ?? .nan
    value.raw = size * scale * side
  }

  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(&value, limit: 90, .notALatitude, UInt8(ascii: "N"), UInt8(ascii: "S"), text)
  }

  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(&value, limit: 180, .notALongitude, UInt8(ascii: "E"), UInt8(ascii: "W"), text)
  }

  private mutating func coordinate(
    _ value: inout SparseDecimal, limit: Double, _ reason: FieldFault.Reason, _ positive: UInt8,
    _ negative: UInt8, _ text: Span<UInt8>
  ) {
    next(text)
    let angle = FieldParsing.angle(text, start, end, limit: limit)
    if case .failure = angle { note(reason, fatal: true) }
    next(text)
    let side = FieldParsing.side(text, start, end, positive: positive, negative: negative)
    if case .failure(let reason) = side { note(reason, fatal: true) }
    if case .success(let angle) = angle, case .success(let side) = side { value.raw = angle * side }
  }

  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>) {
    next(text)
    value = self.value(FieldParsing.time(text, start, end)).flatMap { $0 }
  }

  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>) {
    next(text)
    value = self.value(FieldParsing.date(text, start, end)).flatMap { $0 }
  }

  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>) {
    next(text)
    let (first, last) = FieldParsing.trimmed(text, start, end)
    guard first < last else { return }
    if last - first == 1 { value = Letter(rawValue: text[first]) } else { note(.notALetter) }
  }

  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>) {
    next(text)
    let (first, last) = FieldParsing.trimmed(text, start, end)
    guard last - first <= 8 else { return note(.outOfRange) }
    for index in first..<last {
      guard UInt8(ascii: "A")...UInt8(ascii: "Z") ~= text[index] else { return note(.notALetter) }
    }
    for index in first..<last { value.letters |= UInt64(text[index]) << UInt64(8 * (index - first)) }
  }

  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>) {
    next(text)
    value.bytes = FieldParsing.bytes(text, start, end)
  }

  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>) { unit(letter, or: letter, text) }

  mutating func unit(_ letter: UInt8, or other: UInt8, _ text: Span<UInt8>) {
    next(text)
    let (first, last) = FieldParsing.trimmed(text, start, end)
    guard first < last else { return }
    if last - first != 1 || text[first] != letter && text[first] != other { note(.otherUnit, fatal: true) }
  }

  mutating func skip(_ text: Span<UInt8>) { next(text) }
}
