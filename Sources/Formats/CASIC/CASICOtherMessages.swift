/// NAV-TIMEUTC: date and time.
///
/// ```
/// 0       4    8     12 14   16    17  18   19     20     21       22     23
/// |       |    |     |  |    |     |   |    |      |      |        |      |
/// runTime tAcc error ms year month day hour minute second validity source date
/// ```
public struct CASICTime: CASICContent, Sendable, Hashable {
  /// The time since power-on in milliseconds.
  public var runTime: UInt32 = 0
  /// The time accuracy as sent.
  public var accuracy: Float = 0
  /// The remainder of the time below a millisecond.
  public var error: Float = 0
  /// The milliseconds of the second.
  public var millisecond: UInt16 = 0
  /// The four-digit year.
  public var year: UInt16 = 0
  /// The month.
  public var month: UInt8 = 0
  /// The day.
  public var day: UInt8 = 0
  /// The hour.
  public var hour: UInt8 = 0
  /// The minute.
  public var minute: UInt8 = 0
  /// The second.
  public var second: UInt8 = 0
  /// The validity: bit 0 time of week, bit 1 week, bit 2 leap seconds.
  public var validity: UInt8 = 0
  /// The system of the time: 0 GPS, 1 BeiDou, 2 GLONASS.
  public var source: UInt8 = 0
  /// The validity of the date.
  public var dateState: UInt8 = 0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// Makes a message of zeros.
  public init() {}

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.number(&runTime)
    payload.number(&accuracy)
    payload.number(&error)
    payload.number(&millisecond)
    payload.number(&year)
    payload.number(&month)
    payload.number(&day)
    payload.number(&hour)
    payload.number(&minute)
    payload.number(&second)
    payload.number(&validity)
    payload.number(&source)
    payload.number(&dateState)
  }

  /// Whether all parts of the time are valid.
  public var isValid: Bool { validity & 7 == 7 }
}

/// NAV-DOP: dilutions of precision, four bytes each, after the run time.
public struct CASICDilution: CASICContent, Sendable, Hashable {
  /// The time since power-on in milliseconds.
  public var runTime: UInt32 = 0
  /// The position dilution of precision.
  public var position: Float = 0
  /// The horizontal dilution of precision.
  public var horizontal: Float = 0
  /// The vertical dilution of precision.
  public var vertical: Float = 0
  /// The northing dilution of precision.
  public var north: Float = 0
  /// The easting dilution of precision.
  public var east: Float = 0
  /// The time dilution of precision.
  public var time: Float = 0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// Makes a message of zeros.
  public init() {}

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.number(&runTime)
    payload.number(&position)
    payload.number(&horizontal)
    payload.number(&vertical)
    payload.number(&north)
    payload.number(&east)
    payload.number(&time)
  }
}

/// NAV-GPSINFO, NAV-BDSINFO, NAV-GLNINFO: the satellites of one constellation.
///
/// ```
/// 0       4       5    6      7  8 + 12 i
/// |       |       |    |      |  |
/// runTime in view used system –  channel number flags quality density elevation azimuth residual
/// ```
public struct CASICSatellites: CASICContent, Sendable, Hashable {
  private static let satelliteLength = 12

  /// The data for one satellite.
  public struct Entry: Sendable, Hashable {
    /// The channel; 255 for a satellite that is not tracked.
    public var channel: UInt8 = 0
    /// The number within the constellation.
    public var number: UInt8 = 0
    /// The flags; bit 0 is set if the satellite is used in the fix.
    public var flags: UInt8 = 0
    /// The quality of the signal.
    public var quality: UInt8 = 0
    /// The carrier-to-noise density in dB-Hz.
    public var carrierToNoise: UInt8 = 0
    /// The elevation in degrees.
    public var elevation: Int8 = 0
    /// The azimuth in degrees from true north.
    public var azimuth: Int16 = 0
    /// The pseudorange residual in meters.
    public var residual: Float = 0

    /// Makes a satellite of zeros.
    public init() {}

    /// Whether the satellite is used in the fix.
    public var isUsed: Bool { flags & 1 != 0 }
  }

