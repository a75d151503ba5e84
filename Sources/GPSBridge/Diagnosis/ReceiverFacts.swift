/// What is known about a receiver, gathered from everywhere: what a doctor would ask.
///
/// All of it is optional. What nobody has looked at is nil, and then nothing is concluded from it.
///
/// ```swift
/// var facts = ReceiverFacts()
/// facts.port.state = .opened
/// facts.stream = StreamFacts(counts, over: .seconds(30))
/// facts.sky = SkyFacts(sky)
/// print(Diagnosis.verdict(facts).what)
/// ```
///
/// For a ``Receiver`` nothing needs to be gathered: see ``Receiver/condition``.
public struct ReceiverFacts: Sendable, Hashable {
  /// The port and what stands around it.
  public var port = PortFacts()
  /// The bytes.
  public var stream = StreamFacts()
  /// The satellites.
  public var sky = SkyFacts()
  /// The position, and how long it has been looked for.
  public var fix = FixFacts()
  /// Whether what is heard can be trusted.
  public var integrity = IntegrityFacts()

  /// Nothing known.
  public init() {}
}

/// What is known about a port.
public struct PortFacts: Sendable, Hashable {
  /// What became of opening it.
  public enum State: Sendable, Hashable {
    /// There is no receiver to open.
    case absent
    /// This user may not.
    case denied
    /// Another program has it.
    case busy
    /// It is open.
    case opened
    /// It was open, and has been unplugged.
    case gone
  }

  /// What became of opening it.
  public var state: State?
  /// Where it is, as `/dev/ttyACM0`.
  public var path: String?
  /// The group that may open it, where this user may not.
  public var group: String?
  /// The program that has it, as `gpsd`.
  public var holder: String?
  /// That program's number.
  public var holderProcess: Int?
  /// Another program that reads from the port while it is open here, as `cat`.
  public var otherReader: String?
  /// That program's number.
  public var otherReaderProcess: Int?
  /// Bits per second, where the line has a speed that matters; a receiver with a USB of its own has none.
  public var speed: Int?
  /// Speeds at which nothing was understood.
  public var speedsTried: [Int] = []
  /// Whether a recording is played in place of a device: it has no plug, and its end is not a loss.
  public var isRecording = false
  /// Whether a USB 3 device or hub is next to it.
  public var hasSuperSpeedNeighbour: Bool?

  /// Nothing known.
  public init() {}
}

/// What is known about a position and the search for it.
public struct FixFacts: Sendable, Hashable {
  /// Whether there is one now.
  public var hasFix: Bool?
  /// Whether the receiver claims 0°, 0°, which it only names when it knows no place.
  public var isRefused: Bool?
  /// How many dimensions it has.
  public var isThreeDimensional: Bool?
  /// The dilution of precision in the plane.
  public var horizontalDilution: Double?
  /// How long the receiver has been heard without one.
  public var searching: Duration?
  /// Whether there was one since the receiver was plugged in.
  public var hadFix: Bool?
  /// Whether the receiver knows the time: then it starts with what it remembers, otherwise from nothing.
  public var isTimeKnown: Bool?

  /// Nothing known.
  public init() {}
}

/// What is known about whether a receiver hears the truth.
public struct IntegrityFacts: Sendable, Hashable {
  /// What a receiver says about interference.
  public enum Jamming: Sendable, Hashable {
    /// None.
    case none
    /// Some, and the fix holds.
    case warning
    /// So much that there is no fix.
    case critical
  }

  /// What the receiver says about its antenna, as `OPEN`, `SHORT` or `OK`.
  public var antenna: String?
  /// What the receiver says about interference.
  public var jamming: Jamming?
  /// The receiver's measure of a continuous wave in its band, 0 to 255.
  public var jammingIndicator: Int?
  /// Whether the receiver says that its signals are forged.
  public var isSpoofingReported: Bool?
  /// Signs of forged signals of the last minute, in words, where at least two were seen at once.
  public var latestSpoofingSigns: [String] = []
  /// That all signals fell at once, and have not come back.
  public var signalFall: SignalFall?
  /// Seconds that the receiver's time is ahead of a clock that is known to be right.
  public var secondsAheadOfClock: Double?
  /// The speed in metres per second that the latest step of the position would take.
  public var impliedSpeed: Double?
  /// How long the receiver's time has stood still while epochs came.
  public var timeStoodStill: Duration?
  /// Weeks that had to be added to its date.
  public var rolloverWeeks: Int?

  /// Nothing known.
  public init() {}
}

/// A fall of all signals at once, while the satellites stand where they stood.
public struct SignalFall: Sendable, Hashable {
  /// How far the middle one fell.
  public var decibels: Int
  /// How many satellites it was seen at.
  public var satellites: Int

  /// Makes a fall.
  public init(decibels: Int, satellites: Int) {
    self.decibels = decibels
    self.satellites = satellites
  }
}
