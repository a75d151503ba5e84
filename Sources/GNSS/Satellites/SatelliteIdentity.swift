internal import NMEA

/// Which satellite it is: its constellation, and its number there.
public struct SatelliteIdentity: Sendable, Hashable {
  /// The constellation.
  public var constellation: Constellation
  private var shortNumber: Int16

  /// Names a satellite; a number that no satellite can have is brought to the nearest one that can.
  public init(_ constellation: Constellation, _ number: Int) {
    self.constellation = constellation
    shortNumber = Int16(clamping: number)
  }

  /// The number within the constellation; SBAS satellites by their PRN, 120 to 158.
  public var number: Int { Int(shortNumber) }
}

extension SatelliteIdentity {
  /// Understands a satellite's number as a receiver writes it; nil for an unused number.
  init?(number: Int, system: Int?, talker: Talker) {
    guard let identity = SatelliteNumbering(system: system, talker: talker).identity(of: number) else {
      return nil
    }
    self = identity
  }

  /// The number that sentences of NMEA 4.11 have for it, next to the number of its system.
  package var sentenceNumber: Int {
    switch constellation {
    case .glonass: number + 64
    // Beyond 151 the shifted numbers would be GLONASS's.
    case .sbas: number < 152 ? number - 87 : number
    case .imes: number + 172
    case .gps, .galileo, .beidou, .qzss, .navic: number
    }
  }
}

/// How a sentence numbers satellites.
///
/// The system number decides where the sentence has one, the talker where it speaks for one constellation, and the
/// number's range where neither does.
struct SatelliteNumbering {
  /// The constellation that the sentence is about, if it is about one.
  let home: Constellation?
  /// The numbers from 1 on that are its own.
  let own: Int16
  /// The number that receivers add to these, if they do.
  let shift: Int16

  /// The numbers from 1 on that are satellites of some constellation, whatever the sentence is about.
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

  /// The satellite of a number; nil for an unused number.
  @inline(__always)
  func identity(of number: Int) -> SatelliteIdentity? {
    if let home, number >= 1, number <= Int(own) { return SatelliteIdentity(home, number) }
    return shifted(number)
  }

  /// The number as a sentence about one constellation shifts it, or as those use it that give each a range.
  @inline(never)
  func shifted(_ number: Int) -> SatelliteIdentity? {
    switch (home, number) {
    case (.galileo, 101...136): .init(.galileo, number - 100)
    case (.beidou, 201...264): .init(.beidou, number - 200)
    default: Self.anywhere(number)
    }
  }

  /// The number as receivers use it that give each constellation a range of its own.
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
