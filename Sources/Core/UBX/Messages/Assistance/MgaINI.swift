// Time and position for a receiver that is starting. Wrong values delay the first fix more than missing ones.

/// The UTC time at the moment of reception.
///
/// ```
///  0  U1  type      0x10
///  1  U1  version   0
///  2  X1  ref: bits 0–3 source, 4 fall, 5 last
///  3  I1  leapSecs  1 s
///  4  U2  year      1 a
///  6  U1  month     1…12
///  7  U1  day       1…31
///  8  U1  hour      0…23
///  9  U1  min       0…59
/// 10  U1  second    0…60
/// 11  U1  reserved
/// 12  U4  ns        1 ns
/// 16  U2  tAccS     1 s
/// 18  U2  reserved
/// 20  U4  tAccNs    1 ns
/// ```
///
/// Described as UBX-MGA-INI-TIME-UTC in u-blox's interface descriptions.
package struct MgaINITime: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.mgaINI, fewestBytes: 24) }
  package init() {}

  private var type: UInt8 = 16
  package var version: UInt8 = 0
  /// The reference of the time: 0 reception, 1 and 2 an edge at an external input.
  package var source: UInt8 = 0
  package var isFallingEdge = false
  /// Whether the reference is the last edge instead of the next.
  package var isLastEdge = false
  /// The offset of GPS time from UTC in seconds; −128 if unknown.
  package var leapSeconds: Int8 = 0
  private var moment = StoredTime()
  /// The nanoseconds of the second.
  package var nanosecond: UInt32 = 0
  /// The accuracy of the time in seconds.
  package var accuracySeconds: UInt16 = 0
  /// Nanoseconds to add to the accuracy.
  package var accuracyNanoseconds: UInt32 = 0
  package var kept = KeptBytes<4>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&type, in: 16...16, bytes)
    payload.version(&version, in: 0...0, bytes)
    var reference = payload.word(UInt8.self, bytes)
    payload.number(&source, bits: 0...3, of: &reference)
    payload.flags(&isFallingEdge, &isLastEdge, from: 4, of: &reference)
    payload.close(reference, keeping: &kept.reserved)
    payload.fields(&leapSeconds, &moment, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.fields(&nanosecond, &accuracySeconds, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.number(&accuracyNanoseconds, bytes)
  }

  /// The date in UTC, or nil if the numbers are out of range.
  package var date: NavPVT.CalendarDate? {
    get { moment.date(isTimeValid: false) }
    set { moment.set(newValue) }
  }

  /// The time of day in UTC, or nil if the numbers are out of range.
  package var time: NavPVT.TimeOfDay? {
    get {
      moment.time.flatMap {
        NavPVT.TimeOfDay(
          hour: Int($0.hour), minute: Int($0.minute), second: Int($0.second), nanosecond: Int(nanosecond))
      }
    }
    set {
      moment.time = newValue.flatMap {
        NavPVT.TimeOfDay(hour: Int($0.hour), minute: Int($0.minute), second: Int($0.second))
      }
      nanosecond = newValue?.nanosecond ?? 0
    }
  }
}

/// The approximate position.
///
/// ```
///  0  U1    type      0x01
///  1  U1    version   0
///  2  U1×2  reserved
///  4  I4    lat, lon  1e-7°
/// 12  I4    alt       1 cm
/// 16  U4    posAcc    1 cm
/// ```
///
/// Described as UBX-MGA-INI-POS-LLH in u-blox's interface descriptions.
package struct MgaINIPosition: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.mgaINI, fewestBytes: 20) }
  package init() {}

  private var type: UInt8 = 1
  package var version: UInt8 = 0
  /// The latitude in degrees, north positive.
  @Steps<Int32, 10_000_000> package var latitude: Double
  /// The longitude in degrees, east positive.
  @Steps<Int32, 10_000_000> package var longitude: Double
  /// The height above the ellipsoid in meters.
  @Steps<Int32, 100> package var height: Double
  /// The accuracy of the position in meters.
  @Steps<UInt32, 100> package var accuracy: Double
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&type, in: 1...1, bytes)
    payload.version(&version, in: 0...0, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.fields(&_latitude, &_longitude, &_height, &_accuracy, bytes)
  }
}
