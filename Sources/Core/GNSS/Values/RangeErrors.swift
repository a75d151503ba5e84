/// The range errors for an estimate from the dilution of precision, in meters at 68 %.
///
/// The squares of two parts are added. Noise and multipath differ between ranges: they grow with the
/// dilution, and with weak or reflected signals. The errors of the ionosphere and of orbits are common to a
/// region, so more satellites lower the dilution but not this part.
public struct RangeErrors: Sendable, Hashable {
  /// The horizontal error in meters for a dilution of one, under an open sky.
  public var perDilution: Double
  /// The horizontal error in meters at any dilution.
  public var common: Double

  /// Altitudes have larger common errors than positions, since no satellite is below the horizon.
  private static let heightFactor = 1.125

  /// Creates a pair of errors.
  public init(perDilution: Double, common: Double = 0) {
    (self.perDilution, self.common) = (perDilution, common)
  }

  /// The radius that contains 68 of 100 positions.
  ///
  /// - Parameters:
  ///   - dilution: The horizontal dilution of precision.
  ///   - signals: The strengths of the signals; nil if the receiver does not report them.
  /// - Returns: The radius in meters.
  package func horizontal(dilution: Double, signals: SignalSpread? = nil) -> Double {
    sum(dilution, signals, common)
  }

  /// The error that 68 of 100 altitudes do not exceed.
  ///
  /// - Parameters:
  ///   - dilution: The vertical dilution of precision.
  ///   - signals: The strengths of the signals; nil if the receiver does not report them.
  /// - Returns: The error in meters.
  package func vertical(dilution: Double, signals: SignalSpread? = nil) -> Double {
    sum(dilution, signals, common * Self.heightFactor)
  }

  private func sum(_ dilution: Double, _ signals: SignalSpread?, _ common: Double) -> Double {
    let own = perDilution * dilution * (signals?.rangeFactor ?? 1)
    return SquareRoot.of(own * own + common * common)
  }

  /// Creates the typical errors of a single-frequency receiver; nil for a position without satellites.
  ///
  /// They are chosen so that under an open sky half of all positions are within 2.5 m with GPS alone
  /// (dilution 1.2), and within 2.0 m with four systems (0.45). Differential corrections remove most of the
  /// common part.
  public init?(usualFor quality: FixQuality?) {
    switch quality ?? .autonomous {
    case .autonomous, .simulated: self.init(perDilution: 1.75, common: 2.4)
    case .differential, .precise: self.init(perDilution: 1.4, common: 1.2)
    case .rtkFloat: self.init(perDilution: 0.4)
    case .rtkFixed: self.init(perDilution: 0.02)
    case .deadReckoning, .manual, .surveyed: return nil
    }
  }
}
