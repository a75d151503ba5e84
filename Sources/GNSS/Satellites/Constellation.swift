package import NMEA

/// A system of satellites.
public enum Constellation: UInt8, Sendable, Hashable, CaseIterable {
  /// United States.
  case gps
  /// Augmentation satellites: WAAS, EGNOS, MSAS, GAGAN and others.
  case sbas
  /// European Union.
  case galileo
  /// China.
  case beidou
  /// Indoor transmitters of Japan.
  case imes
  /// Japan.
  case qzss
  /// Russia.
  case glonass
  /// India.
  case navic

  /// The constellation of a talker that speaks for one alone.
  init?(_ talker: Talker) {
    switch talker {
    case .gp: self = .gps
    case .gl: self = .glonass
    case .ga: self = .galileo
    case .gb, .bd: self = .beidou
    case .gq, .qz: self = .qzss
    case .gi: self = .navic
    case Talker(UInt8(ascii: "I"), UInt8(ascii: "M")): self = .imes
    default: return nil
    }
  }

  /// The constellation of a system number, as GSA has it since NMEA 4.10.
  init?(system: Int?) {
    switch system {
    case 1: self = .gps
    case 2: self = .glonass
    case 3: self = .galileo
    case 4: self = .beidou
    case 5: self = .qzss
    case 6: self = .navic
    default: return nil
    }
  }

  /// The system number of GSA; SBAS and IMES count as GPS.
  package var systemNumber: Int {
    switch self {
    case .gps, .sbas, .imes: 1
    case .glonass: 2
    case .galileo: 3
    case .beidou: 4
    case .qzss: 5
    case .navic: 6
    }
  }

  /// The talker that speaks for this constellation alone, as NMEA 4.11 names it.
  package var talker: Talker {
    switch self {
    case .gps, .sbas, .imes: .gp
    case .glonass: .gl
    case .galileo: .ga
    case .beidou: .gb
    case .qzss: .gq
    case .navic: .gi
    }
  }
}
