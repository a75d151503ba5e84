public import GNSS

/// The rules for a location's accuracy, by what its receiver reports.
///
/// The best statement counts: standard deviations, then the receiver's own estimate, then the geometry and strength of the
/// signals with usual errors of ranges, then an assumption. ``Location/accuracySource`` names which it was. All have one
/// meaning: the true position lies within the radius in 68 of 100 cases.
///
/// The constants are for receivers of one frequency. For a better one, set others:
///
/// ```swift
/// var model = AccuracyModel.standard
/// model.autonomous = RangeErrors(perDilution: 1.2, common: 0.6)          // two frequencies
/// ```
public struct AccuracyModel: Sendable, Hashable {
  /// The part of all cases in which a radius holds the true place.
  public static let confidence = 0.68

  /// The errors of ranges with satellites alone.
  public var autonomous = RangeErrors(usualFor: .autonomous) ?? RangeErrors(perDilution: 0)
  /// The errors of ranges with differential corrections or the precise service.
  public var corrected = RangeErrors(usualFor: .differential) ?? RangeErrors(perDilution: 0)
  /// The errors of ranges by carrier phase with floating ambiguities.
  public var rtkFloat = RangeErrors(usualFor: .rtkFloat) ?? RangeErrors(perDilution: 0)
  /// The errors of ranges by carrier phase with whole ambiguities.
  public var rtkFixed = RangeErrors(usualFor: .rtkFixed) ?? RangeErrors(perDilution: 0)

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
    // A plane fix holds its altitude from before: its error is unknown.
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

  /// The errors of ranges; nil if no satellites take part.
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
  /// The geometry and strength of the signals, with the errors of ranges of an ``AccuracyModel``.
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