  /// The time since power-on in milliseconds.
  public var runTime: UInt32 = 0
  /// The number of satellites in view.
  public var inView: UInt8 = 0
  /// The number of satellites in use.
  public var used: UInt8 = 0
  /// The constellation.
  public var system: UInt8 = 0
  /// A reserved field.
  public var reserved: UInt8 = 0
  /// The satellites.
  public var entries: [Entry] = []
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// Makes a message without satellites.
  public init() {}

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.number(&runTime)
    payload.number(&inView)
    payload.number(&used)
    payload.number(&system)
    payload.number(&reserved)
    var index = 0
    while payload.hasBlock(index, of: entries.count, length: Self.satelliteLength) {
      if index == entries.count { entries.append(Entry()) }
      payload.number(&entries[index].channel)
      payload.number(&entries[index].number)
      payload.number(&entries[index].flags)
      payload.number(&entries[index].quality)
      payload.number(&entries[index].carrierToNoise)
      payload.number(&entries[index].elevation)
      payload.number(&entries[index].azimuth)
      payload.number(&entries[index].residual)
      index += 1
    }
  }
}

/// ACK and NAK: the kind of a command, and whether it was accepted.
public struct CASICAnswer: CASICContent, Sendable, Hashable {
  /// Whether the command was accepted; the identifier of the answer contains this.
  public var isAccepted = false
  /// The command's class.
  public var messageClass: UInt8 = 0
  /// The command's identifier.
  public var identifier: UInt8 = 0
  /// A reserved field.
  public var reserved: UInt16 = 0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// Makes an answer with default values.
  public init() {}

  init?(payload: Span<UInt8>, isAccepted: Bool) {
    self.init(payload: payload)
    self.isAccepted = isAccepted
  }

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.number(&messageClass)
    payload.number(&identifier)
    payload.number(&reserved)
  }
}

/// MON-VER: versions of the software and hardware, 32 bytes of text each.
public struct CASICFirmware: CASICContent, Sendable, Hashable {
  private static let textLength = 32
  private var softwareBytes: [UInt8] = []
  private var hardwareBytes: [UInt8] = []
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// Makes empty versions.
  public init() {}

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.bytes(&softwareBytes, count: Self.textLength)
    payload.bytes(&hardwareBytes, count: Self.textLength)
  }

  /// The software version.
  public var software: String { Self.text(softwareBytes) }
  /// The hardware version.
  public var hardware: String { Self.text(hardwareBytes) }

  private static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      guard byte != 0 else { break }
      if 0x20...0x7E ~= byte { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    }
    return text
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
/// ``init(sentencesAt:mode:)`` switches a receiver from its binary protocol back to sentences.
public struct CASICPort: CASICContent, Sendable, Hashable {
  /// The port; 255 is the port that receives the command.
  public var port: UInt8 = 255
  /// The protocols: bit 0 binary input, bit 1 sentence input, bit 4 binary output, bit 5 sentence output.
  public var protocols: UInt8 = 0
  /// The framing: bits 6 and 7 length, bits 9 to 11 parity, bits 12 and 13 stop bits.
  public var mode: UInt16 = Self.eightBitsNoParity
  /// The speed in bits per second.
  public var speed: UInt32 = 0

  /// The mode for eight bits, no parity and one stop bit.
  public static let eightBitsNoParity: UInt16 = 0x08C0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// Makes a port without input and output protocols.
  public init() {}

  /// Makes a request for sentences only, while the port still accepts both protocols.
  ///
  /// Pass the line's current speed, unless the port changes it as well. The receiver answers with ACK or NAK.
  public init(sentencesAt speed: UInt32, mode: UInt16 = Self.eightBitsNoParity) {
    protocols = 0x23
    self.mode = mode
    self.speed = speed
  }

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.number(&port)
    payload.number(&protocols)
    payload.number(&mode)
    payload.number(&speed)
  }

  /// The complete frame.
  public var encoded: [UInt8] { CASICFrame.wrap(.cfgPRT, payload) ?? [] }
}
