/// NAV-TIMEUTC: date and time.
///
/// ```
/// 0       4    8     12 14   16    17  18   19     20     21       22     23
/// |       |    |     |  |    |     |   |    |      |      |        |      |
/// runTime tAcc error ms year month day hour minute second validity source date
/// ```
package struct CASICTime: CASICContent, Sendable, Hashable {
  /// The time since power-on in milliseconds.
  var runTime: UInt32 = 0
  /// The time accuracy as sent.
  var accuracy: Float = 0
  /// The remainder of the time below a millisecond.
  var error: Float = 0
  /// The milliseconds of the second.
  var millisecond: UInt16 = 0
  /// The date, with a four-digit year, and the time.
  var year: UInt16 = 0
  var month: UInt8 = 0
  var day: UInt8 = 0
  var hour: UInt8 = 0
  var minute: UInt8 = 0
  var second: UInt8 = 0
  /// The validity: bit 0 time of week, bit 1 week, bit 2 leap seconds.
  var validity: UInt8 = 0
  /// The system of the time: 0 GPS, 1 BeiDou, 2 GLONASS.
  var source: UInt8 = 0
  var dateState: UInt8 = 0
  var appended: [UInt8] = []

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&runTime, &accuracy, &error, &millisecond, &year, &month)
    payload.numbers(&day, &hour, &minute, &second, &validity)
    payload.numbers(&source, &dateState)
  }

  var isValid: Bool { validity & 7 == 7 }
}

/// NAV-DOP: dilutions of precision, four bytes each, after the run time.
package struct CASICDilution: CASICContent, Sendable, Hashable {
  /// The time since power-on in milliseconds.
  var runTime: UInt32 = 0
  /// The dilutions of precision.
  var position: Float = 0
  var horizontal: Float = 0
  var vertical: Float = 0
  var north: Float = 0
  var east: Float = 0
  var time: Float = 0
  var appended: [UInt8] = []

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&runTime, &position, &horizontal, &vertical, &north)
    payload.numbers(&east, &time)
  }
}

/// NAV-GPSINFO, NAV-BDSINFO, NAV-GLNINFO: the satellites of one constellation.
///
/// ```
/// 0       4       5    6      7  8 + 12 i
/// |       |       |    |      |  |
/// runTime in view used system –  channel number flags quality density elevation azimuth residual
/// ```
package struct CASICSatellites: CASICContent, Sendable, Hashable {
  struct Entry: BinaryBlock, Sendable, Hashable {
    static let length = 12
    /// The channel; 255 for a satellite that is not tracked.
    var channel: UInt8 = 0
    var number: UInt8 = 0
    /// The flags; bit 0 is set if the satellite is used in the fix.
    var flags: UInt8 = 0
    var quality: UInt8 = 0
    /// The carrier-to-noise density in dB-Hz.
    var carrierToNoise: UInt8 = 0
    /// The elevation in degrees.
    var elevation: Int8 = 0
    /// The azimuth in degrees from true north.
    var azimuth: Int16 = 0
    /// The pseudorange residual in meters.
    var residual: Float = 0

    mutating func walk(_ payload: inout some BinaryVisitor) {
      payload.numbers(&channel, &number, &flags, &quality, &carrierToNoise)
      payload.numbers(&elevation, &azimuth, &residual)
    }

    var isUsed: Bool { flags & 1 != 0 }
  }

  /// The time since power-on in milliseconds.
  var runTime: UInt32 = 0
  var inView: UInt8 = 0
  var used: UInt8 = 0
  var system: UInt8 = 0
  var reserved: UInt8 = 0
  var entries: [Entry] = []
  var appended: [UInt8] = []

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&runTime, &inView, &used, &system, &reserved)
    payload.blocks(&entries)
  }
}

/// CFG-PRT: protocols, framing and speed of a port.
///
/// ```
/// 0    1         2    4
/// |    |         |    |
/// port protocols mode speed U4
/// ```
///
/// It is only sent: it switches a receiver from its binary protocol back to sentences.
package struct CASICPort: CASICContent, Sendable, Hashable {
  private var port: UInt8 = 255
  /// Both protocols are accepted, and sentences sent.
  private var protocols: UInt8 = 0x23
  /// Eight bits, no parity and one stop bit.
  private var mode: UInt16 = 0x08C0
  private var speed: UInt32 = 0
  var appended: [UInt8] = []

  init() {}

  /// Makes a request for sentences only, while the port still accepts both protocols.
  ///
  /// Pass the line's current speed, unless the port changes it as well. The receiver answers with ACK or NAK.
  package init(sentencesAt speed: UInt32) { self.speed = speed }

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&port, &protocols, &mode, &speed)
  }

  package var encoded: [UInt8] { CASICFrame.wrap(.cfgPRT, payload) ?? [] }
}
