// Fields of one letter, or of a few. Letters outside a list keep their value: a receiver's own letter is not lost.

/// Status `A` or `V`: whether the talker vouches for what it says.
public struct Status: RawRepresentable, Sendable, Hashable {
  /// The letter.
  public var rawValue: UInt8
  /// Makes a status of its letter.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `A`: valid.
  public static let valid = Status(rawValue: UInt8(ascii: "A"))
  /// `V`: a warning; not valid.
  public static let void = Status(rawValue: UInt8(ascii: "V"))
}

/// How a position was found, as a letter (NMEA 2.3 and later).
///
/// Letters outside the list keep their value: a receiver's own letter is not lost, and nothing is guessed from it.
public struct ModeIndicator: RawRepresentable, Sendable, Hashable {
  /// The letter.
  public var rawValue: UInt8
  /// Makes a mode of its letter.
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
/// Most receivers send `V` all their life, with the best of fixes: it says "I don't judge", never "no fix".
public struct NavigationalStatus: RawRepresentable, Sendable, Hashable {
  /// The letter.
  public var rawValue: UInt8
  /// Makes a status of its letter.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `S`: safe.
  public static let safe = NavigationalStatus(rawValue: UInt8(ascii: "S"))
  /// `C`: caution.
  public static let caution = NavigationalStatus(rawValue: UInt8(ascii: "C"))
  /// `U`: unsafe.
  public static let unsafe = NavigationalStatus(rawValue: UInt8(ascii: "U"))
  /// `V`: the receiver does not give this status.
  public static let notGiven = NavigationalStatus(rawValue: UInt8(ascii: "V"))
}

/// Whether a ship has arrived: at the circle around a waypoint, or at the line across the track there.
public struct ArrivalStatus: RawRepresentable, Sendable, Hashable {
  /// The letter.
  public var rawValue: UInt8
  /// Makes a status of its letter.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `A`: arrived.
  public static let arrived = ArrivalStatus(rawValue: UInt8(ascii: "A"))
  /// `V`: still on the way.
  public static let underway = ArrivalStatus(rawValue: UInt8(ascii: "V"))
}

/// The north that an angle counts from.
public struct NorthReference: RawRepresentable, Sendable, Hashable {
  /// The letter.
  public var rawValue: UInt8
  /// Makes a reference of its letter.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// `T`: true north.
  public static let trueNorth = NorthReference(rawValue: UInt8(ascii: "T"))
  /// `M`: magnetic north.
  public static let magneticNorth = NorthReference(rawValue: UInt8(ascii: "M"))
}

/// Up to eight letters in eight bytes: one mode for each constellation.
public struct ModeList: Sendable, Hashable {
  /// The letters, the first one in the lowest byte, zeros behind them.
  var letters: UInt64 = 0

  /// No letters.
  public init() {}

  /// Takes the first eight modes.
  public init(_ modes: some Sequence<ModeIndicator>) {
    var shift: UInt64 = 0
    for mode in modes.prefix(8) {
      letters |= UInt64(mode.rawValue) << shift
      shift += 8
    }
  }

  /// How many modes are listed.
  public var count: Int { (64 - letters.leadingZeroBitCount + 7) / 8 }

  /// The mode of one constellation, or nil behind the last.
  public subscript(index: Int) -> ModeIndicator? {
    guard 0..<count ~= index else { return nil }
    return ModeIndicator(rawValue: UInt8(truncatingIfNeeded: letters >> (8 * UInt64(index))))
  }
}
