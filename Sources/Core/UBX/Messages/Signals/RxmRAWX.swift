/// Pseudoranges and carrier phases: the header and the number of measurements.
///
/// ```
///  0  R8      rcvTow        1 s
///  8  U2      week          1
/// 10  I1      leapS         1 s
/// 11  U1      numMeas       1
/// 12  X1      recStat: bit 0 leapSec, 1 clkReset
/// 13  U1      version
/// 14  U1×2    reserved
/// 16  U1×32n  measurements
/// ```
///
/// The measurements stay unparsed, for programs that process raw data.
public struct RxmRAWX: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.rxmRAWX, fewestBytes: 16) }
  public init() {}

  /// The seconds of the week by the receiver's clock.
  public var timeOfWeek: Double = 0
  /// The GPS week.
  public var week: UInt16 = 0
  /// The offset of GPS time from UTC in seconds.
  public var leapSeconds: Int8 = 0
  /// The number of measurements.
  public var measurementCount: UInt8 = 0
  /// Whether satellites have confirmed the leap seconds.
  public var areLeapSecondsKnown = false
  /// Whether the receiver's clock was reset, typically by a millisecond.
  public var hasClockJumped = false
  /// The version of the layout.
  public var layout: UInt8 = 0
  /// The measurements, 32 bytes each.
  public var measurements: [UInt8] = []
  package var kept = KeptBytes<3>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &week, &leapSeconds, &measurementCount, bytes)
    var state = payload.word(UInt8.self, bytes)
    payload.flags(&areLeapSecondsKnown, &hasClockJumped, from: 0, of: &state)
    payload.close(state, keeping: &kept.reserved)
    payload.number(&layout, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.bytes(&measurements, bytes)
  }
}

/// A broadcast navigation subframe: the header and the number of words.
///
/// ```
/// 0  U1    gnssId         0…7
/// 1  U1    svId           1
/// 2  U1    sigId, freqId
/// 4  U1    numWords       1
/// 5  U1    chn, version
/// 7  U1    reserved
/// 8  U4×n  words
/// ```
///
/// The words stay unparsed, for programs that decode them.
public struct RxmSFRBX: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.rxmSFRBX, fewestBytes: 8) }
  public init() {}

  /// The satellite's system.
  public var system = SatelliteSystem.gps
  /// The number within the system; 255 for an unidentified GLONASS satellite.
  public var number: UInt8 = 0
  /// The signal, with u-blox's number within the system.
  public var signal: UInt8 = 0
  /// The GLONASS frequency slot plus 7.
  public var frequency: UInt8 = 0
  /// The number of words.
  public var wordCount: UInt8 = 0
  /// The channel that received the subframe.
  public var channel: UInt8 = 0
  /// The version of the layout.
  public var layout: UInt8 = 0
  /// The words, four bytes each, least significant byte first.
  public var words: [UInt8] = []
  package var kept = KeptBytes<1>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&system, &number, &signal, &frequency, &wordCount, bytes)
    payload.fields(&channel, &layout, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.bytes(&words, bytes)
  }
}
