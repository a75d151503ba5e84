/// A reader for sentences of common length, directly from the window around them.
///
/// Every index is bounded by a word of delimiters, so the compiler proves that it lies inside the window. Its
/// state lives in registers: no function takes the reader itself. Valid but unusual fields (a sign, many
/// decimals) go to `FieldParsing` by value; invalid ones only set `doubt`, and `CarefulReader` reads the
/// sentence again to report the fault.
struct QuickReader: FieldVisitor {
  private var low: UInt64
  private var high: UInt64
  private var start: Int
  private var end: Int
  /// Nonzero if a field is not plain.
  private var doubt: UInt32 = 0

  /// Whether all fields are plain, and exactly the existing fields were read, so that every byte was checked.
  @inline(__always)
  func isSound(bodyLength: Int) -> Bool { doubt == 0 && end == SentenceWindow.lead &+ bodyLength }

  /// Starts after the tag.
  @inline(__always)
  init(_ delimiters: Delimiters) {
    low = delimiters.low
    high = delimiters.high
    start = SentenceWindow.lead
    end = SentenceWindow.lead &- 1
    next()
  }

  @inline(__always)
  private mutating func next() {
    start = end &+ 1
    if low != 0 {
      end = SentenceWindow.lead &+ low.trailingZeroBitCount
      low &= low &- 1
    } else {
      // The top bit is a sentinel: past the last field, reading stops at the end of the window.
      end = SentenceWindow.lead &+ 64 &+ (high | 1 &<< 63).trailingZeroBitCount
      high &= high &- 1
    }
  }

  @inline(__always)
  func hasMore(since revision: Revision) -> Bool { low | high != 0 }
  var remaining: Int? { Delimiters(low: low, high: high).count }

