package import NMEA

/// A satellite system; the raw value is its number in u-blox's messages, which gpsd uses as well.
public enum Constellation: UInt8, Sendable, Hashable, CaseIterable {
  /// GPS, United States.
  case gps
  /// Augmentation satellites: WAAS, EGNOS, MSAS, GAGAN and others.
  case sbas
  /// Galileo, European Union.
  case galileo
  /// BeiDou, China.
  case beidou
  /// Indoor transmitters in Japan.
  case imes
  /// QZSS, Japan.
  case qzss
  /// GLONASS, Russia.
  case glonass
  /// NavIC, India.
  case navic

  /// The constellation of a talker that stands for only one.
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

  /// The constellation of a system number, as in GSA since NMEA 4.10.
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

  /// The system number in GSA; SBAS and IMES count as GPS.
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

  /// The talker that stands for this constellation alone in NMEA 4.11.
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
