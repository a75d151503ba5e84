internal import NMEA

extension Dialect {
  /// A quirk of real receivers; the raw value is its number in the project's list of quirks.
  public enum Quirk: Int, Sendable, Hashable, CaseIterable {
    /// Starts in the middle of a sentence at power-on.
    case beginsMidSentence = 1
    /// Ends lines with a line feed alone.
    case lineFeedAlone = 3
    /// Ends lines with two carriage returns.
    case doubleCarriageReturn = 4
    /// Writes the checksum in lowercase.
    case lowercaseChecksum = 9
    /// Sends no checksum.
    case noChecksum = 11
    /// Pads sentences after the checksum.
    case padsSentences = 12
    /// Swaps the talkers BD and GB for BeiDou.
    case otherBeiDouTalker = 17
    /// Reports BeiDou satellites with the talker PQ and their system.
    case quectelBeiDouTalker = 18
    /// Sends sentences without a time while it has no fix.
    case noTimeWithoutFix = 38
    /// Keeps the last position in RMC when the fix is lost.
    case keepsPositionInRMC = 40
    /// Sends status A and mode N in RMC while it has no fix.
    case validRMCWithoutFix = 41
    /// Writes a position of zeros while it has no fix.
    case zeroPositionWithoutFix = 45
    /// Sends no altitude.
    case noAltitude = 46
    /// Sends no geoid separation.
    case noGeoidSeparation = 47
    /// Reports 00 satellites in GGA.
    case zeroSatellitesInGGA = 48
    /// Sends only RMC.
    case onlyRMC = 50
    /// Sends no course while stationary.
    case noCourseAtRest = 54
    /// Sends a magnetic variation of zero.
    case zeroVariation = 56
    /// Writes 50.0 for an unknown dilution.
    case dilutionOfFifty = 57
    /// Sends 0000 as the differential station.
    case zeroStation = 58
    /// Sends GLL without time and status.
    case shortGLL = 59
    /// Reports all satellites with the talker GP.
    case talkerIsAlwaysGPS = 68
    /// Sends GSA with 24 satellite fields.
    case longGSA = 72
    /// Sends GSA without satellites.
    case emptyGSA = 73
    /// Pads the last GSV with empty groups.
    case paddedGSV = 76
    /// Writes an azimuth of 360 for north.
    case northIs360 = 79
    /// Writes zero for every azimuth while it has no fix.
    case zeroAzimuthWithoutFix = 80
    /// Writes 00 for satellites without a signal.
    case zeroForUnheard = 81
    /// Writes zero for every signal strength.
    case zeroSignals = 83
    /// Sends GSV with every fifth epoch.
    case rareGSV = 85
    /// Accepts settings of older generations, as some firmware of u-blox 10 does.
    case takesOldSettings = 97
  }

  /// A set of quirks: `[.talkerIsAlwaysGPS, .paddedGSV]`.
  public struct Quirks: Sendable, Hashable, ExpressibleByArrayLiteral {
    private var bits: UInt128 = 0

    /// Creates a set from quirks.
    public init(_ quirks: some Sequence<Quirk>) {
      for quirk in quirks { bits |= 1 << UInt128(quirk.rawValue) }
    }

    /// Creates a set from quirk numbers; numbers that the simulation does not implement are ignored.
    public init(numbers: some Sequence<Int>) { self.init(numbers.compactMap(Quirk.init)) }

    /// Creates a set from quirks.
    public init(arrayLiteral quirks: Quirk...) { self.init(quirks) }

    /// Whether a quirk is in the set.
    @inline(__always)
    public func contains(_ quirk: Quirk) -> Bool { bits >> UInt128(quirk.rawValue) & 1 == 1 }

    /// The quirks in the set, in ascending order.
    public var all: [Quirk] { Quirk.allCases.filter(contains) }

    var isEmpty: Bool { bits == 0 }

    /// Changes the format of numbers and lines.
    func apply(to style: inout SentenceStyle) {
      if contains(.lineFeedAlone) { style.lineEnd = .lineFeed }
      if contains(.doubleCarriageReturn) { style.lineEnd = .doubleCarriageReturn }
      if contains(.lowercaseChecksum) { style.checksum = .small }
      if contains(.noChecksum) { style.checksum = .none }
      if contains(.zeroForUnheard) { style.silence = .zeros }
    }
  }
}
