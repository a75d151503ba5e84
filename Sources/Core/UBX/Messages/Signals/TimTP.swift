/// The time of the next time pulse and its quantization error.
///
/// ```
///  0  U4  towMS     1 ms
///  4  U4  towSubMS  2⁻³² ms
///  8  I4  qErr      1 ps
/// 12  U2  week      1
/// 14  X1  flags: bits 0–0 timeBase, 1 utc, 2–3 raim, 4 qErrInvalid, 5 TpNotLocked
/// 15  X1  refInfo: bits 0–3 timeRefGnss, 4–7 utcStandard
/// ```
public struct TimTP: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.timTP, fewestBytes: 16) }
  public init() {}

  /// The time of week of the pulse in milliseconds.
  public var timeOfWeek: UInt32 = 0
  /// The fraction of a millisecond, in units of 2⁻³².
  public var fraction: UInt32 = 0
  /// The quantization error of the pulse in picoseconds, if valid.
  public var quantizationError: Int32 = 0
  /// The week of the pulse.
  public var week: UInt16 = 0
  /// The time base: 0 GNSS, 1 UTC.
  public var timeBase: UInt8 = 0
  /// Whether UTC is available.
  public var knowsUTC = false
  /// The RAIM state: 0 unknown, 1 inactive, 2 active.
  public var integrity: UInt8 = 0
  /// Whether the quantization error is invalid.
  public var isErrorInvalid = false
  /// Whether the pulse is not locked to GNSS time.
  public var isUnlocked = false
  /// The system of the time: 0 GPS, 1 GLONASS, 2 BeiDou, 3 Galileo, 15 unknown.
  public var system: UInt8 = 0
  /// The UTC standard.
  public var standard: UInt8 = 0
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &fraction, &quantizationError, &week, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.number(&timeBase, bits: 0...0, of: &flags)
    payload.flag(&knowsUTC, bit: 1, of: &flags)
    payload.number(&integrity, bits: 2...3, of: &flags)
    payload.flags(&isErrorInvalid, &isUnlocked, from: 4, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    var reference = payload.word(UInt8.self, bytes)
    payload.number(&system, bits: 0...3, of: &reference)
    payload.number(&standard, bits: 4...7, of: &reference)
    payload.close(reference, keeping: &kept.reserved)
  }
}
