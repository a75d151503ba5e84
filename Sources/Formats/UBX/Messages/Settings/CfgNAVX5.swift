/// Settings for experts, up to u-blox 9.
///
/// ```
///  0  U2    version
///  2  X2    mask1
///  4  X4    mask2
///  8  U2    reserved
/// 10  U1    minSVs            1
/// 11  U1    maxSVs            1
/// 12  U1    minCNO            1 dB-Hz
/// 13  U1    reserved
/// 14  U1    iniFix3D          0, 1
/// 15  U2    reserved
/// 17  U1    ackAiding         0, 1
/// 18  U2    wknRollover       1
/// 20  U1    sigAttenCompMode
/// 21  U1×5  reserved
/// 26  U1    usePPP            0, 1
/// 27  U1    aopCfg            0, 1
/// 28  U2    reserved
/// 30  U2    aopOrbMaxErr      1 m
/// 32  U1×7  reserved
/// 39  U1    useAdr            0, 1
/// ```
///
/// The masks say which of the others count when it is sent.
///
/// Described as UBX-CFG-NAVX5 in u-blox's interface descriptions.
public struct CfgNAVX5: PayloadMessage {
  /// The version of the layout.
  public var layout: UInt16 = 0
  /// Settings that are meant: bit 2 counts, 3 signal, 6 first fix, 9 week, 10 acknowledging, 13 PPP, 14
  /// prediction.
  public var mask: UInt16 = 0
  /// More of them: bit 6 sensors, 7 compensation.
  public var laterMask: UInt32 = 0
  /// Satellites that a fix needs.
  public var fewestSatellites: UInt8 = 0
  /// Satellites that a fix uses.
  public var mostSatellites: UInt8 = 0
  /// The strength that a satellite needs.
  public var minimumSignal: UInt8 = 0
  /// 1 if the first fix must be in three dimensions.
  public var startsInThreeDimensions: UInt8 = 0
  /// 1 if assistance is acknowledged by MGA-ACK.
  public var acknowledgesAssistance: UInt8 = 0
  /// The GPS week from which the receiver counts; 0 is the firmware's own.
  public var weekRollover: UInt16 = 0
  /// The loss of signal that is compensated, in dB-Hz; 0 none, 255 by itself.
  public var compensation: UInt8 = 0
  /// 1 if precise point positioning is used.
  public var usesPrecisePoint: UInt8 = 0
  /// 1 if the receiver predicts orbits itself.
  public var predictsOrbits: UInt8 = 0
  /// Meters that a predicted orbit may be off; 0 is the firmware's own.
  public var maximumPredictionError: UInt16 = 0
  /// 1 if sensors are used.
  public var usesSensors: UInt8 = 0
  private var reserved = Reserved<19>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgNAVX5 }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 40 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 40 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&layout, bytes)
    payload.number(&mask, bytes)
    payload.number(&laterMask, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.number(&fewestSatellites, bytes)
    payload.number(&mostSatellites, bytes)
    payload.number(&minimumSignal, bytes)
    payload.skip(1, keeping: &reserved, bytes)
    payload.number(&startsInThreeDimensions, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.number(&acknowledgesAssistance, bytes)
    payload.number(&weekRollover, bytes)
    payload.number(&compensation, bytes)
    payload.skip(5, keeping: &reserved, bytes)
    payload.number(&usesPrecisePoint, bytes)
    payload.number(&predictsOrbits, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.number(&maximumPredictionError, bytes)
    payload.skip(7, keeping: &reserved, bytes)
    payload.number(&usesSensors, bytes)
    payload.end(&rest, bytes)
  }
}
