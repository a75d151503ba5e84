/// Numbers with a fixed count of decimals.
package enum FixedDecimal {
  /// Appends a finite number, rounded to so many decimals, at most 9.
  ///
  /// Zero has no sign.
  package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    var power: UInt64 = 1
    for _ in 0..<decimals { power *= 10 }
    let scaled = (value.magnitude * Double(power)).rounded()
    // Beyond 2^53 there are no decimals to speak of.
    guard scaled < 9e15 else { return bytes.append(contentsOf: value.description.utf8) }
    let whole = UInt64(scaled)
    if value < 0, whole > 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: (whole / power).description.utf8)
    guard decimals > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    append(whole % power, digits: decimals, to: &bytes)
  }

  /// Appends a whole number with zeros in front of it.
  package static func append(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = value
    for _ in 0..<digits {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }
}
