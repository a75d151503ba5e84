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
  /// Understands a satellite's number as a receiver writes it; nil for a number that nobody uses.
  init?(number: Int, system: Int?, talker: Talker) {
    guard let identity = SatelliteNumbering(system: system, talker: talker).identity(of: number) else { return nil }
    self = identity
  }
}

/// How a sentence numbers satellites.
///
/// The system number decides where the sentence has one, the talker where it speaks for one constellation, and the
/// number's range where neither does.
struct SatelliteNumbering {
  /// The constellation that the sentence is about, if it is about one.
  private let home: Constellation?

  init(system: Int?, talker: Talker) {
    home = Constellation(system: system) ?? Constellation(talker)
  }

  /// The satellite of a number; nil for a number that nobody uses.
  func identity(of number: Int) -> SatelliteIdentity? {
    if let home, let identity = Self.within(home, number) { return identity }
    return Self.anywhere(number)
  }

  /// The number as a sentence about one constellation uses it: from 1, or shifted in the ways that are known.
  private static func within(_ home: Constellation, _ number: Int) -> SatelliteIdentity? {
    switch (home, number) {
    case (.gps, 1...32): .init(.gps, number)
    case (.glonass, 1...32): .init(.glonass, number)
    case (.galileo, 1...36): .init(.galileo, number)
    case (.galileo, 101...136): .init(.galileo, number - 100)
    case (.beidou, 1...64): .init(.beidou, number)
    case (.beidou, 201...264): .init(.beidou, number - 200)
    case (.qzss, 1...10): .init(.qzss, number)
    case (.navic, 1...18): .init(.navic, number)
    case (.imes, 1...10): .init(.imes, number)
    default: nil
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
