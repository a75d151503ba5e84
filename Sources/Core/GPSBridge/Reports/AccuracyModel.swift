public import GNSS

/// The rules that compute a location's accuracy from the receiver's reports.
///
/// The best available source is used: standard deviations, then the receiver's own estimate, then the
/// geometry and strength of the signals with typical range errors, then an assumption.
/// ``Location/accuracySource`` names it. All sources have the same meaning: the true position lies within the
/// radius in 68 of 100 cases.
///
/// The constants are for single-frequency receivers. For a better receiver, change them:
///
/// ```swift
/// var model = AccuracyModel.standard
/// model.autonomous = RangeErrors(perDilution: 1.2, common: 0.6)          // two frequencies
/// ```
public struct AccuracyModel: Sendable, Hashable {
  /// The fraction of cases in which a radius contains the true position.
  public static let confidence = 0.68

  /// The range errors with satellites alone.
  public var autonomous = RangeErrors(usualFor: .autonomous) ?? RangeErrors(perDilution: 0)
  /// The range errors with differential corrections or the precise service.
  public var corrected = RangeErrors(usualFor: .differential) ?? RangeErrors(perDilution: 0)
  /// The range errors with carrier phase and float ambiguities.
  public var rtkFloat = RangeErrors(usualFor: .rtkFloat) ?? RangeErrors(perDilution: 0)
  /// The range errors with carrier phase and fixed ambiguities.
  public var rtkFixed = RangeErrors(usualFor: .rtkFixed) ?? RangeErrors(perDilution: 0)

  /// The accuracy in meters that is assumed if the receiver reports nothing about it.
  ///
  /// It corresponds to a dilution of 3.75: poor geometry, but common in a city.
  public var assumedAccuracy = 15.0
  /// The accuracy in meters that is assumed without satellites: dead reckoning or manual input.
  public var assumedAccuracyWithoutSatellites = 100.0

  /// The model with the default constants.
  public static let standard = AccuracyModel()

  /// Creates the default model.
  public init() {}

  package func estimate(_ fix: Fix) -> AccuracyEstimate {
    let told = fix.errors.flatMap { $0.source == .dilution ? nil : $0 }
    var estimate = AccuracyEstimate(horizontal: assumed(fix.quality), source: .assumed)
    var signals: SignalSpread?
    if let horizontal = told?.horizontal.flatMap(Self.meaningful) {
      estimate.horizontal = horizontal
      estimate.source = told?.source == .gst ? .deviations : .receiver
    } else if let ranges = ranges(fix.quality),
      let dilution = fix.dilution.horizontal.flatMap(Self.meaningful)
    {
      signals = SignalSpread(fix.satellites)
      estimate.horizontal = ranges.horizontal(dilution: dilution, signals: signals)
      estimate.source = .dilution
    }
    // A 2D fix keeps an earlier altitude, whose error is unknown.
    guard fix.mode == .threeDimensional else { return estimate }
    estimate.vertical =
      told?.vertical.flatMap(Self.meaningful)
      ?? ranges(fix.quality).flatMap { ranges in
        fix.dilution.vertical.flatMap(Self.meaningful).map {
          ranges.vertical(dilution: $0, signals: signals ?? SignalSpread(fix.satellites))
        }
      }
    return estimate
  }

  /// The range errors; nil if the fix uses no satellites.
  private func ranges(_ quality: FixQuality?) -> RangeErrors? {
    switch quality {
    case .autonomous, .simulated, nil: autonomous
    case .differential, .precise: corrected
    case .rtkFloat: rtkFloat
    case .rtkFixed: rtkFixed
    case .deadReckoning, .manual, .surveyed: nil
    }
  }

  private func assumed(_ quality: FixQuality?) -> Double {
    ranges(quality) == nil ? assumedAccuracyWithoutSatellites : assumedAccuracy
  }

  /// The error, unless it is zero: receivers that don't know their error report zero.
  private static func meaningful(_ meters: Double) -> Double? { meters > 0 && meters.isFinite ? meters : nil }
}

/// The estimated accuracy of one fix.
package struct AccuracyEstimate: Sendable, Hashable {
  /// The radius in meters that contains the true position in 68 of 100 cases.
  package var horizontal: Double
  /// The error in meters that the altitude does not exceed in 68 of 100 cases.
  package var vertical: Double?
  package var source: AccuracySource

  package init(horizontal: Double, vertical: Double? = nil, source: AccuracySource) {
    (self.horizontal, self.vertical, self.source) = (horizontal, vertical, source)
  }
}

/// The source of a location's accuracy, the best first.
///
/// The raw values are the values of `acc_source` in the records.
public enum AccuracySource: String, Sendable, Hashable, Codable, CaseIterable {
  /// The standard deviations of the receiver's solution (GST).
  case deviations = "gst"
  /// The receiver's own estimate, in a vendor's sentence or message.
  case receiver
  /// The geometry and strength of the signals, with the range errors of an ``AccuracyModel``.
  case dilution = "dop"
  /// A constant that an ``AccuracyModel`` assumes.
  case assumed
}

/// The source of a location's timestamp.
public enum TimestampSource: String, Sendable, Hashable, Codable, CaseIterable {
  /// The receiver's date and time.
  case receiver
  /// The receiver's time of day, and the date of this computer.
  case receiverWithoutDate
  /// The clock of this computer at the arrival of the location: the receiver reports no time.
  case machine
}
