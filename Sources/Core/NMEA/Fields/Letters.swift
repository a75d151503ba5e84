// Fields of one or a few letters. Unlisted letters keep their value, so proprietary ones are not lost.

/// The status `A` or `V`: whether the sender considers the data valid.
public struct Status: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `A`: valid.
  public static let valid = Status(rawValue: UInt8(ascii: "A"))
  /// `V`: a warning; invalid.
  public static let void = Status(rawValue: UInt8(ascii: "V"))
}

/// The positioning mode, as a letter (NMEA 2.3 and later).
///
/// Unlisted letters keep their value, so proprietary ones are not lost; they are not interpreted.
public struct ModeIndicator: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `N`: no fix.
  public static let noFix = ModeIndicator(rawValue: UInt8(ascii: "N"))
  /// `A`: autonomous.
  public static let autonomous = ModeIndicator(rawValue: UInt8(ascii: "A"))
  /// `D`: differential.
  public static let differential = ModeIndicator(rawValue: UInt8(ascii: "D"))
  /// `E`: estimated, dead reckoning.
  public static let deadReckoning = ModeIndicator(rawValue: UInt8(ascii: "E"))
  /// `F`: RTK, float.
  public static let rtkFloat = ModeIndicator(rawValue: UInt8(ascii: "F"))
  /// `M`: manual input.
  public static let manual = ModeIndicator(rawValue: UInt8(ascii: "M"))
  /// `P`: precise.
  public static let precise = ModeIndicator(rawValue: UInt8(ascii: "P"))
  /// `R`: RTK, fixed.
  public static let rtkFixed = ModeIndicator(rawValue: UInt8(ascii: "R"))
  /// `S`: simulator.
  public static let simulator = ModeIndicator(rawValue: UInt8(ascii: "S"))
}

/// The navigational status of NMEA 4.1: `S` safe, `C` caution, `U` unsafe, `V` not given.
///
/// Most receivers always send `V`, even with the best fix: it means "not assessed", not "no fix".
public struct NavigationalStatus: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `S`: safe.
  public static let safe = NavigationalStatus(rawValue: UInt8(ascii: "S"))
  /// `C`: caution.
  public static let caution = NavigationalStatus(rawValue: UInt8(ascii: "C"))
  /// `U`: unsafe.
  public static let unsafe = NavigationalStatus(rawValue: UInt8(ascii: "U"))
  /// `V`: the receiver does not report this status.
  public static let notGiven = NavigationalStatus(rawValue: UInt8(ascii: "V"))
}

/// Whether a ship has reached the arrival circle of a waypoint or the perpendicular there.
public struct ArrivalStatus: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `A`: arrived.
  public static let arrived = ArrivalStatus(rawValue: UInt8(ascii: "A"))
  /// `V`: not arrived.
  public static let underway = ArrivalStatus(rawValue: UInt8(ascii: "V"))
}

/// The reference of an angle: true or magnetic north.
public struct NorthReference: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `T`: true north.
  public static let trueNorth = NorthReference(rawValue: UInt8(ascii: "T"))
  /// `M`: magnetic north.
  public static let magneticNorth = NorthReference(rawValue: UInt8(ascii: "M"))
}

/// Up to eight letters packed into eight bytes: a mode for each constellation.
public struct ModeList: Sendable, Hashable {
  /// The letters, the first in the lowest byte, padded with zeros.
  var letters: UInt64 = 0

  /// Makes an empty list.
  public init() {}

  /// Makes a list of the first eight modes.
  public init(_ modes: some Sequence<ModeIndicator>) {
    var shift: UInt64 = 0
    for mode in modes.prefix(8) {
      letters |= UInt64(mode.rawValue) << shift
      shift += 8
    }
  }

  /// The number of modes.
  public var count: Int { (64 - letters.leadingZeroBitCount + 7) / 8 }

  /// The mode of a constellation, or nil past the end.
  public subscript(index: Int) -> ModeIndicator? {
    guard 0..<count ~= index else { return nil }
    return ModeIndicator(rawValue: UInt8(truncatingIfNeeded: letters >> (8 * UInt64(index))))
  }
}
