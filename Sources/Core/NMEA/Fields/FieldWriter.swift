/// A visitor that writes the fields of a sentence, each after a comma: in a receiver's style, or exactly.
struct FieldWriter: Sendable, FieldVisitor {
  let style: SentenceStyle
  /// Whether zeros at the end of the decimal places of a number are left out.
  private let isExact: Bool
  /// The bytes written; the end of the current sentence is still in `draft`.
  var bytes: [UInt8] = []
  /// Buffered bytes: appending each to the array would cost an array's checks per byte.
  private var draft = InlineArray<256, UInt8>(repeating: 0)
  private var drafted = 0
  /// The decimal places of the remaining numbers in this sentence.
  var decimals = Decimals()
  /// The fewest digits of a number of satellites in this sentence.
  var countDigits = 2
  /// Whether unit letters are left out.
  var omitsUnits = false

  /// Writes in a receiver's style.
  init(_ style: SentenceStyle) { (self.style, isExact) = (style, false) }

  /// Writes at full precision.
  init(exact revision: Revision) {
    var style = SentenceStyle()
    style.revision = revision
    (style.timeDecimals, style.minuteDecimals, style.azimuthDigits) = (9, 7, 2)
    (self.style, isExact) = (style, true)
  }

  /// Begins a sentence, and returns the offset of its body.
  mutating func begin() -> Int {
    put(UInt8(ascii: "$"))
    return bytes.count + drafted
  }

  /// Ends the sentence whose body starts at this offset.
  mutating func end(_ start: Int) {
    if style.checksum != .none {
      let sum = checksum(start)
      let letter: UInt8 = style.checksum == .small ? 32 : 0
      let high = HexDigit.capital(sum >> 4)
      let low = HexDigit.capital(sum & 15)
      put(UInt8(ascii: "*"))
      put(high > UInt8(ascii: "9") ? high | letter : high)
      put(low > UInt8(ascii: "9") ? low | letter : low)
    }
    if style.lineEnd == .doubleCarriageReturn { put(0x0D) }
    if style.lineEnd != .lineFeed { put(0x0D) }
    put(0x0A)
    spill()
  }

  /// The checksum of the body from this offset, across `bytes` and `draft`.
  private func checksum(_ start: Int) -> UInt8 {
    guard start < bytes.count else {
      return Checksum.of(draft.span.extracting((start - bytes.count)..<drafted))
    }
    return Checksum.of(bytes.span.extracting(start...)) ^ Checksum.of(draft.span.extracting(0..<drafted))
  }

  mutating func append(contentsOf text: some Sequence<UInt8>) {
    spill()
    bytes.append(contentsOf: text)
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { letters in for index in letters.indices { put(unsafe letters[index]) } }
  }

  @inline(__always)
  mutating func append(_ talker: Talker) {
    put(talker.first)
    put(talker.second)
  }

  /// Appends one byte; the draft has room for everything between two commas except text.
  @inline(__always)
  fileprivate mutating func put(_ byte: UInt8) {
    draft[drafted & 255] = byte
    drafted &+= 1
  }

  @inline(__always)
  fileprivate mutating func comma() {
    if drafted > 160 { spill() }
    put(UInt8(ascii: ","))
  }

  private mutating func spill() {
    let span = draft.span.extracting(0..<drafted)
    unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    drafted = 0
  }

