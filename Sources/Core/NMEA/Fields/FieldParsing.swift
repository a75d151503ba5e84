// Parses one field byte by byte: the fallback of the quick reader, and the parser for long or rare sentences.
// It handles every case, without overflow.

enum FieldResult<Value> {
  case success(Value)
  case failure(FieldFault.Reason)
}

/// Parses single fields in `bytes[start..<end]`.
enum FieldParsing {
  /// The field without the spaces that some receivers use as padding.
  static func trimmed(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (Int, Int) {
    var start = start
    var end = end
    while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
    while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return (start, end)
  }

  /// A number with sign and fraction; NaN for an empty or blank field.
  ///
  /// Up to 18 digits count. Further decimals are insignificant; further integer digits are an error.
  static func decimal(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> FieldResult<Double> {
    var (index, end) = trimmed(bytes, start, end)
    guard index < end else { return .success(.nan) }
    var isNegative = false
    if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var seen = 0
    var places = 0
    var hasDot = false
    while index < end {
      let digit = bytes[index] &- 48
      if digit < 10 {
        seen += 1
        // Division by a power of ten is exact up to 22 places; further decimals are insignificant.
        if digits < 18, places < 22 {
          mantissa = mantissa * 10 + UInt64(digit)
          if mantissa > 0 { digits += 1 }
          if hasDot { places += 1 }
        } else if !hasDot {
          return .failure(.outOfRange)
        }
      } else if bytes[index] == UInt8(ascii: "."), !hasDot {
        hasDot = true
      } else {
        return .failure(.notANumber)
      }
      index += 1
    }
    guard seen > 0 else { return .failure(.notANumber) }
    let value = Double(mantissa) / Digits.power(places)
    return .success(isNegative ? -value : value)
  }

  /// An integer within a range; fractions, which some receivers send, are rounded.
  ///
  /// Nil for an empty or blank field.
  static func integer(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, in range: ClosedRange<Int32>
  ) -> FieldResult<Int32?> {
    switch decimal(bytes, start, end) {
    case .failure(let reason): return .failure(reason)
    case .success(let value):
      if value.isNaN { return .success(nil) }
      guard let size = DecimalText.nearest(abs(value)), size <= UInt64(Int32.max) else {
        return .failure(.outOfRange)
      }
      let number = value < 0 ? -Int32(size) : Int32(size)
      return range ~= number ? .success(number) : .failure(.outOfRange)
    }
  }

  /// One or two hexadecimal digits; nil for an empty or blank field.
  static func hexadecimal(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> FieldResult<UInt8?> {
    let (start, end) = trimmed(bytes, start, end)
    guard start < end else { return .success(nil) }
    guard end - start <= 2 else { return .failure(.outOfRange) }
    let high = end - start == 2 ? bytes[start] : UInt8(ascii: "0")
    guard let value = Checksum.value(high, bytes[end - 1]) else { return .failure(.notANumber) }
    return .success(value)
  }

  /// An angle normalized to 0..<360; NaN for an angle that neither rounding nor a sign convention explains.
  static func wrapped(_ angle: Double) -> Double {
    guard angle >= -360, angle <= 720 else { return .nan }
    var angle = angle
    while angle < 0 { angle += 360 }
    while angle >= 360 { angle -= 360 }
    return angle
  }

  /// Degrees and minutes as `ddmm.mmmm`: the last two digits before the dot are whole minutes.
  static func angle(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, limit: Double
  ) -> FieldResult<Double> {
    let (start, end) = trimmed(bytes, start, end)
    guard start < end else { return .success(.nan) }
    var dot = start
    while dot < end, bytes[dot] != UInt8(ascii: ".") { dot += 1 }
    // Degrees are digits only: the hemisphere holds the sign.
    for index in start..<dot where bytes[index] &- 48 >= 10 { return .failure(.notANumber) }
    let split = max(start, dot - 2)
    var degrees = 0.0
    if split > start {
      guard case .success(let value) = decimal(bytes, start, split) else { return .failure(.outOfRange) }
      degrees = value
    }
    guard case .success(let minutes) = decimal(bytes, split, end), !minutes.isNaN else {
      return .failure(.notANumber)
    }
    guard minutes < 60, degrees + minutes / 60 <= limit else { return .failure(.outOfRange) }
    return .success(degrees + minutes / 60)
  }

  /// +1 or −1 for a hemisphere letter; NaN for an empty field.
  static func side(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, positive: UInt8, negative: UInt8
  ) -> FieldResult<Double> {
    let (start, end) = trimmed(bytes, start, end)
    guard start < end else { return .success(.nan) }
    guard end - start == 1 else { return .failure(.notAHemisphere) }
    if bytes[start] == positive { return .success(1) }
    if bytes[start] == negative { return .success(-1) }
    return .failure(.notAHemisphere)
  }

  /// A time as hhmmss with any number of decimal places; nil for an empty or blank field.
  static func time(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> FieldResult<TimeOfDay?> {
    let (start, end) = trimmed(bytes, start, end)
    guard start < end else { return .success(nil) }
    guard end - start >= 6, let hour = pair(bytes, start), let minute = pair(bytes, start + 2),
      let second = pair(bytes, start + 4)
    else { return .failure(.notATime) }
    var nanosecond = 0
    if end - start > 6 {
      guard bytes[start + 6] == UInt8(ascii: ".") else { return .failure(.notATime) }
      var weight = 100_000_000
      for index in (start + 7)..<end {
        let digit = bytes[index] &- 48
        guard digit < 10 else { return .failure(.notATime) }
        nanosecond += Int(digit) * weight
        weight /= 10
      }
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    else { return .failure(.outOfRange) }
    return .success(time)
  }

  /// A date as ddmmyy; nil for an empty or blank field.
  static func date(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> FieldResult<DayMonthYear?> {
    let (start, end) = trimmed(bytes, start, end)
    guard start < end else { return .success(nil) }
    guard end - start == 6, let day = pair(bytes, start), let month = pair(bytes, start + 2),
      let year = pair(bytes, start + 4)
    else { return .failure(.notADate) }
    guard let date = DayMonthYear(day: day, month: month, year: year) else { return .failure(.outOfRange) }
    return .success(date)
  }

  /// Parses two digits.
  static func pair(_ bytes: Span<UInt8>, _ index: Int) -> Int? {
    let a = bytes[index] &- 48
    let b = bytes[index + 1] &- 48
    return a < 10 && b < 10 ? Int(a) * 10 + Int(b) : nil
  }

  /// The bytes of a field, as an array.
  static func bytes(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(end - start)
    for index in start..<end { copy.append(bytes[index]) }
    return copy
  }

  // MARK: - Out-of-line fallbacks of the quick reader

  /// A number other than up to eight plain digits, and whether it is invalid.
  @inline(never)
  static func unusualDecimal(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (Double, isFault: Bool) {
    switch decimal(bytes, start, end) {
    case .success(let value): return (value, false)
    case .failure: return (.nan, true)
    }
  }

  @inline(never)
  static func unusualHexadecimal(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (UInt8?, isFault: Bool) {
    switch hexadecimal(bytes, start, end) {
    case .success(let value): return (value, false)
    case .failure: return (nil, true)
    }
  }

  @inline(never)
  static func unusualTime(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (TimeOfDay?, isFault: Bool) {
    switch time(bytes, start, end) {
    case .success(let value): return (value, false)
    case .failure: return (nil, true)
    }
  }

  @inline(never)
  static func unusualDate(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (DayMonthYear?, isFault: Bool) {
    switch date(bytes, start, end) {
    case .success(let value): return (value, false)
    case .failure: return (nil, true)
    }
  }
}
