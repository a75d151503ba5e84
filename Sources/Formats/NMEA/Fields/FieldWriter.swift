/// A visitor that writes the fields of a sentence, each after a comma.
struct FieldWriter {
  /// The body, without `$`.
  private(set) var bytes: [UInt8]
  private let revision: Revision

  /// Starts with the tag.
  init(tag: [UInt8], revision: Revision) {
    bytes = tag
    self.revision = revision
  }

  private mutating func field(_ text: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: text)
  }

  private mutating func coordinate(
    _ value: SparseDecimal, degreeDigits: Int, _ positive: UInt8, _ negative: UInt8
  ) {
    // Computes in units of 1e-7 minutes, so that 59.99999999 carries into the degrees and never becomes 60.
    let unitsPerMinute = 10_000_000.0
    let angle = value.raw
    guard let units = DecimalText.nearest(abs(angle) * 60 * unitsPerMinute) else {
      // Missing: writing 0 would be a valid position.
      field([])
      return field([])
    }
    let unitsPerDegree = UInt64(60 * unitsPerMinute)
    var text = DecimalText.digits(units / unitsPerDegree, width: degreeDigits)
    text += DecimalText.digits(units % unitsPerDegree / UInt64(unitsPerMinute), width: 2)
    text.append(UInt8(ascii: "."))
    text += DecimalText.digits(units % UInt64(unitsPerMinute), width: 7)
    field(text)
    field([angle.sign == .minus ? negative : positive])
  }
}

extension FieldWriter: FieldVisitor {
  var remaining: Int? { nil }

  func hasMore(since revision: Revision) -> Bool { self.revision >= revision }

  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>) {
    field(value.wrappedValue.map { DecimalText.decimal($0 / scale, places: places) } ?? [])
  }

  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>
  ) { field(value.wrappedValue.map { DecimalText.integer($0, width: width) } ?? []) }

  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>
  ) {
    for index in 0..<min(count, capacity) {
      field(values[index].map { DecimalText.integer($0, width: width) } ?? [])
    }
  }

  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>) {
    field(value.wrappedValue.map { DecimalText.hexadecimal($0) } ?? [])
  }

  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>) {
    // Round before normalizing, so that 359.999 becomes 0.0 and not 360.0.
    let weight = Digits.power(places)
    guard let units = DecimalText.nearest(FieldParsing.wrapped(value.raw) * weight) else { return field([]) }
    field(DecimalText.decimal(Double(units % UInt64(360 * weight)) / weight, places: places))
  }

  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>
  ) {
    let number = value.raw
    let size = DecimalText.decimal(abs(number) / scale, places: places)
    field(size)
    field(size.isEmpty ? [] : [number.sign == .minus ? negative : positive])
  }

  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(value, degreeDigits: 2, UInt8(ascii: "N"), UInt8(ascii: "S"))
  }

  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(value, degreeDigits: 3, UInt8(ascii: "E"), UInt8(ascii: "W"))
  }

  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>) {
    field(value.map { DecimalText.time($0) } ?? [])
  }

  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>) {
    field(
      value.map { date in
        [date.day, date.month, date.year].flatMap { DecimalText.digits(UInt64($0), width: 2) }
      } ?? [])
  }

  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>) {
    field(value.map { [$0.rawValue] } ?? [])
  }

  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>) {
    field((0..<value.count).compactMap { value[$0]?.rawValue })
  }

  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>) { field(value.bytes) }

  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>) { field([letter]) }

  mutating func skip(_ text: Span<UInt8>) { field([]) }
}