  /// An integer, padded with zeros to `width` digits.
  @inline(__always)
  fileprivate mutating func digits(_ number: UInt64, width: Int) {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count &+= 1
      rest /= 10
    }
    count = max(count, width)
    var place = drafted &+ count
    drafted = place
    rest = number
    while count > 0 {
      place &-= 1
      draft[place & 255] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count &-= 1
    }
  }

  /// A number with exactly this many decimal places; empty if it does not fit.
  @inline(__always)
  fileprivate mutating func number(_ number: Double, places: Int, width: Int = 1) {
    let weight = UInt64(Digits.power(places))
    guard let units = DecimalText.nearest(abs(number) * Double(weight)) else { return }
    if number < 0, units > 0 { put(UInt8(ascii: "-")) }
    digits(units / weight, width: width)
    fraction(units % weight, places)
  }

  /// The decimal places of a number; an exact writer leaves out zeros at their end, but for the `fewest`.
  @inline(__always)
  fileprivate mutating func fraction(_ units: UInt64, _ places: Int, fewest: Int = 1) {
    guard places > 0 else { return }
    var (units, places) = (units, places)
    while isExact, places > fewest, units % 10 == 0 {
      units /= 10
      places &-= 1
    }
    put(UInt8(ascii: "."))
    digits(units, width: places)
  }

  @inline(__always)
  fileprivate mutating func integer(_ number: Int, width: Int) {
    if number < 0 { put(UInt8(ascii: "-")) }
    digits(UInt64(number.magnitude), width: width)
  }

  @inline(__always)
  private mutating func coordinate(
    _ value: SparseDecimal, degreeDigits: Int, _ positive: UInt8, _ negative: UInt8
  ) {
    let weight = UInt64(Digits.power(style.minuteDecimals))
    let angle = value.raw
    comma()
    guard let units = DecimalText.nearest(abs(angle) * 60 * Double(weight)) else { return comma() }
    let minutes = units / weight
    digits(minutes / 60, width: degreeDigits)
    digits(minutes % 60, width: 2)
    fraction(units % weight, style.minuteDecimals, fewest: style.minuteDecimals)
    comma()
    put(angle.sign == .minus && (units > 0 || isExact) ? negative : positive)
  }

  var remaining: Int? { nil }

  @inline(__always)
  func hasMore(since revision: Revision) -> Bool { style.revision >= revision }

  @inline(__always)
  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>) {
    comma()
    let places = decimals.next(own: places)
    guard !value.raw.isNaN else { return }
    let isSpeed = scale == Knots.inMetersPerSecond || scale == KilometersPerHour.inMetersPerSecond
    number(value.raw / scale, places: places, width: isSpeed ? style.speedDigits : 1)
  }

  @inline(__always)
  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>
  ) {
    comma()
    guard let number = value.wrappedValue else { return }
    integer(number, width: width == 2 ? countDigits : width)
  }

  @inline(__always)
  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>
  ) {
    // Satellites in view have four numbers each: number, elevation, azimuth, strength. GSA has 24 places.
    let isView = capacity == 32
    for index in 0..<min(count, capacity) {
      comma()
      let number = values.raw[index]
      guard number != .min else {
        if isView, index & 3 == 3, style.silence == .zeros, values.raw[index &- 3] != .min {
          digits(0, width: 2)
        }
        continue
      }
      integer(Int(number), width: isView && index & 3 == 2 ? style.azimuthDigits : width)
    }
  }

  @inline(__always)
  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>) {
    comma()
    guard let number = value.wrappedValue else { return }
    let byte = UInt8(truncatingIfNeeded: number)
    if byte > 15 { put(HexDigit.capital(byte >> 4)) }
    put(HexDigit.capital(byte & 15))
  }

  @inline(__always)
  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>) {
    comma()
    let places = isExact ? places : style.courseDecimals
    let weight = UInt64(Digits.power(places))
    // Round before normalizing, so that 359.999 becomes 0.0 and not 360.0.
    guard let units = DecimalText.nearest(FieldParsing.wrapped(value.raw) * Double(weight)) else { return }
    let inCircle = units % (360 * weight)
    digits(inCircle / weight, width: style.courseDigits)
    fraction(inCircle % weight, places)
  }

  @inline(__always)
  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>
  ) {
    comma()
    guard let units = DecimalText.nearest(abs(value.raw) / scale * Digits.power(places)) else {
      return comma()
    }
    let weight = UInt64(Digits.power(places))
    digits(units / weight, width: style.variationDigits)
    fraction(units % weight, places)
    comma()
    put(value.raw.sign == .minus ? negative : positive)
  }

  @inline(__always)
  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(value, degreeDigits: 2, UInt8(ascii: "N"), UInt8(ascii: "S"))
  }

  @inline(__always)
  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(value, degreeDigits: 3, UInt8(ascii: "E"), UInt8(ascii: "W"))
  }

  @inline(__always)
  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>) {
    comma()
    guard let time = value else { return }
    digits(UInt64(time.hour) * 10_000 + UInt64(time.minute) * 100 + UInt64(time.second), width: 6)
    // Truncate: a field can't carry into the date, so callers round the whole instant first.
    let places = min(style.timeDecimals, 9)
    fraction(UInt64(time.nanosecond) / UInt64(Digits.power(9 - places)), places, fewest: 2)
  }

  @inline(__always)
  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>) {
    comma()
    guard let date = value else { return }
    digits(UInt64(date.day) * 10_000 + UInt64(date.month) * 100 + UInt64(date.year), width: 6)
  }

  @inline(__always)
  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>) {
    comma()
    if let value { put(value.rawValue) }
  }

  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>) {
    comma()
    for index in 0..<value.count { if let mode = value[index] { put(mode.rawValue) } }
  }

  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>) {
    comma()
    append(contentsOf: value.bytes)
  }

  @inline(__always)
  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>) {
    comma()
    if !omitsUnits { put(letter) }
  }

  mutating func skip(_ text: Span<UInt8>) { comma() }
}
