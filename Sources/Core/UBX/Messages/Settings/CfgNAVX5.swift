/// Expert navigation settings, up to u-blox 9.
///
/// ```
///  0  U2    version
///  2  X2    mask1
///  4  X4    mask2
///  8  U2    reserved
/// 10  U1    minSVs, maxSVs    1
/// 12  U1    minCNO            1 dB-Hz
/// 13  U1    reserved
/// 14  U1    iniFix3D          0, 1
/// 15  U2    reserved
/// 17  U1    ackAiding         0, 1
/// 18  U2    wknRollover       1
/// 20  U1    sigAttenCompMode
/// 21  U1×5  reserved
/// 26  U1    usePPP, aopCfg    0, 1
/// 28  U2    reserved
/// 30  U2    aopOrbMaxErr      1 m
/// 32  U1×7  reserved
/// 39  U1    useAdr            0, 1
/// ```
///
/// The receiver applies only the fields selected by the masks.
package struct CfgNAVX5: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgNAVX5, fewestBytes: 40) }
  package init() {}

  package var layout: UInt16 = 0
  /// The fields to apply: bit 2 satellite counts, 3 signal strength, 6 first fix, 9 week rollover, 10
  /// acknowledgment, 13 PPP, 14 orbit prediction.
  package var mask: UInt16 = 0
  /// More fields to apply: bit 6 sensors, 7 signal attenuation compensation.
  package var laterMask: UInt32 = 0
  package var fewestSatellites: UInt8 = 0
  /// The most satellites in a fix.
  package var mostSatellites: UInt8 = 0
  /// The weakest signal in use, in dB-Hz.
  package var minimumSignal: UInt8 = 0
  /// 1 if the first fix must be three-dimensional.
  package var startsInThreeDimensions: UInt8 = 0
  /// 1 if MGA-ACK acknowledges assistance data.
  package var acknowledgesAssistance: UInt8 = 0
  /// The GPS week from which weeks are resolved; 0 is the firmware's default.
  package var weekRollover: UInt16 = 0
  /// The signal attenuation to compensate, in dB-Hz; 0 is off, 255 is automatic.
  package var compensation: UInt8 = 0
  /// 1 if precise point positioning is used.
  package var usesPrecisePoint: UInt8 = 0
  /// 1 if the receiver predicts orbits (AssistNow Autonomous).
  package var predictsOrbits: UInt8 = 0
  /// The largest error of a predicted orbit in meters; 0 is the firmware's default.
  package var maximumPredictionError: UInt16 = 0
  /// 1 if sensors are used.
  package var usesSensors: UInt8 = 0
  package var kept = KeptBytes<19>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&layout, &mask, &laterMask, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.fields(&fewestSatellites, &mostSatellites, &minimumSignal, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.number(&startsInThreeDimensions, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.fields(&acknowledgesAssistance, &weekRollover, &compensation, bytes)
    payload.skip(5, keeping: &kept.reserved, bytes)
    payload.fields(&usesPrecisePoint, &predictsOrbits, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.number(&maximumPredictionError, bytes)
    payload.skip(7, keeping: &kept.reserved, bytes)
    payload.number(&usesSensors, bytes)
  }
}
