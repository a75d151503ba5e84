/// Pseudoranges and carrier phases: their head and their count.
///
/// ```
///  0  R8    rcvTow    1 s
///  8  U2    week      1
/// 10  I1    leapS     1 s
/// 11  U1    numMeas   1
/// 12  X1    recStat
///             bit 0   leapSec
///             bit 1   clkReset
/// 13  U1    version
/// 14  U1×2  reserved
/// 16  U1×32n  measurements
/// ```
///
/// The measurements stay bytes, for programs that compute with them.
///
/// Described as UBX-RXM-RAWX in u-blox's interface descriptions.
public struct RxmRAWX: PayloadMessage {
  /// Seconds of the week by the receiver's clock.
  public var timeOfWeek: Double = 0
  /// GPS week.
  public var week: UInt16 = 0
  /// Seconds by which GPS time is ahead of UTC.
  public var leapSeconds: Int8 = 0
  /// Measurements that follow.
  public var measurementCount: UInt8 = 0
  /// Whether the leap seconds were heard from the sky.
  public var areLeapSecondsKnown = false
  /// Whether the receiver's clock was set by a millisecond.
  public var hasClockJumped = false
  /// The version of the layout.
  public var layout: UInt8 = 0
  /// 32 bytes for each measurement.
  public var measurements: [UInt8] = []
  private var reserved = Reserved<3>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .rxmRAWX }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 16 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 16 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.real(&timeOfWeek, bytes)
    payload.number(&week, bytes)
    payload.number(&leapSeconds, bytes)
    payload.number(&measurementCount, bytes)
    var state = payload.word(UInt8.self, bytes)
    payload.flag(&areLeapSecondsKnown, bit: 0, of: &state)
    payload.flag(&hasClockJumped, bit: 1, of: &state)
    payload.close(state, keeping: &reserved)
    payload.number(&layout, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.bytes(&measurements, bytes)
    payload.end(&rest, bytes)
  }
}

/// A subframe as a satellite broadcasts it: its head and its count.
///
/// ```
/// 0  U1  gnssId    0…7
/// 1  U1  svId      1
/// 2  U1  sigId
/// 3  U1  freqId
/// 4  U1  numWords  1
/// 5  U1  chn
/// 6  U1  version
/// 7  U1  reserved
/// 8  U4×n  words
/// ```
///
/// The words stay bytes, for programs that take them apart.
///
/// Described as UBX-RXM-SFRBX in u-blox's interface descriptions.
public struct RxmSFRBX: PayloadMessage {
  /// The system that the satellite belongs to.
  public var system = SatelliteSystem.gps
  /// The number in its system; 255 for a GLONASS satellite that is not identified yet.
  public var number: UInt8 = 0
  /// The signal, as u-blox numbers those of the system.
  public var signal: UInt8 = 0
  /// Of GLONASS, the slot plus 7.
  public var frequency: UInt8 = 0
  /// Words that follow.
  public var wordCount: UInt8 = 0
  /// The channel that heard it.
  public var channel: UInt8 = 0
  /// The version of the layout.
  public var layout: UInt8 = 0
  /// Four bytes for each word, the lowest first.
  public var words: [UInt8] = []
  private var reserved = Reserved<1>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .rxmSFRBX }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 8 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 8 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.code(&system, bytes)
    payload.number(&number, bytes)
    payload.number(&signal, bytes)
    payload.number(&frequency, bytes)
    payload.number(&wordCount, bytes)
    payload.number(&channel, bytes)
    payload.number(&layout, bytes)
    payload.skip(1, keeping: &reserved, bytes)
    payload.bytes(&words, bytes)
    payload.end(&rest, bytes)
  }
}
