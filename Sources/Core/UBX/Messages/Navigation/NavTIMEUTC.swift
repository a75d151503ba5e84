/// The time in UTC.
///
/// ```
///  0  U4  iTOW   1 ms
///  4  U4  tAcc   1 ns
///  8  I4  nano   1 ns
/// 12  U2  year   1 a
/// 14  U1  month  1…12
/// 15  U1  day    1…31
/// 16  U1  hour   0…23
/// 17  U1  min    0…59
/// 18  U1  sec    0…60
/// 19  X1  valid: bit 0 validTOW, 1 validWKN, 2 validUTC, 3 authStatus, 4–7 utcStandard
/// ```
public struct NavTIMEUTC: PayloadMessage, DatedMessage {
  package static var form: PayloadForm { PayloadForm(.navTIMEUTC, fewestBytes: 20) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The time accuracy in seconds, or nil if unknown.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  public var moment = StoredTime()
  /// Whether the leap seconds are known; otherwise the time may be off by some seconds.
  public var isTimeFullyResolved = false
  /// Whether the time was verified against a trusted source.
  public var isTimeAuthenticated = false
  /// The UTC standard: 0 unavailable, 3 USNO, 5 Europe, 6 Russia, 7 China, 15 unknown.
  public var standard: UInt8 = 0
  package var kept = KeptBytes<1>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &_timeAccuracy, bytes)
    moment.walkFraction(&payload, bytes)
    moment.walk(&payload, bytes)
    var validity = payload.word(UInt8.self, bytes)
    payload.flags(&moment.isTimeValid, &moment.isDateValid, from: 0, of: &validity)
    payload.flags(&isTimeFullyResolved, &isTimeAuthenticated, from: 2, of: &validity)
    payload.number(&standard, bits: 4...7, of: &validity)
    payload.close(validity, keeping: &kept.reserved)
  }
}
