/// How wrong a position may be, at 68 % confidence, and the origin of that estimate.
public struct ErrorEstimate: Sendable, Hashable {
  /// The origin of an estimate, the best first.
  public enum Source: UInt8, Sendable, Hashable {
    /// Standard deviations of the solution (GST).
    case gst
    /// The receiver's own accuracy (PUBX,00, NAV-PVT, PQTMEPE).
    case receiver
    /// Expected errors of the integrity check (GBS).
    case gbs
    /// Garmin's estimate (PGRME).
    case pgrme
    /// Dilution of precision and ``RangeErrors``.
    case dilution
  }

  /// Meters: the true place lies within this radius in 68 of 100 cases.
  public var horizontal: Double?
  /// Meters: the true height lies within this distance in 68 of 100 cases.
  public var vertical: Double?
  /// The origin.
  public var source: Source

  /// The part of the horizontal variance that lies along the east: a half where only the circle is known.
  ///
  /// Narrow, since a fix keeps it in room that is free anyway.
  private var eastShare: Float = 0.5

  /// Takes an estimate that already is of 68 %.
  public init(horizontal: Double?, vertical: Double?, source: Source) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.source = source
  }

  /// Takes standard deviations of the two axes and of the height.
  ///
  /// In a plane the 68 % circle is wider than the deviation of an axis: 1.515 σ.
  public init(north: Double?, east: Double?, up: Double?, source: Source) {
    if let north, let east {
      let variance = north * north + east * east
      horizontal = Confidence.circle68 * SquareRoot.of(variance / 2)
      if variance > 0, variance.isFinite { eastShare = Float(east * east / variance) }
    }
    vertical = up
    self.source = source
  }

  /// Meters of standard deviation along the north; that of a circle where the axes are not known.
  public var north: Double? { axis(share: 1 - Double(eastShare)) }

  /// Meters of standard deviation along the east; that of a circle where the axes are not known.
  public var east: Double? { axis(share: Double(eastShare)) }

  private func axis(share: Double) -> Double? {
    horizontal.map { $0 / Confidence.circle68 * SquareRoot.of(2 * share) }
  }

  /// The radius of the 68 % circle in standard deviations of an axis.
  package static let axisToCircle = Confidence.circle68

  /// Estimates from dilutions and the usual errors of ranges.
  ///
  /// Nil without a dilution, or if no satellites take part.
  public init?(_ dilution: DilutionOfPrecision, quality: FixQuality?, signals: SignalSpread? = nil) {
    guard dilution.horizontal != nil || dilution.vertical != nil, let ranges = RangeErrors(usualFor: quality)
    else { return nil }
    horizontal = dilution.horizontal.map { ranges.horizontal(dilution: $0, signals: signals) }
    vertical = dilution.vertical.map { ranges.vertical(dilution: $0, signals: signals) }
    source = .dilution
  }
}

extension ErrorEstimate {
  /// Whether it says something, and comes from a better source; the first of equals wins.
  func isBetter(than known: ErrorEstimate?) -> Bool {
    guard horizontal != nil || vertical != nil else { return false }
    guard let known else { return true }
    return source.rawValue < known.source.rawValue
  }
}

/// Factors between the confidences that receivers use.
enum Confidence {
  /// The radius of the 68.27 % circle in standard deviations of an axis.
  static let circle68 = 1.5152
  /// From a 50 % circle to the 68 % one.
  static let circle50To68 = 1.2869
  /// From a 50 % interval to the 68 % one.
  static let interval50To68 = 1.4826
}

/// Square roots without libm, which a debug build of the standard library would call: the pure modules link no C.
enum SquareRoot {
  /// The root of a number, to the last bit or the one before; NaN for a negative one.
  ///
  /// Halving the exponent is a guess within six per cent, and each step of Newton doubles the good digits.
  static func of(_ number: Double) -> Double {
    guard number > 0, number.isFinite else { return number == 0 ? 0 : .nan }
    var root = Double(bitPattern: number.bitPattern / 2 + 0x1FF8_0000_0000_0000)
    for _ in 0..<5 { root = (root + number / root) / 2 }
    return root
  }
}
