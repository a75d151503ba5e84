/// The condition of a receiver as it describes it itself: antenna, disturbance, forgery, load.
///
/// Nothing is concluded here: a value that the receiver did not say is nil, and a watch that is switched off is told as
/// ``Disturbance/notWatched``, which is not the same as ``Disturbance/nothingFound``.
///
/// ```swift
/// decoder.decode(bytes.span) { output in
///   if case .condition(let condition) = output, condition.antenna == .short { print("unplug the antenna") }
/// }
/// ```
public struct HardwareCondition: Sendable, Hashable {
  /// The antenna's state; the worst one where there are several front ends.
  public var antenna: Antenna?
  /// Whether the antenna has power.
  public var isAntennaPowered: Bool?
  /// Disturbance of the reception.
  public var jamming: Disturbance?
  /// Forgery of the signals.
  public var spoofing: Forgery?
  /// The front ends, one a band as a rule, in the receiver's order.
  public var frontEnds: [FrontEnd] = []
  /// How busy the receiver is.
  public var load = Load()
  /// Degrees Celsius.
  public var temperature: Int?
  /// Seconds since the receiver's start.
  public var timeSinceStart: Int?
  /// Seconds from the receiver's start to its first fix.
  public var timeToFirstFix: Double?
  /// The latest error that it put into words.
  public var notice: Notice?

  /// A receiver that said nothing of itself.
  public init() {}

  /// Whether it said nothing of itself.
  public var isEmpty: Bool { self == HardwareCondition() }

  /// The strongest continuous disturbance of all front ends, 0 to 255.
  public var interference: Int? { frontEnds.compactMap { $0.interference }.max() }
}

extension HardwareCondition {
  /// The states of an antenna's line.
  public enum Antenna: Sendable, Hashable, CaseIterable {
    /// The receiver has not measured it yet.
    case starting
    /// Nobody watches it.
    case unknown
    /// In order.
    case ok
    /// No current flows: there is no antenna, or one without an amplifier.
    case open
    /// A short circuit.
    case short
  }

  /// The degrees of disturbance.
  public enum Disturbance: Sendable, Hashable, CaseIterable {
    /// The receiver does not watch it, or does not know yet.
    case notWatched
    /// Nothing that matters.
    case nothingFound
    /// A disturbance, and the fix holds.
    case warning
    /// So much that there is no fix.
    case critical
  }

  /// The signs of forged signals.
  public enum Forgery: Sendable, Hashable, CaseIterable {
    /// The receiver does not watch it, or does not know yet.
    case notWatched
    /// No sign.
    case nothingFound
    /// One sign.
    case indicated
    /// Several signs.
    case affirmed
  }

  /// One front end, which receives one band.
  public struct FrontEnd: Sendable, Hashable {
    /// Its number: 0 receives the upper band, L1; 1 the lower, L2 or L5.
    public var number: Int
    /// The state of its antenna.
    public var antenna: Antenna?
    /// Disturbance in its band.
    public var jamming: Disturbance?
    /// How strong a continuous disturbance is, 0 to 255.
    public var interference: Int?
    /// The level of noise in its own measure: only changes of it mean something.
    public var noise: Int?
    /// The amplification in percent of the highest; a strong signal nearby lowers it.
    public var gain: Int?

    /// A front end that said nothing of itself.
    public init(number: Int) { self.number = number }
  }

  /// The load of a receiver, each in percent.
  public struct Load: Sendable, Hashable {
    /// Of its processor.
    public var processor: Int?
    /// Of its memory.
    public var memory: Int?
    /// Of the fullest buffer of what is to be sent.
    public var sending: Int?
    /// Whether it had to drop something that it wanted to send.
    public var hasDropped: Bool?

    /// Nothing known.
    public init() {}
  }

  /// An error in a receiver's own words.
  public struct Notice: Sendable, Hashable {
    /// The words as bytes: to compare texts takes tables that a small chip has no room for.
    private var bytes: [UInt8]
    /// How often it has sent an error by now; the same words again are another number.
    public var count: Int

    /// Puts a notice together.
    public init(_ text: String, count: Int = 1) {
      bytes = Array(text.utf8)
      self.count = count
    }

    /// Its words, as the receiver sent them: text of a stranger.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
  }
}
