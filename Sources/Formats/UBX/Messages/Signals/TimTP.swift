/// When the next time pulse comes, and by how much it is off.
///
/// ```
///  0  U4  towMS       1 ms
///  4  U4  towSubMS    2⁻³² ms
///  8  I4  qErr        1 ps
/// 12  U2  week        1
/// 14  X1  flags
///           bits 0–0  timeBase
///           bit 1     utc
///           bits 2–3  raim
///           bit 4     qErrInvalid
///           bit 5     TpNotLocked
/// 15  X1  refInfo
///           bits 0–3  timeRefGnss
///           bits 4–7  utcStandard
/// ```
///
/// Described as UBX-TIM-TP in u-blox's interface descriptions.
public struct TimTP: PayloadMessage {
  /// Milliseconds of the week at which the pulse comes.
  public var timeOfWeek: UInt32 = 0
  /// The fraction of a millisecond, in parts of 2³².
  public var fraction: UInt32 = 0
  /// Picoseconds by which the pulse is off, if they are valid.
  public var quantizationError: Int32 = 0
  /// The week of the pulse.
  public var week: UInt16 = 0
  /// The time: 0 of a satellite system, 1 UTC.
  public var timeBase: UInt8 = 0
  /// Whether UTC is known.
  public var knowsUTC = false
  /// Whether the pulse was checked: 0 not known, 1 not active, 2 active.
  public var integrity: UInt8 = 0
  /// Whether the error is not valid.
  public var isErrorInvalid = false
  /// Whether the pulse does not follow the satellites.
  public var isUnlocked = false
  /// The system whose time it is: 0 GPS, 1 GLONASS, 2 BeiDou, 3 Galileo, 15 not known.
  public var system: UInt8 = 0
  /// The laboratory whose UTC it is.
  public var standard: UInt8 = 0
  private var reserved = Reserved<2>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .timTP }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 16 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 16 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.number(&fraction, bytes)
    payload.number(&quantizationError, bytes)
    payload.number(&week, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.number(&timeBase, bits: 0...0, of: &flags)
    payload.flag(&knowsUTC, bit: 1, of: &flags)
    payload.number(&integrity, bits: 2...3, of: &flags)
    payload.flag(&isErrorInvalid, bit: 4, of: &flags)
    payload.flag(&isUnlocked, bit: 5, of: &flags)
    payload.close(flags, keeping: &reserved)
    var reference = payload.word(UInt8.self, bytes)
    payload.number(&system, bits: 0...3, of: &reference)
    payload.number(&standard, bits: 4...7, of: &reference)
    payload.close(reference, keeping: &reserved)
    payload.end(&rest, bytes)
  }
}
