/// The transmission settings of a line; both sides must agree, or each receives noise.
///
/// ```swift
/// let gps = LineSettings(speed: 9600)             // eight data bits, no parity, one stop bit
/// let meter = LineSettings(speed: 300, dataBits: .seven, parity: .even)
/// ```
///
/// Drivers often drop unsupported settings without an error. ``SerialPort`` reads the settings back, see
/// ``OpeningReport/differences``.
public struct LineSettings: Sendable, Hashable, CustomStringConvertible {
  /// The number of bits per character.
  public enum DataBits: Int, Sendable, Hashable, CaseIterable {
    /// Five bits, as in teleprinters.
    case five = 5
    /// Six bits.
    case six = 6
    /// Seven bits, as in ASCII.
    case seven = 7
    /// Eight bits: bytes.
    case eight = 8
  }

  /// The additional bit for error detection.
  public enum Parity: String, Sendable, Hashable, CaseIterable {
    /// No parity bit.
    case none
    /// The parity bit makes the number of ones even.
    case even
    /// The parity bit makes the number of ones odd.
    case odd
    /// The parity bit is always one.
    case mark
    /// The parity bit is always zero.
    case space
  }

  /// The idle time after a character.
  public enum StopBits: Int, Sendable, Hashable, CaseIterable {
    /// One bit.
    case one = 1
    /// Two bits.
    case two = 2
  }

  /// The method by which a side signals that its buffer is full.
  public enum FlowControl: String, Sendable, Hashable, CaseIterable {
    /// No flow control.
    case none
    /// The lines RTS and CTS.
    case hardware
    /// The bytes XON and XOFF, which then cannot be data, so this never works with binary protocols.
    case software
  }

  /// The speed in bits per second.
  public var speed: LineSpeed
  /// The number of bits per character.
  public var dataBits: DataBits
  /// The additional bit for error detection.
  public var parity: Parity
  /// The idle time after a character.
  public var stopBits: StopBits
  /// The method by which a side signals that its buffer is full.
  public var flowControl: FlowControl

  /// Creates settings; the defaults except the speed suit nearly every receiver.
  public init(
    speed: LineSpeed = 9600, dataBits: DataBits = .eight, parity: Parity = .none,
    stopBits: StopBits = .one, flowControl: FlowControl = .none
  ) {
    (self.speed, self.dataBits, self.parity) = (speed, dataBits, parity)
    (self.stopBits, self.flowControl) = (stopBits, flowControl)
  }

  /// The settings in the usual short form, such as "9600 bit/s 8N1".
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

/// A speed in bits per second.
///
/// ```swift
/// let usual: LineSpeed = 9600
/// let odd = LineSpeed(250_000)      // any number, not only the standard ones
/// ```
///
/// A byte takes ten bits with the usual settings, so 9600 bits per second are 960 bytes per second. Receivers
/// with native USB (`/dev/ttyACM0` and the like) have no such line, and accept any speed.
public struct LineSpeed: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible
{
  /// The number of bits per second.
  public var bitsPerSecond: UInt32

  /// Creates a speed from any number of bits per second.
  ///
  /// Zero means "hang up" to the kernel, and is refused when it is applied.
  public init(_ bitsPerSecond: UInt32) { self.bitsPerSecond = bitsPerSecond }

  /// Creates a speed from an integer literal.
  public init(integerLiteral bitsPerSecond: UInt32) { self.bitsPerSecond = bitsPerSecond }

  /// Orders speeds from slow to fast.
  public static func < (one: LineSpeed, other: LineSpeed) -> Bool { one.bitsPerSecond < other.bitsPerSecond }

  /// Whether two sides with these speeds can communicate; a UART tolerates two percent.
  public func isClose(to other: LineSpeed) -> Bool {
    let difference = UInt64(max(self, other).bitsPerSecond - min(self, other).bitsPerSecond)
    return difference * 50 <= UInt64(max(self, other).bitsPerSecond)
  }

  /// The speed with its unit, such as "9600 bit/s".
  public var description: String { "\(bitsPerSecond) bit/s" }
}
