/// What is left of a thing that decays.
enum Decay {
  /// e to the power of −x, for x of zero or more: a short series for a small part of x, squared up again.
  static func factor(_ exponent: Double) -> Double {
    guard exponent > 0 else { return 1 }
    guard exponent < 700 else { return 0 }
    var part = exponent
    var doublings = 0
    while part > 0.125 {
      part /= 2
      doublings += 1
    }
    var sum = 1.0
    for divisor in stride(from: 10.0, through: 1, by: -1) { sum = 1 - part / divisor * sum }
    for _ in 0..<doublings { sum *= sum }
    return sum
  }
}
