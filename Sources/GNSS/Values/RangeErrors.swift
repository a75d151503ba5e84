/// The errors of ranges behind an estimate by dilution of precision, in meters at 68 %.
///
/// Two parts add up as squares. Noise and echoes differ from range to range: they grow with the dilution, and with weak or reflected
/// signals. The ionosphere and orbits shift all ranges of a region alike: more satellites lower the dilution, not
/// this part.
public struct RangeErrors: Sendable, Hashable {
  /// Meters in the plane for a dilution of one, under an open sky.
  public var perDilution: Double
  /// Meters in the plane at any dilution.
  public var common: Double

  /// Heights are shifted more than places, since no satellite is below the horizon.
  private static let heightFactor = 1.125

  /// Makes a pair.
  public init(perDilution: Double, common: Double = 0) {
    self.perDilution = perDilution
    self.common = common
  }

  /// The radius that holds 68 of 100 positions.
  ///
  /// - Parameters:
  ///   - dilution: The horizontal dilution of precision.
  ///   - signals: The strengths of the signals; nil if the receiver does not report them.
  /// - Returns: Meters.
  public func horizontal(dilution: Double, signals: SignalSpread? = nil) -> Double {
    sum(dilution, signals, common)
  }

  /// The distance that holds 68 of 100 heights.
  ///
  /// - Parameters:
  ///   - dilution: The vertical dilution of precision.
  ///   - signals: The strengths of the signals; nil if the receiver does not report them.
  /// - Returns: Meters.
  public func vertical(dilution: Double, signals: SignalSpread? = nil) -> Double {
    sum(dilution, signals, common * Self.heightFactor)
  }

  private func sum(_ dilution: Double, _ signals: SignalSpread?, _ common: Double) -> Double {
    let own = perDilution * dilution * (signals?.rangeFactor ?? 1)
    return SquareRoot.of(own * own + common * common)
  }
}

extension RangeErrors {
  /// The errors that are usual with a receiver of one frequency; nil for a position without satellites.
  ///
  /// They are chosen so that half of all positions under an open sky are within 2.5 m by GPS alone (dilution 1.2), and within
  /// 2.0 m by four systems (0.45). Differential corrections remove most of the common part.
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
