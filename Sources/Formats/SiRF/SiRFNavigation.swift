/// MID 2, measured navigation data: what every SiRF chip sends once a second.
///
/// ```
/// 0  1    5    9    13 15 17 19   20  21   22   24  28   29        41
/// |  |    |    |    |  |  |  |    |   |    |    |   |    |         |
/// 02 x I4 y I4 z I4 vx vy vz mode DOP mode week TOW used 12 numbers (6 more on SiRF V)
/// ```
///
/// The place is told in whole meters, the velocity in eighths of a meter per second, the time in hundredths of a
/// second.
public struct SiRFNavigation: SiRFContent, Sendable, Hashable {
  static let identifier: UInt8 = 2
  // 41 bytes up to SiRF IV, 47 on SiRF V.
  static let fewestBytes = 41

  /// Meters from the center of the Earth towards 0° east on the equator.
  public var x: Int32 = 0
  /// Meters towards 90° east on the equator.
  public var y: Int32 = 0
  /// Meters towards the north pole.
  public var z: Int32 = 0
  /// Velocity along x in eighths of a meter per second.
  public var velocityX: Int16 = 0
  /// Velocity along y in eighths of a meter per second.
  public var velocityY: Int16 = 0
  /// Velocity along z in eighths of a meter per second.
  public var velocityZ: Int16 = 0
  /// How the position was found, as it is sent.
  public var mode: UInt8 = 0
  /// Dilution in fifths: of the position in space, or of a plane one.
  public var dilutionFifths: UInt8 = 0
  /// More about the mode.
  public var secondMode: UInt8 = 0
  /// The week of GPS, modulo 1024.
  public var week: UInt16 = 0
  /// Hundredths of a second since the beginning of the week.
  public var timeOfWeek: UInt32 = 0
  /// How many satellites take part.
  public var satellitesUsed: UInt8 = 0
  /// Their numbers, and what newer chips add.
  public var satellites: [UInt8] = []

  /// A message of zeros: no position.
  public init() { satellites = [UInt8](repeating: 0, count: 12) }

  mutating func walk(_ payload: inout some SiRFVisitor) {
    payload.number(&x)
    payload.number(&y)
    payload.number(&z)
    payload.number(&velocityX)
    payload.number(&velocityY)
    payload.number(&velocityZ)
    payload.number(&mode)
    payload.number(&dilutionFifths)
    payload.number(&secondMode)
    payload.number(&week)
    payload.number(&timeOfWeek)
    payload.number(&satellitesUsed)
    payload.rest(&satellites)
  }

  /// How the position was found.
  public var fixMode: SiRFFixMode { SiRFFixMode(rawValue: mode) }
}
