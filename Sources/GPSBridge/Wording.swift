/// Numbers with a fixed count of decimals, for people: `48.117300`.
enum FixedText {
  /// The number, rounded; numbers too large for that as Swift writes them.
  static func of(_ number: Double, decimals: Int) -> String {
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(number) * Double(scale)).rounded()
    guard scaled < 9e15 else { return "\(number)" }
    let whole = UInt64(scaled)
    let sign = number < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(whole) }
    let rest = String(whole % scale)
    return sign + String(whole / scale) + "." + String(repeating: "0", count: decimals - rest.count) + rest
  }
}
