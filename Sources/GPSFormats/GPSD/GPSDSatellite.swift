internal import GNSS

extension Constellation {
  /// u-blox's number of a constellation, which gpsd calls `gnssid`.
  package var ubloxNumber: Int {
    switch self {
    case .gps: 0
    case .sbas: 1
    case .galileo: 2
    case .beidou: 3
    case .imes: 4
    case .qzss: 5
    case .glonass: 6
    case .navic: 7
    }
  }
}

extension SatelliteIdentity {
  /// A number that no satellite of another constellation has, as gpsd makes it: its `PRN`.
  package var gpsdNumber: Int {
    switch constellation {
    case .gps: number
    // Beyond 151 the shifted numbers would be GLONASS's.
    case .sbas: number < 152 ? number - 87 : number
    case .galileo: number + 300
    case .beidou: number + 400
    case .imes: number + 172
    case .qzss: number + 192
    case .glonass: number + 64
    case .navic: number + 500
    }
  }
}

extension Signal {
  /// u-blox's number of a signal, which gpsd calls `sigid`.
  ///
  /// Nil for the usual one, which is 0 and left out, and where u-blox has none.
  func ubloxNumber(of constellation: Constellation) -> Int? {
    switch constellation {
    case .gps: Self.gps[self]
    case .galileo: Self.galileo[self]
    case .beidou: Self.beidou[self]
    case .qzss: Self.qzss[self]
    case .glonass: Self.glonass[self]
    case .navic: Self.navic[self]
    case .sbas, .imes: nil
    }
  }

  private static let gps: [Signal: Int] = [.l2CL: 3, .l2CM: 4, .l5I: 6, .l5Q: 7]
  private static let galileo: [Signal: Int] = [.e5A: 3, .e5B: 5, .e6BC: 8, .e6A: 10]
  private static let beidou: [Signal: Int] = [.b2I: 2, .b3I: 4, .b1C: 5, .b2A: 7]
  private static let qzss: [Signal: Int] = [.l1S: 1, .l2CM: 4, .l2CL: 5, .l5I: 8, .l5Q: 9]
  private static let glonass: [Signal: Int] = [.l2CA: 2]
  private static let navic: [Signal: Int] = [.l1SPS: 4]
}
