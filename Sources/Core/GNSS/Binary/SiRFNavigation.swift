/// MID 2, measured navigation data, which every SiRF chip sends once a second.
///
/// ```
/// 0  1    5    9    13 15 17 19   20  21   22   24  28   29        41
/// |  |    |    |    |  |  |  |    |   |    |    |   |    |         |
/// 02 x I4 y I4 z I4 vx vy vz mode DOP mode week TOW used 12 numbers (6 more on SiRF V)
/// ```
///
/// The position is in meters, the velocity in 1/8 meters per second, and the time in hundredths of a second.
package struct SiRFNavigation: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 2
  // 41 bytes up to SiRF IV, 47 on SiRF V.
  static let fewestBytes = 41

  /// The ECEF coordinates in meters.
  var x: Int32 = 0
  var y: Int32 = 0
  var z: Int32 = 0
  /// The velocity along these axes in 1/8 meters per second.
  var velocityX: Int16 = 0
  var velocityY: Int16 = 0
  var velocityZ: Int16 = 0
  /// The mode of the solution as sent; see ``fixMode``.
  var mode: UInt8 = 0
  /// The dilution of precision in units of 0.2: PDOP, or HDOP of a two-dimensional fix.
  var dilutionFifths: UInt8 = 0
  /// Additional information about the mode.
  var secondMode: UInt8 = 0
  /// The GPS week, modulo 1024.
  var week: UInt16 = 0
  /// The time since the start of the week, in hundredths of a second.
  var timeOfWeek: UInt32 = 0
  var satellitesUsed: UInt8 = 0
  /// The numbers of the satellites, and any bytes that newer chips append.
  var satellites: [UInt8] = []

  /// Makes a message of zeros, without a position.
  init() { satellites = [UInt8](repeating: 0, count: 12) }

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&x, &y, &z, &velocityX, &velocityY, &velocityZ)
    payload.numbers(&mode, &dilutionFifths, &secondMode, &week, &timeOfWeek, &satellitesUsed)
    payload.rest(&satellites)
  }

  var fixMode: SiRFFixMode { SiRFFixMode(rawValue: mode) }
}
