/// The time in GPS weeks, and the leap seconds.
///
/// ```
///  0  U4  iTOW     1 ms
///  4  I4  fTOW     1 ns
///  8  I2  week     1
/// 10  I1  leapS    1 s
/// 11  X1  valid
///           bit 0  towValid
///           bit 1  weekValid
///           bit 2  leapSValid
/// 12  U4  tAcc     1 ns
/// ```
///
/// Described as UBX-NAV-TIMEGPS in u-blox's interface descriptions.
public struct NavTIMEGPS: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds to be added to the time of week, −500 000 to 500 000.
  public var fraction: Int32 = 0
  /// GPS week, counted from 1980.
  public var week: Int16 = 0
  /// Seconds by which GPS time is ahead of UTC, if they are valid.
  public var leapSeconds: Int8 = 0
  /// Whether the time of week is valid.
  public var isTimeOfWeekValid = false
  /// Whether the week is valid.
  public var isWeekValid = false
  /// Whether the leap seconds are known.
  public var areLeapSecondsValid = false
  /// Seconds that the time may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  private var reserved = Reserved<1>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navTIMEGPS }

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
    payload.number(&week, bytes)
    payload.number(&leapSeconds, bytes)
    var valid = payload.word(UInt8.self, bytes)
    payload.flag(&isTimeOfWeekValid, bit: 0, of: &valid)
    payload.flag(&isWeekValid, bit: 1, of: &valid)
    payload.flag(&areLeapSecondsValid, bit: 2, of: &valid)
    payload.close(valid, keeping: &reserved)
    payload.steps(&_timeAccuracy, bytes)
    payload.end(&rest, bytes)
  }
}

/// Leap seconds, known and announced.
///
/// ```
///  0  U4    iTOW           1 ms
///  4  U1    version        0
///  5  U1×3  reserved
///  8  U1    srcOfCurrLs
///  9  I1    currLs         1 s
/// 10  U1    srcOfLsChange
/// 11  I1    lsChange       1 s
/// 12  I4    timeToLsEvent  1 s
/// 16  U2    dateOfLsGpsWn  1
/// 18  U2    dateOfLsGpsDn  1
/// 20  U1×3  reserved
/// 23  X1    valid
///             bit 0        validCurrLs
///             bit 1        validTimeToLsEvent
/// ```
///
/// Described as UBX-NAV-TIMELS in u-blox's interface descriptions.
public struct NavTIMELS: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  /// The source of the leap seconds; 0 is the firmware's own table, and nothing was heard from the sky.
  public var source: UInt8 = 0
  /// Seconds by which GPS time is ahead of UTC, if they are valid.
  public var leapSeconds: Int8 = 0
  /// The source of the announcement; 0 is none.
  public var changeSource: UInt8 = 0
  /// The seconds that will be added: 1, 0 or −1.
  public var change: Int8 = 0
  /// Seconds until the change, negative after it.
  public var timeToChange: Int32 = 0
  /// GPS week of the change.
  public var weekOfChange: UInt16 = 0
  /// Day of that week, 1 to 7.
  public var dayOfChange: UInt16 = 0
  /// Whether the leap seconds are valid.
  public var areLeapSecondsValid = false
  /// Whether the time to the change is valid.
  public var isChangeValid = false
  private var reserved = Reserved<7>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navTIMELS }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 24 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 24 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.version(&version, in: 0...0, bytes)
    payload.skip(3, keeping: &reserved, bytes)
    payload.number(&source, bytes)
    payload.number(&leapSeconds, bytes)
    payload.number(&changeSource, bytes)
    payload.number(&change, bytes)
    payload.number(&timeToChange, bytes)
    payload.number(&weekOfChange, bytes)
    payload.number(&dayOfChange, bytes)
    payload.skip(3, keeping: &reserved, bytes)
    var valid = payload.word(UInt8.self, bytes)
    payload.flag(&areLeapSecondsValid, bit: 0, of: &valid)
    payload.flag(&isChangeValid, bit: 1, of: &valid)
    payload.close(valid, keeping: &reserved)
    payload.end(&rest, bytes)
  }
}

/// Offset and drift of the receiver's own clock.
///
/// ```
///  0  U4  iTOW  1 ms
///  4  I4  clkB  1 ns
///  8  I4  clkD  1 ns/s
/// 12  U4  tAcc  1 ns
/// 16  U4  fAcc  1 ps/s
/// ```
///
/// Described as UBX-NAV-CLOCK in u-blox's interface descriptions.
public struct NavCLOCK: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Seconds by which the clock is off.
  @Steps<Int32, 1_000_000_000> public var bias: Double
  /// Seconds that the clock loses or wins in a second.
  @Steps<Int32, 1_000_000_000> public var drift: Double
  /// Seconds that the offset may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  /// Picoseconds in a second that the drift may be off.
  public var frequencyAccuracy: UInt32 = 0
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navCLOCK }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 20 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 20 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.steps(&_bias, bytes)
    payload.steps(&_drift, bytes)
    payload.steps(&_timeAccuracy, bytes)
    payload.number(&frequencyAccuracy, bytes)
    payload.end(&rest, bytes)
  }
}

/// The epoch is over: nothing more of it will come.
///
/// ```
/// 0  U4  iTOW  1 ms
/// ```
///
/// Described as UBX-NAV-EOE in u-blox's interface descriptions.
public struct NavEOE: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navEOE }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 4 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 4 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.end(&rest, bytes)
  }
}
