public import GNSS

/// The rules for a location's accuracy, by what its receiver says and does not say.
///
/// The best statement counts: standard deviations, then the receiver's own estimate, then the geometry of the
/// satellites times an error of range, then an assumption. ``Location/accuracySource`` says which it was. All are
/// brought to one meaning: the true place lies within the radius in 68 of 100 cases.
///
/// The constants are for receivers of one frequency under an open sky. For a better one say so:
///
/// ```swift
/// var model = AccuracyModel.standard
/// model.rangeError = 1.5          // two frequencies
/// ```
public struct AccuracyModel: Sendable, Hashable {
  /// The part of all cases in which a radius holds the true place.
  public static let confidence = 0.68

  /// Metres that a dilution of one means with satellites alone.
  ///
  /// A usual receiver has half of its fixes within 2.5 m where the dilution is 0.8, so 68 % of them within 3.2 m.
  public var rangeError = FixQuality.autonomous.usualRangeError ?? 0
  /// Metres that a dilution of one means with differential corrections or the precise service.
  public var correctedRangeError = FixQuality.differential.usualRangeError ?? 0
  /// Metres that a dilution of one means by carrier phase with floating ambiguities.
  public var floatRangeError = FixQuality.rtkFloat.usualRangeError ?? 0
  /// Metres that a dilution of one means by carrier phase with whole ambiguities.
  public var fixedRangeError = FixQuality.rtkFixed.usualRangeError ?? 0

  /// Metres assumed where a receiver says nothing at all about its accuracy.
  ///
  /// It stands for a dilution of 3.75: geometry that is poor, but often met with in a city.
  public var assumedAccuracy = 15.0
  /// Metres assumed for a position that no satellite was heard for: reckoned, or typed in.
  public var assumedAccuracyWithoutSatellites = 100.0

  /// The model with the constants above.
  public static let standard = AccuracyModel()

  /// Makes the standard model, to be changed.
  public init() {}

  /// The accuracy of a fix.
  public func estimate(_ fix: Fix) -> AccuracyEstimate {
    let told = fix.errors.flatMap { $0.source == .dilution ? nil : $0 }
    var estimate = AccuracyEstimate(horizontal: assumed(fix.quality), source: .assumed)
    if let horizontal = told?.horizontal.flatMap(Self.meaningful) {
      estimate.horizontal = horizontal
      estimate.source = told?.source == .gst ? .deviations : .receiver
    } else if let metres = metresPerDilution(fix.quality),
      let horizontal = fix.dilution.horizontal.flatMap({ Self.meaningful($0 * metres) })
    {
      estimate.horizontal = horizontal
      estimate.source = .dilution
    }
    // A plane fix holds its altitude from before: its error is unknown.
    guard fix.mode == .threeDimensional else { return estimate }
    estimate.vertical =
      told?.vertical.flatMap(Self.meaningful)
      ?? metresPerDilution(fix.quality).flatMap { metres in
        fix.dilution.vertical.flatMap { Self.meaningful($0 * metres) }
      }
    return estimate
  }

  /// The factor of a dilution; nil if no satellites take part.
  private func metresPerDilution(_ quality: FixQuality?) -> Double? {
    switch quality {
    case .autonomous, .simulated, nil: rangeError
    case .differential, .precise: correctedRangeError
    case .rtkFloat: floatRangeError
    case .rtkFixed: fixedRangeError
    case .deadReckoning, .manual, .surveyed: nil
    }
  }

  private func assumed(_ quality: FixQuality?) -> Double {
    metresPerDilution(quality) == nil ? assumedAccuracyWithoutSatellites : assumedAccuracy
  }

  /// Receivers that know nothing write a deviation of zero.
  private static func meaningful(_ metres: Double) -> Double? {
    metres > 0 && metres.isFinite ? metres : nil
  }
}

/// How accurate one fix is taken to be.
public struct AccuracyEstimate: Sendable, Hashable {
  /// Metres: the true place lies within this radius in 68 of 100 cases.
  public var horizontal: Double
  /// Metres: the true height lies within this distance in 68 of 100 cases.
  public var vertical: Double?
  /// The source of the horizontal one.
  public var source: AccuracySource

  /// Makes an estimate.
  public init(horizontal: Double, vertical: Double? = nil, source: AccuracySource) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.source = source
  }
}

/// The source of a location's accuracy, the best first.
///
/// The words are those of the records: `acc_source`.
public enum AccuracySource: String, Sendable, Hashable, Codable, CaseIterable {
  /// The standard deviations of the receiver's solution (GST).
  case deviations = "gst"
  /// The receiver's own estimate, in any sentence or message that its maker has for it.
  case receiver
  /// The geometry of the satellites, times an error of range that an ``AccuracyModel`` takes for usual.
  case dilution = "dop"
  /// No source: a number that an ``AccuracyModel`` assumes.
  case assumed
}

/// The source of a location's timestamp.
public enum TimestampSource: String, Sendable, Hashable, Codable, CaseIterable {
  /// The receiver.
  case receiver
  /// The receiver tells the time of day; the date is this machine's.
  case receiverWithoutDate
  /// This machine: the receiver tells no time, and this is when the location came.
  case machine
}
