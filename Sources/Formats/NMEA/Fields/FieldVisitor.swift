/// Walks over the fields of a sentence in their order: a reader fills them, a writer spells them out.
///
/// Each sentence describes its fields once, in ``SentenceContent/walk(_:_:)``, and is read and written by that one
/// description, so that the two can never disagree. The text goes along as a parameter because that is what keeps a
/// reader's own state in registers.
public protocol FieldVisitor {
  /// How many fields are still to come: in a reader those of the sentence; a writer does not know, and says nil.
  var remaining: Int? { get }
  /// Whether a field that came with a later edition is there: a reader looks, a writer knows its edition.
  func hasMore(since revision: Revision) -> Bool

  /// A number with a fraction; `scale` turns the sentence's unit into the value's.
  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>)
  /// A whole number of a range, written with at least `width` digits.
  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>)
  /// A row of whole numbers, none negative, each written with at least `width` digits.
  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>)
  /// A hexadecimal number of one or two digits.
  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>)
  /// An angle in degrees, brought into 0..<360.
  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>)
  /// A number and the letter of its direction, two fields, as `3.4,W`.
  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>)
  /// Latitude and its hemisphere, two fields; degrees, north positive.
  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>)
  /// Longitude and its hemisphere, two fields; degrees, east positive.
  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>)
  /// A time of day, hhmmss.ss.
  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>)
  /// A date, ddmmyy.
  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>)
  /// One letter.
  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>)
  /// Up to eight letters run together.
  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>)
  /// Text, with no comma and no star in it.
  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>)
  /// The letter of a unit, which says nothing new: written always, read only to be sure of it.
  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>)
  /// The same where some makers write another letter, which is only read.
  mutating func unit(_ letter: UInt8, or other: UInt8, _ text: Span<UInt8>)
  /// A field that is passed over, and written empty.
  mutating func skip(_ text: Span<UInt8>)
}

extension FieldVisitor {
  /// For visitors that write.
  public mutating func unit(_ letter: UInt8, or other: UInt8, _ text: Span<UInt8>) { unit(letter, text) }

  /// A number with a fraction, as the sentence says it.
  @inline(__always)
  public mutating func decimal(_ value: inout SparseDecimal, places: Int = 1, _ text: Span<UInt8>) {
    decimal(&value, scale: 1, places: places, text)
  }

  /// A whole number that is not negative.
  @inline(__always)
  public mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, width: Int = 1, _ text: Span<UInt8>
  ) {
    integer(&value, in: 0...Int32(clamping: Raw.max), width: width, text)
  }

  /// A whole number of this range.
  @inline(__always)
  public mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, _ text: Span<UInt8>
  ) {
    integer(&value, in: range, width: 1, text)
  }
}
