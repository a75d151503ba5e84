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
    /// Dilution of precision times a usual error of range.
    case dilution
  }

  /// Meters: the true place lies within this radius in 68 of 100 cases.
  public var horizontal: Double?
  /// Meters: the true height lies within this distance in 68 of 100 cases.
  public var vertical: Double?
  /// The origin.
  public var source: Source

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
      horizontal = Confidence.circle68 * SquareRoot.of((north * north + east * east) / 2)
    }
    vertical = up
    self.source = source
  }

  /// The radius of the 68 % circle in standard deviations of an axis.
  package static let axisToCircle = Confidence.circle68

  /// Takes dilutions, times the error of range that is usual for such a fix.
  ///
  /// Nil where nothing is told, or where no satellites take part.
  public init?(_ dilution: DilutionOfPrecision, quality: FixQuality?) {
    guard dilution.horizontal != nil || dilution.vertical != nil,
      let range = (quality ?? .autonomous).usualRangeError
    else { return nil }
    horizontal = dilution.horizontal.map { $0 * range }
    vertical = dilution.vertical.map { $0 * range }
    source = .dilution
  }
}

extension FixQuality {
  /// Meters that a dilution of one means, for receivers of one frequency under an open sky; nil without satellites.
  ///
  /// A usual receiver has half of its fixes within 2.5 m where the dilution is 0.8, so 68 % of them within 3.2 m.
  public var usualRangeError: Double? {
    switch self {
    case .autonomous, .simulated: 4.0
    case .differential, .precise: 2.0
    case .rtkFloat: 0.4
    case .rtkFixed: 0.02
    case .deadReckoning, .manual, .surveyed: nil
    }
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
