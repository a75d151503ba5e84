/// How bits go over a line: both sides must agree, or each hears noise.
///
/// ```swift
/// let gps = LineSettings(speed: 9600)             // eight data bits, no parity, one stop bit
/// let meter = LineSettings(speed: 300, dataBits: .seven, parity: .even)
/// ```
///
/// Drivers often drop unsupported settings without an error. ``SerialPort`` reads the settings back, see
/// ``OpeningReport/differences``.
public struct LineSettings: Sendable, Hashable {
  /// How many bits of a character go over the line.
  public enum DataBits: Int, Sendable, Hashable, CaseIterable {
    /// Five bits, as of teleprinters.
    case five = 5
    /// Six bits.
    case six = 6
    /// Seven bits, as of ASCII.
    case seven = 7
    /// Eight bits: bytes.
    case eight = 8
  }

  /// The bit that is sent along to find errors.
  public enum Parity: String, Sendable, Hashable, CaseIterable {
    /// There is none.
    case none
    /// The number of ones with it is even.
    case even
    /// The number of ones with it is odd.
    case odd
    /// It is always one.
    case mark
    /// It is always zero.
    case space
  }

  /// How long the line rests behind a character.
  public enum StopBits: Int, Sendable, Hashable, CaseIterable {
    /// One bit.
    case one = 1
    /// Two bits.
    case two = 2
  }

  /// How a side says that it cannot take more.
  public enum FlowControl: String, Sendable, Hashable, CaseIterable {
    /// It does not.
    case none
    /// By the wires RTS and CTS.
    case hardware
    /// By the bytes XON and XOFF, which then cannot be data: never with binary protocols.
    case software
  }

  /// How many bits a second go over the line.
  public var speed: LineSpeed
  /// How many bits a character has.
  public var dataBits: DataBits
  /// The bit that is sent along to find errors.
  public var parity: Parity
  /// How long the line rests behind a character.
  public var stopBits: StopBits
  /// How a side says that it cannot take more.
  public var flowControl: FlowControl

  /// Makes settings; all but the speed are what nearly every receiver uses.
  public init(
    speed: LineSpeed = .baud9600, dataBits: DataBits = .eight, parity: Parity = .none,
    stopBits: StopBits = .one, flowControl: FlowControl = .none
  ) {
    self.speed = speed
    self.dataBits = dataBits
    self.parity = parity
    self.stopBits = stopBits
    self.flowControl = flowControl
  }
}

extension LineSettings: CustomStringConvertible {
  /// The settings in the usual short form, as "9600 bit/s 8N1".
  public var description: String {
    let parity =
      switch parity {
      case .none: "N"
      case .even: "E"
      case .odd: "O"
      case .mark: "M"
      case .space: "S"
      }
    let flow =
      switch flowControl {
      case .none: ""
      case .hardware: " RTS/CTS"
      case .software: " XON/XOFF"
      }
    return "\(speed) \(dataBits.rawValue)\(parity)\(stopBits.rawValue)\(flow)"
  }
}

/// How many bits a second go over a line.
///
/// ```swift
/// let usual: LineSpeed = 9600
/// let odd = LineSpeed(250_000)      // any number, not only the standard ones
/// ```
///
/// A byte takes ten bits with the usual settings, so 9600 bits a second are 960 bytes a second. Receivers with
/// a USB connector of their own (`/dev/ttyACM0` and the like) have no such line, and take any speed.
public struct LineSpeed: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number itself.
  public var bitsPerSecond: UInt32

  /// Makes a speed of any number of bits a second.
  ///
  /// Zero means "hang up" to the kernel, and is refused when it is applied.
  public init(_ bitsPerSecond: UInt32) { self.bitsPerSecond = bitsPerSecond }

  /// Makes a speed from a number in the program's text.
  public init(integerLiteral bitsPerSecond: UInt32) { self.bitsPerSecond = bitsPerSecond }

  /// Orders speeds from slow to fast.
  public static func < (one: LineSpeed, other: LineSpeed) -> Bool { one.bitsPerSecond < other.bitsPerSecond }

  /// 4800 bits a second: what NMEA 0183 asks for, and SiRF receivers begin with.
  public static let baud4800: LineSpeed = 4800
  /// 9600 bits a second: what most receivers begin with.
  public static let baud9600: LineSpeed = 9600
  /// 19 200 bits a second.
  public static let baud19200: LineSpeed = 19200
  /// 38 400 bits a second: NMEA 0183's high speed, and that of newer receivers.
  public static let baud38400: LineSpeed = 38400
  /// 57 600 bits a second.
  public static let baud57600: LineSpeed = 57600
  /// 115 200 bits a second.
  public static let baud115200: LineSpeed = 115_200
  /// 230 400 bits a second.
  public static let baud230400: LineSpeed = 230_400
  /// 460 800 bits a second.
  public static let baud460800: LineSpeed = 460_800
  /// 921 600 bits a second.
  public static let baud921600: LineSpeed = 921_600

  /// Whether two sides with these speeds understand each other: a UART forgives two per cent.
  public func isClose(to other: LineSpeed) -> Bool {
    let difference = UInt64(max(self, other).bitsPerSecond - min(self, other).bitsPerSecond)
    return difference * 50 <= UInt64(max(self, other).bitsPerSecond)
  }
}

extension LineSpeed: CustomStringConvertible {
  /// The speed with its unit, as "9600 bit/s".
  public var description: String { "\(bitsPerSecond) bit/s" }
}
