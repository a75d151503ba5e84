/// Formats numbers directly into bytes, without intermediate strings.
package enum FixedDecimal {
  /// The most bytes that a number needs, if it is not longer than its digits.
  package static let longest = 32

  /// Appends a finite number, rounded to the given number of decimals, at most 9.
  ///
  /// Zero has no sign.
  package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: longest) { append(value, decimals: decimals, to: &$0) }
  }

  package static func append(_ value: Double, decimals: Int, to output: inout OutputSpan<UInt8>) {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let scaled = value.magnitude * power
    // Beyond 2^53, a number has no decimals.
    guard scaled < 9e15 else {
      for byte in value.description.utf8 { output.append(byte) }
      return
    }
    var whole = Int64(scaled)
    // Not `rounded()`, which calls the mathematics library. This difference is exact.
    if scaled - Double(whole) >= 0.5 { whole += 1 }
    if value < 0, whole > 0 { output.append(UInt8(ascii: "-")) }
    append(UInt64(whole), digits: decimals + 1...longest, decimals: decimals, to: &output)
  }

  /// Appends a finite number like its description, with the fewest digits that parse to the same number.
  ///
  /// Up to 15 digits, two decimals never parse to the same number, so a matching decimal is the description, without
  /// trailing zeros.
  package static func append(shortest value: Double, to bytes: inout [UInt8]) {
    let size = value.magnitude
    // The description of a smaller number has an exponent.
    if size >= 0.001, size < 1e6 {
      for (decimals, power) in [(4, 1e4), (9, 1e9)] {
        var (whole, count) = (Int64(size * power + 0.5), decimals)
        guard Double(whole) / power == size else { continue }
        while count > 1, whole % 10 == 0 { (whole, count) = (whole / 10, count - 1) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        return bytes.append(addingCapacity: longest) {
          append(UInt64(whole), digits: count + 1...longest, decimals: count, to: &$0)
        }
      }
    }
    bytes += value.description.utf8
  }

  package static func append(_ value: Int, to output: inout OutputSpan<UInt8>) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    append(UInt64(value.magnitude), digits: 1...longest, decimals: 0, to: &output)
  }

  /// Appends an integer with leading zeros; digits beyond the width are dropped.
  package static func append(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: digits) { append(value, digits: digits, to: &$0) }
  }

  package static func append(_ value: UInt64, digits: Int, to output: inout OutputSpan<UInt8>) {
    append(value, digits: digits...digits, decimals: 0, to: &output)
  }

  /// Appends an integer with a decimal point before its last digits, if there are decimals.
  private static func append(
    _ value: UInt64, digits: ClosedRange<Int>, decimals: Int, to output: inout OutputSpan<UInt8>
  ) {
    // Backward, since divisions by a constant are fast.
    var text = InlineArray<32, UInt8>(repeating: 0)
    var (rest, count) = (value, 0)
    while count < digits.lowerBound || rest > 0 && count < digits.upperBound {
      let (next, digit) = rest.quotientAndRemainder(dividingBy: 10)
      text[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      (rest, count) = (next, count + 1)
    }
    while count > 0 {
      if count == decimals { output.append(UInt8(ascii: ".")) }
      count -= 1
      output.append(text[count])
    }
  }
}
