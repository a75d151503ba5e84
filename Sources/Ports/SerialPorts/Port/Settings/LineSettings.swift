/// How bits go over a line: both sides must agree, or each hears noise.
///
/// ```swift
/// let gps = LineSettings(speed: 9600)             // eight data bits, no parity, one stop bit
/// let meter = LineSettings(speed: 300, dataBits: .seven, parity: .even)
/// ```
///
/// What a driver cannot do, it often drops without a word. ``SerialPort`` reads the settings back, see
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
