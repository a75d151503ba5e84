internal import NMEA

/// The identity of a satellite: its constellation, and its number there.
public struct SatelliteIdentity: Sendable, Hashable {
  /// The constellation.
  public var constellation: Constellation
  private var shortNumber: Int16

  /// Creates an identity; a number out of range is clamped.
  public init(_ constellation: Constellation, _ number: Int) {
    self.constellation = constellation
    shortNumber = Int16(clamping: number)
  }

  /// The number within the constellation; for SBAS the PRN, 120 to 158.
  public var number: Int { Int(shortNumber) }

  /// Interprets a satellite's number as a receiver sends it; nil for an unused number.
  init?(number: Int, system: Int?, talker: Talker) {
    guard let identity = SatelliteNumbering(system: system, talker: talker).identity(of: number) else {
      return nil
    }
    self = identity
  }

  /// The number in NMEA 4.11 sentences, next to the system number.
  package var sentenceNumber: Int {
    switch constellation {
    case .glonass: number + 64
    // From 152 on, the shifted numbers would collide with GLONASS.
    case .sbas: number < 152 ? number - 87 : number
    case .imes: number + 172
    case .gps, .galileo, .beidou, .qzss, .navic: number
    }
  }
}

/// The satellite numbering of a sentence.
///
/// The system number decides if the sentence has one, otherwise a talker that stands for one constellation,
/// and otherwise the range of the number.
struct SatelliteNumbering {
  /// The constellation that the sentence is about, if there is only one.
  let home: Constellation?
  /// The highest number, starting from 1, that belongs to that constellation.
  let own: Int16
  /// The offset that some receivers add to these numbers.
  let shift: Int16

  /// The highest number, starting from 1, that is a satellite in every sentence.
  static let always: UInt16 = 96

  init(system: Int?, talker: Talker) { self.init(Constellation(system: system) ?? Constellation(talker)) }

  init(_ home: Constellation?) {
    self.home = home
    shift = home == .glonass ? 64 : 0
    own =
      switch home {
      case .gps, .glonass: 32
      case .galileo: 36
      case .beidou: 64
      case .qzss, .imes: 10
      case .navic: 18
      case .sbas, nil: 0
      }
  }

  /// The satellite with a number; nil for an unused number.
  @inline(__always)
  func identity(of number: Int) -> SatelliteIdentity? {
    if let home, number >= 1, number <= Int(own) { return SatelliteIdentity(home, number) }
    return shifted(number)
  }

  /// The satellite with an offset number, or with one from the separate ranges for each constellation.
  @inline(never)
  func shifted(_ number: Int) -> SatelliteIdentity? {
    switch (home, number) {
    case (.galileo, 101...136): .init(.galileo, number - 100)
    case (.beidou, 201...264): .init(.beidou, number - 200)
    default: Self.anywhere(number)
    }
  }

  /// The satellite with a number from the separate ranges for each constellation.
  private static func anywhere(_ number: Int) -> SatelliteIdentity? {
    switch number {
    case 1...32: .init(.gps, number)
    case 33...64: .init(.sbas, number + 87)
    case 65...96: .init(.glonass, number - 64)
    case 120...158: .init(.sbas, number)
    case 173...182: .init(.imes, number - 172)
    case 193...202: .init(.qzss, number - 192)
    case 203...264: .init(.beidou, number - 200)
    case 301...356: .init(.galileo, number - 300)
    case 401...463: .init(.beidou, number - 400)
    case 500...518: .init(.navic, number - 500)
    case 901...918: .init(.navic, number - 900)
    default: nil
    }
  }
}
