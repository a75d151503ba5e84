/// NAV-TIMEUTC: date and time.
///
/// ```
/// 0       4    8     12 14   16    17  18   19     20     21       22     23
/// |       |    |     |  |    |     |   |    |      |      |        |      |
/// runTime tAcc error ms year month day hour minute second validity source date
/// ```
public struct CASICTime: CASICContent, Sendable, Hashable {
  /// Milliseconds since power-on.
  public var runTime: UInt32 = 0
  /// The accuracy, as it is sent.
  public var accuracy: Float = 0
  /// What is left of the time behind its milliseconds.
  public var error: Float = 0
  /// Milliseconds of the second.
  public var millisecond: UInt16 = 0
  /// The year, with four digits.
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
  /// Bit 0: the time of the week is valid; bit 1: the week; bit 2: the leap seconds.
  public var validity: UInt8 = 0
  /// The system that the time came from: 0 GPS, 1 BeiDou, 2 GLONASS.
  public var source: UInt8 = 0
  /// How well the date is known.
  public var dateState: UInt8 = 0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// A message of zeros.
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

  /// Whether all parts of the time are known.
  public var isValid: Bool { validity & 7 == 7 }
}

/// NAV-DOP: dilutions of precision, each four bytes behind the run time.
public struct CASICDilution: CASICContent, Sendable, Hashable {
  /// Milliseconds since power-on.
  public var runTime: UInt32 = 0
  /// Of the position in space.
  public var position: Float = 0
  /// Of latitude and longitude.
  public var horizontal: Float = 0
  /// Of the altitude.
  public var vertical: Float = 0
  /// Of the latitude.
  public var north: Float = 0
  /// Of the longitude.
  public var east: Float = 0
  /// Of the time.
  public var time: Float = 0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// A message of zeros.
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

  /// A satellite.
  public struct Entry: Sendable, Hashable {
    /// The channel; 255 for a satellite that is not tracked.
    public var channel: UInt8 = 0
    /// The number within the constellation.
    public var number: UInt8 = 0
    /// Bit 0: it takes part in the fix.
    public var flags: UInt8 = 0
    /// How well it is received.
    public var quality: UInt8 = 0
    /// Carrier to noise density in dB-Hz.
    public var carrierToNoise: UInt8 = 0
    /// Degrees above the horizon.
    public var elevation: Int8 = 0
    /// Degrees from true north.
    public var azimuth: Int16 = 0
    /// The residual of the range in meters.
    public var residual: Float = 0

    /// A satellite of zeros.
    public init() {}

    /// Whether it takes part in the fix.
    public var isUsed: Bool { flags & 1 != 0 }
  }

  /// Milliseconds since power-on.
  public var runTime: UInt32 = 0
  /// How many are in view.
  public var inView: UInt8 = 0
  /// How many take part.
  public var used: UInt8 = 0
  /// The constellation.
  public var system: UInt8 = 0
  /// Reserved.
  public var reserved: UInt8 = 0
  /// The satellites.
  public var entries: [Entry] = []
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// A message without satellites.
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

/// ACK and NAK: the kind of the command, and whether it was accepted.
public struct CASICAnswer: CASICContent, Sendable, Hashable {
  /// Whether the command was accepted: the identifier of the answer says it.
  public var isAccepted = false
  /// The command's class.
  public var messageClass: UInt8 = 0
  /// The command's identifier.
  public var identifier: UInt8 = 0
  /// Reserved.
  public var reserved: UInt16 = 0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// An answer to nothing.
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

/// MON-VER: versions of software and hardware, 32 bytes of text each.
public struct CASICFirmware: CASICContent, Sendable, Hashable {
  private static let textLength = 32
  private var softwareBytes: [UInt8] = []
  private var hardwareBytes: [UInt8] = []
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// Empty versions.
  public init() {}

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.bytes(&softwareBytes, count: Self.textLength)
    payload.bytes(&hardwareBytes, count: Self.textLength)
  }

  /// The version of the software.
  public var software: String { Self.text(softwareBytes) }
  /// The version of the hardware.
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
/// ``init(sentencesAt:mode:)`` is the way back: what switches a receiver from its binary protocol to sentences.
public struct CASICPort: CASICContent, Sendable, Hashable {
  /// The port; 255 is the one that the command comes by.
  public var port: UInt8 = 255
  /// Bit 0: binary is heard; bit 1: sentences are heard; bit 4: binary is sent; bit 5: sentences are sent.
  public var protocols: UInt8 = 0
  /// Bits 6 and 7: length; bits 9 to 11: parity; bits 12 and 13: stop bits.
  public var mode: UInt16 = Self.eightBitsNoParity
  /// Bits per second.
  public var speed: UInt32 = 0

  /// Eight bits, no parity, one stop bit.
  public static let eightBitsNoParity: UInt16 = 0x08C0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// A port that hears and sends nothing.
  public init() {}

  /// Asks for sentences alone, and goes on hearing both languages.
  ///
  /// Give the speed that the line has, unless the port changes it, too. The receiver answers with ACK or NAK.
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

  /// The whole command as it goes over the wire.
  public var encoded: [UInt8] { CASICFrame.wrap(.cfgPRT, payload) ?? [] }
}
