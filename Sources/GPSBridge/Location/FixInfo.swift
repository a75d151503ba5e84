public import GNSS

/// How a location was found.
public struct FixInfo: Sendable, Hashable {
  /// How many dimensions are known.
  public var mode: FixMode
  /// By what: satellites alone, corrections, carrier phase, or no satellites at all.
  public var quality: FixQuality?
  /// How good the geometry of the satellites is.
  public var dilution: DilutionOfPrecision
  /// Satellites that took part, as the receiver counts them.
  public var satellitesUsed: Int?
  /// Satellites that the receiver knew to be in the sky, heard or not.
  public var satellitesInView: Int?
  /// Seconds since the last differential correction.
  public var differentialAge: Double?
  /// The station that sent the corrections.
  public var differentialStation: Int?
  /// The corrections of the receiver's time.
  public var timeCorrections: TimeCorrections

  /// A location without a word on how it was found.
  public init() {
    mode = .twoDimensional
    dilution = DilutionOfPrecision()
    timeCorrections = TimeCorrections()
  }

  /// Takes over what a receiver said.
  public init(_ fix: Fix) {
    mode = fix.mode
    quality = fix.quality
    dilution = fix.dilution
    satellitesUsed = fix.satellitesUsed
    // One satellite has several entries where the receiver tells its signals apart.
    satellitesInView = fix.satellites.isEmpty ? nil : Set(fix.satellites.map(\.identity)).count
    differentialAge = fix.differentialAge
    differentialStation = fix.differentialStation
    timeCorrections = fix.timeCorrections
  }
}
