internal import GPSBridge
internal import NMEA

/// How a dialect numbers satellites and systems.
struct SatelliteNumbers: Sendable {
  private let hasSystems: Bool
  private let beidouShift: Int

  init(_ dialect: Dialect) {
    hasSystems = dialect.revision >= .v4_10
    beidouShift = dialect.commands == .ublox ? 400 : 200
  }

  /// The number in a sentence: since NMEA 4.10 the system's own, before that a range for each system.
  func number(_ identity: SatelliteIdentity) -> Int {
    switch identity.constellation {
    case .glonass: identity.number + 64
    case .galileo where !hasSystems: identity.number + 300
    case .beidou where !hasSystems: identity.number + beidouShift
    default: identity.number
    }
  }

  /// The system's number in GSA.
  static func system(_ constellation: Constellation) -> Int {
    switch constellation {
    case .gps, .sbas, .imes: 1
    case .glonass: 2
    case .galileo: 3
    case .beidou: 4
    case .qzss: 5
    case .navic: 6
    }
  }

  /// The number of the signal that all receivers hear.
  static func signal(_ constellation: Constellation) -> Int { constellation == .galileo ? 7 : 1 }

  /// The talker that speaks for a system alone.
  static func talker(_ constellation: Constellation, _ dialect: Dialect) -> Talker {
    switch constellation {
    case .glonass: .gl
    case .galileo: .ga
    case .beidou where dialect.quirks.contains(.otherBeiDouTalker): dialect.beidouTalker == .gb ? .bd : .gb
    case .beidou: dialect.beidouTalker
    case .qzss: .gq
    case .navic: .gi
    case .gps, .sbas, .imes: .gp
    }
  }
}
