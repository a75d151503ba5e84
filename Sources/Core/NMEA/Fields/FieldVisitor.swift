/// A visitor of the fields of a sentence, in order: a reader sets them, a writer formats them.
///
/// Each sentence describes its fields once, in ``SentenceContent/walk(_:_:)``, for both reading and writing,
/// so that the two always agree. Passing the text as a parameter keeps a reader's state in registers.
public protocol FieldVisitor {
  /// The number of remaining fields in a reader; nil in a writer.
  var remaining: Int? { get }
  /// Whether a field that a later revision added is present: a reader checks, a writer compares its revision.
  func hasMore(since revision: Revision) -> Bool

  /// Visits a number with a fraction; `scale` converts the sentence's unit to the unit of the value.
  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>)
  /// Visits an integer within a range, written with at least `width` digits.
  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>)
  /// Visits an array of non-negative integers, each written with at least `width` digits.
  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>)
  /// Visits a hexadecimal number of one or two digits.
  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>)
  /// Visits an angle in degrees, normalized to 0..<360.
  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>)
  /// Visits a number and its direction letter, two fields such as `3.4,W`.
  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>)
  /// Visits a latitude and its hemisphere, two fields; the value is in degrees, north positive.
  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>)
  /// Visits a longitude and its hemisphere, two fields; the value is in degrees, east positive.
  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>)
  /// Visits a time of day, hhmmss.ss.
  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>)
  /// Visits a date, ddmmyy.
  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>)
  /// Visits one letter.
  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>)
  /// Visits up to eight letters in one field.
  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>)
  /// Visits a text without commas or stars.
  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>)
  /// Visits the constant letter of a unit: always written, and only checked when reading.
  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>)
  /// Visits the letter of a unit, or another letter that some makers send; only the first is written.
  mutating func unit(_ letter: UInt8, or other: UInt8, _ text: Span<UInt8>)
  /// Skips a field, which is written empty.
  mutating func skip(_ text: Span<UInt8>)
}

extension FieldVisitor {
  /// Visits the letter of a unit; this default is for writers.
  public mutating func unit(_ letter: UInt8, or other: UInt8, _ text: Span<UInt8>) { unit(letter, text) }

  /// Visits a number with a fraction, in the unit of the sentence.
  @inline(__always)
  public mutating func decimal(_ value: inout SparseDecimal, places: Int = 1, _ text: Span<UInt8>) {
    decimal(&value, scale: 1, places: places, text)
  }

  /// Visits a non-negative integer.
  @inline(__always)
  public mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, width: Int = 1, _ text: Span<UInt8>
  ) { integer(&value, in: 0...Int32(clamping: Raw.max), width: width, text) }

  /// Visits an integer within this range.
  @inline(__always)
  public mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, _ text: Span<UInt8>
  ) { integer(&value, in: range, width: 1, text) }

  /// Visits a latitude and a longitude, four fields.
  @inline(__always)
  mutating func position(
    _ latitude: inout SparseDecimal, _ longitude: inout SparseDecimal, _ text: Span<UInt8>
  ) {
    self.latitude(&latitude, text)
    self.longitude(&longitude, text)
  }

  /// Visits an angle and the constant letter of the north that it is measured from.
  @inline(__always)
  mutating func course(_ value: inout SparseDecimal, places: Int, from north: UInt8, _ text: Span<UInt8>) {
    course(&value, places: places, text)
    unit(north, text)
  }

  /// Visits an angle and its direction, east or west.
  @inline(__always)
  mutating func eastward(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>) {
    signed(&value, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), scale: 1, places: places, text)
  }

  /// Visits a distance from the track in nautical miles and the direction to steer, right or left.
  @inline(__always)
  mutating func crossTrack(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    signed(
      &value, positive: UInt8(ascii: "R"), negative: UInt8(ascii: "L"), scale: NauticalMiles.inMeters,
      places: 4, text)
  }
}
