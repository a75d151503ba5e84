/// Formats numbers directly into bytes, without intermediate strings.
package enum FixedDecimal {
  /// Appends a finite number, rounded to the given number of decimals, at most 9.
  ///
  /// Zero has no sign.
  package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    var power: UInt64 = 1
    for _ in 0..<decimals { power *= 10 }
    let scaled = (value.magnitude * Double(power)).rounded()
    // Beyond 2^53, a number has no decimals.
    guard scaled < 9e15 else { return bytes.append(contentsOf: value.description.utf8) }
    let whole = UInt64(scaled)
    if value < 0, whole > 0 { bytes.append(UInt8(ascii: "-")) }
    append(whole / power, to: &bytes)
    guard decimals > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    append(whole % power, digits: decimals, to: &bytes)
  }

  /// Appends an integer.
  package static func append(_ value: Int, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(UInt64(value.magnitude), to: &bytes)
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    if value < 1000 { return append(small: UInt32(value), to: &bytes) }
    var digits = 1
    var rest = value / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    append(value, digits: digits, to: &bytes)
  }

  /// Most numbers in a sky are small, and divisions by constants are fast.
  private static func append(small value: UInt32, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 3) { output in
      if value >= 100 { output.append(UInt8(ascii: "0") + UInt8(value / 100)) }
      if value >= 10 { output.append(UInt8(ascii: "0") + UInt8(value / 10 % 10)) }
      output.append(UInt8(ascii: "0") + UInt8(value % 10))
    }
  }

  /// Appends an integer with leading zeros; digits beyond the width are dropped.
  package static func append(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
    if digits == 1 { return bytes.append(UInt8(ascii: "0") + UInt8(value % 10)) }
    bytes.append(addingCapacity: digits) { output in
      var unit: UInt64 = 1
      for _ in 1..<max(1, digits) { unit *= 10 }
      for _ in 0..<digits {
        output.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
        unit /= 10
      }
    }
  }
}
