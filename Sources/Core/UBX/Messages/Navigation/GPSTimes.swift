/// The time in GPS weeks and the leap seconds.
///
/// ```
///  0  U4  iTOW   1 ms
///  4  I4  fTOW   1 ns
///  8  I2  week   1
/// 10  I1  leapS  1 s
/// 11  X1  valid: bit 0 towValid, 1 weekValid, 2 leapSValid
/// 12  U4  tAcc   1 ns
/// ```
public struct NavTIMEGPS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navTIMEGPS, fewestBytes: 16) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds to add to the time of week, −500 000 to 500 000.
  public var fraction: Int32 = 0
  /// The GPS week, counted from 1980.
  public var week: Int16 = 0
  /// The offset of GPS time from UTC in seconds, if valid.
  public var leapSeconds: Int8 = 0
  /// Whether the time of week is valid.
  public var isTimeOfWeekValid = false
  /// Whether the week is valid.
  public var isWeekValid = false
  /// Whether the leap seconds are known.
  public var areLeapSecondsValid = false
  /// The time accuracy in seconds, or nil if unknown.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  package var kept = KeptBytes<1>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &fraction, &week, &leapSeconds, bytes)
    var valid = payload.word(UInt8.self, bytes)
    payload.flags(&isTimeOfWeekValid, &isWeekValid, &areLeapSecondsValid, from: 0, of: &valid)
    payload.close(valid, keeping: &kept.reserved)
    payload.steps(&_timeAccuracy, bytes)
  }
}

/// The leap seconds, current and announced.
///
/// ```
///  0  U4    iTOW                          1 ms
///  4  U1    version                       0
///  5  U1×3  reserved
///  8  U1    srcOfCurrLs
///  9  I1    currLs                        1 s
/// 10  U1    srcOfLsChange
/// 11  I1    lsChange                      1 s
/// 12  I4    timeToLsEvent                 1 s
/// 16  U2    dateOfLsGpsWn, dateOfLsGpsDn  1
/// 20  U1×3  reserved
/// 23  X1    valid: bit 0 validCurrLs, 1 validTimeToLsEvent
/// ```
public struct NavTIMELS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navTIMELS, fewestBytes: 24) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  /// The source of the leap seconds; 0 is the firmware's table, without confirmation from satellites.
  public var source: UInt8 = 0
  /// The offset of GPS time from UTC in seconds, if valid.
  public var leapSeconds: Int8 = 0
  /// The source of the announcement; 0 without an announcement.
  public var changeSource: UInt8 = 0
  /// The leap seconds to add: 1, 0 or −1.
  public var change: Int8 = 0
  /// The time until the change in seconds, negative after it.
  public var timeToChange: Int32 = 0
  /// The GPS week of the change.
  public var weekOfChange: UInt16 = 0
  /// The day of that week, 1 to 7.
  public var dayOfChange: UInt16 = 0
  /// Whether the leap seconds are valid.
  public var areLeapSecondsValid = false
  /// Whether the time to the change is valid.
  public var isChangeValid = false
  package var kept = KeptBytes<7>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.version(&version, in: 0...0, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    payload.fields(&source, &leapSeconds, &changeSource, &change, &timeToChange, bytes)
    payload.fields(&weekOfChange, &dayOfChange, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    var valid = payload.word(UInt8.self, bytes)
    payload.flags(&areLeapSecondsValid, &isChangeValid, from: 0, of: &valid)
    payload.close(valid, keeping: &kept.reserved)
  }
}

/// The bias and drift of the receiver's clock.
///
/// ```
///  0  U4  iTOW  1 ms
///  4  I4  clkB  1 ns
///  8  I4  clkD  1 ns/s
/// 12  U4  tAcc  1 ns
/// 16  U4  fAcc  1 ps/s
/// ```
public struct NavCLOCK: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navCLOCK, fewestBytes: 20) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The clock bias in seconds.
  @Steps<Int32, 1_000_000_000> public var bias: Double
  /// The clock drift in seconds per second.
  @Steps<Int32, 1_000_000_000> public var drift: Double
  /// The accuracy of the bias in seconds, or nil if unknown.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  /// The accuracy of the drift in picoseconds per second.
  public var frequencyAccuracy: UInt32 = 0
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &_bias, &_drift, &_timeAccuracy, &frequencyAccuracy, bytes)
  }
}

/// The end of an epoch: all messages of the epoch have been sent.
///
/// ```
/// 0  U4  iTOW  1 ms
/// ```
public struct NavEOE: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navEOE, fewestBytes: 4) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
  }
}
