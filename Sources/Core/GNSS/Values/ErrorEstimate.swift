/// The estimated error of a position at 68 % confidence, and the source of the estimate.
public struct ErrorEstimate: Sendable, Hashable {
  /// The source of an estimate, the best first.
  public enum Source: UInt8, Sendable, Hashable {
    /// Standard deviations of the solution (GST).
    case gst
    /// The receiver's own estimate (PUBX,00, NAV-PVT, PQTMEPE).
    case receiver
    /// Expected errors of the integrity check (GBS).
    case gbs
    /// Garmin's estimate (PGRME).
    case pgrme
    /// Dilution of precision and ``RangeErrors``.
    case dilution
  }

  /// The radius in meters that contains the true position in 68 of 100 cases.
  public var horizontal: Double?
  /// The error in meters that the altitude does not exceed in 68 of 100 cases.
  public var vertical: Double?
  /// The source of the estimate.
  public var source: Source

  /// The fraction of the horizontal variance along the east axis: one half if only the circle is known.
  ///
  /// A `Float`, so that it fits into padding of a fix.
  private var eastShare: Float = 0.5

  /// Creates an estimate from values at 68 %.
  public init(horizontal: Double?, vertical: Double?, source: Source) {
    (self.horizontal, self.vertical, self.source) = (horizontal, vertical, source)
  }

  /// Creates an estimate from the standard deviations of both axes and of the altitude.
  ///
  /// In two dimensions, the 68 % circle is wider than an axis's standard deviation: 1.515 σ.
  public init(north: Double?, east: Double?, up: Double?, source: Source) {
    if let north, let east {
      let variance = north * north + east * east
      horizontal = Confidence.circle68 * SquareRoot.of(variance / 2)
      if variance > 0, variance.isFinite { eastShare = Float(east * east / variance) }
    }
    vertical = up
    self.source = source
  }

  /// The standard deviation along the north axis in meters; the circle's if the axes are unknown.
  public var north: Double? { axis(share: 1 - Double(eastShare)) }

  /// The standard deviation along the east axis in meters; the circle's if the axes are unknown.
  public var east: Double? { axis(share: Double(eastShare)) }

  private func axis(share: Double) -> Double? {
    horizontal.map { $0 / Confidence.circle68 * SquareRoot.of(2 * share) }
  }

  /// The radius of the 68 % circle in standard deviations of an axis.
  package static let axisToCircle = Confidence.circle68

  /// Creates an estimate from dilutions and typical range errors.
  ///
  /// Nil without a dilution, or if the fix uses no satellites.
  package init?(_ dilution: DilutionOfPrecision, quality: FixQuality?, signals: SignalSpread? = nil) {
    guard dilution.horizontal != nil || dilution.vertical != nil, let ranges = RangeErrors(usualFor: quality)
    else { return nil }
    horizontal = dilution.horizontal.map { ranges.horizontal(dilution: $0, signals: signals) }
    vertical = dilution.vertical.map { ranges.vertical(dilution: $0, signals: signals) }
    source = .dilution
  }

  /// Whether the estimate has values and a better source than a known one; of equals, the first wins.
  func isBetter(than known: ErrorEstimate?) -> Bool {
    guard horizontal != nil || vertical != nil else { return false }
    guard let known else { return true }
    return source.rawValue < known.source.rawValue
  }
}

/// Conversions between the confidence levels that receivers use.
enum Confidence {
  /// The radius of the 68.27 % circle in standard deviations of an axis.
  static let circle68 = 1.5152
  /// From a 50 % circle to a 68 % circle.
  static let circle50To68 = 1.2869
  /// From a 50 % interval to a 68 % interval.
  static let interval50To68 = 1.4826
}

/// Square roots without libm, which debug builds of the standard library call: pure modules link no C.
enum SquareRoot {
  /// The square root, to the last bit or the one before; NaN for a negative number.
  ///
  /// Halving the exponent gives a guess within six percent, and each Newton step doubles the correct digits.
  static func of(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return number == 0 ? 0 : .nan }
    var root = Double(bitPattern: number.bitPattern / 2 + 0x1FF8_0000_0000_0000)
    for _ in 0..<5 { root = (root + number / root) / 2 }
    return root
  }
}
