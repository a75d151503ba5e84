/// A receiver's report of its own condition: antenna, interference, spoofing, load.
///
/// Nothing is inferred: a value that the receiver did not report is nil, and a monitor that is switched off
/// is ``Disturbance/notWatched``, which is not the same as ``Disturbance/nothingFound``.
///
/// ```swift
/// decoder.decode(bytes.span) { output in
///   if case .condition(let condition) = output, condition.antenna == .short { print("unplug the antenna") }
/// }
/// ```
public struct HardwareCondition: Sendable, Hashable {
  /// The antenna's state; with several front ends, the worst one.
  public var antenna: Antenna?
  /// Whether the antenna has power.
  public var isAntennaPowered: Bool?
  /// Interference with the reception.
  public var jamming: Disturbance?
  /// Signs of spoofed signals.
  public var spoofing: Forgery?
  /// The front ends, usually one per band, in the receiver's order.
  public var frontEnds: [FrontEnd] = []
  /// The receiver's load.
  public var load = Load()
  /// The temperature in degrees Celsius.
  public var temperature: Int?
  /// Seconds since the receiver's start.
  public var timeSinceStart: Int?
  /// Seconds from the receiver's start to its first fix.
  public var timeToFirstFix: Double?
  /// The latest error message of the receiver.
  public var notice: Notice?

  /// Creates a condition without reports.
  public init() {}

  /// Whether the receiver reported nothing about itself.
  public var isEmpty: Bool { self == HardwareCondition() }

  /// The strongest continuous-wave interference of all front ends, 0 to 255.
  public var interference: Int? { frontEnds.compactMap { $0.interference }.max() }

  /// The states of an antenna.
  public enum Antenna: Sendable, Hashable, CaseIterable {
    /// The receiver has not measured it yet.
    case starting
    /// The antenna is not monitored.
    case unknown
    /// The antenna works.
    case ok
    /// No current flows: the antenna is missing or passive.
    case open
    /// The antenna is short-circuited.
    case short
  }

  /// The levels of interference.
  public enum Disturbance: Sendable, Hashable, CaseIterable {
    /// The receiver does not monitor interference, or does not know yet.
    case notWatched
    /// There is no significant interference.
    case nothingFound
    /// There is interference, but the receiver keeps its fix.
    case warning
    /// Interference prevents a fix.
    case critical
  }

  /// The levels of spoofing detection.
  public enum Forgery: Sendable, Hashable, CaseIterable {
    /// The receiver does not monitor spoofing, or does not know yet.
    case notWatched
    /// There is no sign of spoofing.
    case nothingFound
    /// There is one sign of spoofing.
    case indicated
    /// There are several signs of spoofing.
    case affirmed
  }

  /// A front end, which receives one band.
  public struct FrontEnd: Sendable, Hashable {
    /// The front end's number: 0 receives the upper band, L1; 1 the lower band, L2 or L5.
    public var number: Int
    /// The state of the front end's antenna.
    public var antenna: Antenna?
    /// Interference in the front end's band.
    public var jamming: Disturbance?
    /// The strength of continuous-wave interference, 0 to 255.
    public var interference: Int?
    /// The noise level in the receiver's own unit, of which only changes are meaningful.
    public var noise: Int?
    /// The gain in percent of the maximum; a strong signal nearby lowers it.
    public var gain: Int?

    /// Creates a front end without reports.
    public init(number: Int) { self.number = number }
  }

  /// The load of a receiver, in percent.
  public struct Load: Sendable, Hashable {
    /// The load of the processor.
    public var processor: Int?
    /// The use of the memory.
    public var memory: Int?
    /// The fill level of the fullest transmit buffer.
    public var sending: Int?
    /// Whether the receiver had to drop output.
    public var hasDropped: Bool?

    /// Creates an unknown load.
    public init() {}
  }

  /// An error message of a receiver.
  public struct Notice: Sendable, Hashable {
    /// Stored as bytes: comparing strings needs Unicode tables, too large for a microcontroller.
    private var bytes: [UInt8]
    /// The number of errors sent by the receiver, which distinguishes repetitions of a text.
    public var count: Int

    /// Creates a notice.
    public init(_ text: String, count: Int = 1) {
      bytes = Array(text.utf8)
      self.count = count
    }

    /// The text as the receiver sent it, which is untrusted.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
  }
}