  /// The number in `text[first..<last]`; up to eight digits take only a few instructions.
  @inline(__always)
  private mutating func number(_ first: Int, _ last: Int, _ text: Span<UInt8>) -> Double {
    let length = last &- first
    if length == 0 { return .nan }
    if length <= 8 {
      let keep = ~UInt64(0) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* length)
      let digits = (Digits.word(text, at: last &- 8) ^ Digits.zeros) & keep
      let (value, isPlain) = Digits.decimal(digits, length: length)
      if isPlain { return value }
    }
    let (value, isFault) = FieldParsing.unusualDecimal(text, first, last)
    if isFault { doubt = 1 }
    return value
  }

  @inline(__always)
  mutating func decimal(_ value: inout SparseDecimal, scale: Double, places: Int, _ text: Span<UInt8>) {
    next()
    value.raw = number(start, end, text) * scale
  }

  @inline(__always)
  mutating func integer<Raw>(
    _ value: inout SparseInteger<Raw>, in range: ClosedRange<Int32>, width: Int, _ text: Span<UInt8>
  ) {
    next()
    let number = integer(text)
    if number == Self.nothing { return }
    value.raw = Raw(truncatingIfNeeded: number)
    if number > range.upperBound || number < range.lowerBound { doubt = 1 }
  }

  @inline(__always)
  mutating func integers<let capacity: Int>(
    _ values: inout SparseIntegers<capacity>, count: Int, width: Int, _ text: Span<UInt8>
  ) {
    for index in 0..<min(count, capacity) {
      next()
      values.raw[index] = Int16(truncatingIfNeeded: integer(text))
    }
  }

  /// The value of an empty field, the one that 16-bit sparse numbers use.
  private static let nothing = Int32(Int16.min)

  /// Up to four digits, or `nothing` for an empty field.
  ///
  /// Tests for two digits first: most fields have them, and a predicted branch is free.
  @inline(__always)
  private mutating func integer(_ text: Span<UInt8>) -> Int32 {
    let length = end &- start
    if length == 2 {
      let digits = (Digits.half(text, at: start) & 0xFFFF) ^ 0x3030
      doubt |= (digits | (digits &+ 0x7676)) & 0x8080
      return Int32(bitPattern: (digits & 0xFF) &* 10 &+ (digits &>> 8))
    }
    if length == 1 {
      let digit = UInt32(text[start]) ^ 0x30
      doubt |= (digit | (digit &+ 0x76)) & 0x80
      return Int32(bitPattern: digit)
    }
    if length == 0 { return Self.nothing }
    let unused = UInt64(truncatingIfNeeded: 32 &- 8 &* length)
    let keep = UInt32(truncatingIfNeeded: UInt64(0xFFFF_FFFF) &<< unused)
    let digits = (Digits.half(text, at: end &- 4) ^ 0x3030_3030) & keep
    doubt |= (digits | (digits &+ 0x7676_7676)) & 0x8080_8080
    doubt |= UInt32(truncatingIfNeeded: 4 &- length) & 0x8000_0000
    let pairs = ((digits &* 2561) &>> 8) & 0x00FF_00FF
    return Int32(bitPattern: (pairs &* 6_553_601) &>> 16)
  }

  @inline(__always)
  mutating func hexadecimal<Raw>(_ value: inout SparseInteger<Raw>, _ text: Span<UInt8>) {
    next()
    if end == start { return }
    let digit = text[start] &- 48
    if end == start &+ 1, digit < 10 {
      value.raw = Raw(truncatingIfNeeded: digit)
    } else {
      let (number, isFault) = FieldParsing.unusualHexadecimal(text, start, end)
      value.raw = number.map { Raw(truncatingIfNeeded: $0) } ?? .min
      if isFault { doubt = 1 }
    }
  }

  @inline(__always)
  mutating func course(_ value: inout SparseDecimal, places: Int, _ text: Span<UInt8>) {
    next()
    let angle = number(start, end, text)
    value.raw = angle
    if angle < 0 || angle >= 360 { doubt = 1 }
  }

  @inline(__always)
  mutating func signed(
    _ value: inout SparseDecimal, positive: UInt8, negative: UInt8, scale: Double, places: Int,
    _ text: Span<UInt8>
  ) {
    next()
    let size = number(start, end, text) * scale
    next()
    let letter = text[start]
    value.raw = letter == negative ? -size : size
    let isPlain = end == start &+ 1 && (letter == positive || letter == negative)
    let isEmpty = end == start && size.isNaN
    if !isPlain && !isEmpty { doubt = 1 }
  }

  @inline(__always)
  mutating func latitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(&value, degreeDigits: 2, limit: 90, UInt8(ascii: "N"), UInt8(ascii: "S"), text)
  }

  @inline(__always)
  mutating func longitude(_ value: inout SparseDecimal, _ text: Span<UInt8>) {
    coordinate(&value, degreeDigits: 3, limit: 180, UInt8(ascii: "E"), UInt8(ascii: "W"), text)
  }

  @inline(__always)
  private mutating func coordinate(
    _ value: inout SparseDecimal, degreeDigits: Int, limit: Double, _ positive: UInt8, _ negative: UInt8,
    _ text: Span<UInt8>
  ) {
    next()
    let first = start
    let last = end
    next()
    if last == first {
      // A hemisphere without a coordinate may still be an invalid letter.
      if end != start { doubt = 1 }
      return
    }
    guard last &- first > degreeDigits &+ 2 else { return doubt = 1 }
    // Degrees, two digits of minutes and the dot, which must be zero; the bytes after it are shifted out.
    let (plain, unused) =
      degreeDigits == 2 ? (0x2E_3030_3030, 24) : (0x2E30_3030_3030, 16) as (UInt64, UInt64)
    let digits = ((Digits.word(text, at: first) ^ plain) &<< unused) &>> unused
    let pairs = Digits.pairs(digits)
    var degrees = Double(UInt8(truncatingIfNeeded: pairs))
    if degreeDigits == 3 {
      degrees = Double(UInt32(truncatingIfNeeded: (pairs & 0xFF) &* 10 &+ (digits &>> 16) & 0xFF))
    }
    let minutes = self.minutes(first &+ degreeDigits, last, text)
    let angle = degrees + minutes / 60
    let letter = text[start]
    value.raw = letter == negative ? -angle : angle
    // NaN fails the comparisons, so text that is not a number is doubtful too. Minutes have no sign.
    let isPlain =
      Digits.odd(digits) == 0 && digits < 1 &<< (56 &- unused) && minutes < 60 && angle <= limit
      && end == start &+ 1 && (letter == positive || letter == negative)
    if !isPlain { doubt = 1 }
  }

  /// The minutes of a coordinate in `text[first..<last]`, whose third byte is the dot.
  @inline(__always)
  private mutating func minutes(_ first: Int, _ last: Int, _ text: Span<UInt8>) -> Double {
    let length = last &- first
    guard length <= 8 else { return number(first, last, text) }
    let unused = 64 &- 8 &* length
    let keep = ~UInt64(0) &<< UInt64(truncatingIfNeeded: unused)
    let digits = (Digits.word(text, at: last &- 8) ^ Digits.zeros) & keep
    let (value, isPlain) = Digits.decimal(digits, dotAt: unused &+ 16)
    if !isPlain { doubt = 1 }
    return value
  }

  @inline(__always)
  mutating func time(_ value: inout TimeOfDay?, _ text: Span<UInt8>) {
    next()
    let length = end &- start
    if length == 0 { return }
    let digits = Digits.word(text, at: start) ^ 0x302E_3030_3030_3030
    let hundredths = text[start &+ 8] &- 48
    if length == 9, ((digits &+ 0x767F_7676_7676_7676) | digits) & 0x8080_8080_8080_8080 == 0,
      hundredths < 10
    {
      let pairs = Digits.pairs(digits)
      let hour = UInt8(truncatingIfNeeded: pairs)
      let minute = UInt8(truncatingIfNeeded: pairs &>> 16)
      let second = UInt8(truncatingIfNeeded: pairs &>> 32)
      if hour < 24, minute < 60, second <= 60 {
        let tenths = UInt32(truncatingIfNeeded: digits &>> 56)
        value = TimeOfDay(
          checkedHour: hour, minute, second,
          tenths &* 100_000_000 &+ UInt32(hundredths) &* 10_000_000)
        return
      }
    }
    let (time, isFault) = FieldParsing.unusualTime(text, start, end)
    value = time
    if isFault { doubt = 1 }
  }

  @inline(__always)
  mutating func date(_ value: inout DayMonthYear?, _ text: Span<UInt8>) {
    next()
    if end == start { return }
    // Six digits; the two bytes after them are shifted out.
    let digits = ((Digits.word(text, at: start) ^ Digits.zeros) &<< 16) &>> 16
    if end == start &+ 6, Digits.odd(digits) == 0 {
      let pairs = Digits.pairs(digits)
      let day = UInt8(truncatingIfNeeded: pairs)
      let month = UInt8(truncatingIfNeeded: pairs &>> 16)
      if day &- 1 < 31, month &- 1 < 12 {
        value = DayMonthYear(checkedDay: day, month, UInt8(truncatingIfNeeded: pairs &>> 32))
        return
      }
    }
    let (date, isFault) = FieldParsing.unusualDate(text, start, end)
    value = date
    if isFault { doubt = 1 }
  }

  @inline(__always)
  mutating func letter<Letter: RawRepresentable<UInt8>>(_ value: inout Letter?, _ text: Span<UInt8>) {
    next()
    if end == start { return }
    let byte = text[start]
    value = Letter(rawValue: byte)
    // Only digits and letters are plain. The careful reader handles spaces, which are padding of empty
    // fields, and nonprinting bytes, which invalidate the sentence.
    let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    if end != start &+ 1 || !isPlain { doubt = 1 }
  }

  @inline(__always)
  mutating func letters(_ value: inout ModeList, _ text: Span<UInt8>) {
    next()
    let length = end &- start
    if length <= 0 { return }
    let word = Digits.word(text, at: start)
    if length > 8 { doubt = 1 }
    let unused = UInt64(truncatingIfNeeded: 8 &* (8 &- min(length, 8)))
    value.letters = (word &<< unused) &>> unused
    // Uppercase letters are 0x41 to 0x5A: the first sum sets the top bit from A, the second after Z.
    let fromA = value.letters &+ 0x3F3F_3F3F_3F3F_3F3F
    let behindZ = value.letters &+ 0x2525_2525_2525_2525
    let capitals = fromA & ~(behindZ | value.letters) & 0x8080_8080_8080_8080
    doubt |= capitals == (0x8080_8080_8080_8080 &<< unused) &>> unused ? 0 : 1
  }

  mutating func text(_ value: inout FieldText, _ text: Span<UInt8>) {
    // Text may contain anything, and no frequent sentence has text; leave it to the careful reader.
    next()
    doubt = 1
  }

  @inline(__always)
  mutating func unit(_ letter: UInt8, _ text: Span<UInt8>) {
    next()
    if end != start, end != start &+ 1 || text[start] != letter { doubt = 1 }
  }

  @inline(__always)
  mutating func skip(_ text: Span<UInt8>) {
    next()
    if end != start { doubt = 1 }
  }
}
