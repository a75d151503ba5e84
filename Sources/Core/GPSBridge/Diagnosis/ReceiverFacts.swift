public import GNSS

/// Everything known about a receiver.
///
/// Each fact has a third state, "unknown", from which nothing is concluded: see ``Fact``.
///
/// ```swift
/// var facts = ReceiverFacts()
/// facts.port.state = .opened
/// facts.stream = StreamFacts(counts, over: .seconds(30))
/// facts.sky = SkyFacts(sky)
/// print(Diagnosis.verdict(facts).what)
/// ```
///
/// A ``Receiver`` provides its facts: see ``Receiver/condition``.
public struct ReceiverFacts: Sendable, Hashable {
  /// The port and its environment.
  public var port = PortFacts()
  /// The data stream.
  public var stream = StreamFacts()
  /// The last seconds of the line; if unknown, rules use the whole stream.
  public var line = LineFacts()
  /// The satellites.
  public var sky = SkyFacts()
  /// The position and the search for it.
  public var fix = FixFacts()
  /// The trustworthiness of the signals.
  public var integrity = IntegrityFacts()
  /// Whether the receiver can send all of its output.
  public var load = LoadFacts()
  /// The interruption of this program since which no current position has arrived.
  public var interruption = Fact<Interruption>.unknown
  /// Whether the receiver has the requested settings.
  public var settings = SettingFacts()

  /// Creates unknown facts.
  public init() {}
}

/// Facts about a port.
public struct PortFacts: Sendable, Hashable {
  /// The outcomes of opening a port.
  public enum State: Sendable, Hashable {
    /// No receiver was found.
    case absent
    /// The user may not open the port.
    case denied
    /// Another program has the port open.
    case busy
    /// The port is open.
    case opened
    /// The port was open, and the device has been unplugged.
    case gone
  }

  /// The reason why a port is missing or cannot be opened, and the remedy.
  public struct Loss: Sendable, Hashable {
    /// The reason as text.
    public var reason: String
    /// The remedy.
    public var remedy: String

    /// Creates a loss with a reason and a remedy.
    public init(reason: String, remedy: String) { (self.reason, self.remedy) = (reason, remedy) }
  }

  /// The outcome of opening the port.
  public var state: State?
  /// The port's path, such as `/dev/ttyACM0`.
  public var path: String?
  /// The requested port that is missing, such as `/dev/ttyUSB0`; nil if any receiver will do.
  public var sought: String?
  /// Why that port is missing, and the remedy; nil if only its name is known.
  public var loss: Loss?
  /// The group that may open the port, if this user may not.
  public var group: String?
  /// Why this user may not open the port, and the remedy; nil if the reason is unknown.
  public var denial: Loss?
  /// The program that has the port open, such as `gpsd`.
  public var holder: String?
  /// The holder's process ID.
  public var holderProcess: Int?
  /// How to free the port without losing work; nil if the holder is unknown.
  public var holderRemedy: String?
  /// Whether the port is the holder's controlling terminal, as with a shell.
  public var isTerminalOfHolder = false
  /// Another program that reads from the port while we have it open, such as `cat`.
  public var otherReader: String?
  /// The process ID of that program.
  public var otherReaderProcess: Int?
  /// How to free the port from that program without losing work; nil if the program is unknown.
  public var otherReaderRemedy: String?
  /// Bits per second; nil if the speed does not matter, as with a receiver's own USB port.
  public var speed: Int?
  /// Speeds at which nothing could be decoded.
  public var speedsTried: [Int] = []
  /// Whether a recording is played instead of a device: it has no plug, and its end is not a loss.
  public var isRecording = false
  /// Whether the receiver is on a network server, so that this computer has no plug for it.
  public var isOnNetwork = false
  /// Why that server delivers nothing; nil while it is connected.
  public var serverFault: String?
  /// Whether a USB 3 device or hub is next to the receiver.
  public var hasSuperSpeedNeighbor = ReceiverFacts.Fact<Bool>.unknown

  /// Creates unknown facts.
  public init() {}
}

/// Facts about a position and the search for it.
public struct FixFacts: Sendable, Hashable {
  /// Whether there is a fix now.
  public var hasFix = ReceiverFacts.Fact<Bool>.unknown
  /// Whether the receiver claims 0°, 0°, as receivers without a position do.
  public var isRefused = ReceiverFacts.Fact<Bool>.unknown
  /// The number of dimensions, 2 or 3, if the receiver reports it; an altitude alone does not count.
  public var dimensions = ReceiverFacts.Fact<Int>.unknown
  /// Whether positions have an altitude; unknown until enough positions arrived without one.
  public var hasHeight = ReceiverFacts.Fact<Bool>.unknown
  /// Whether the receiver reports that the position is dead reckoning.
  public var isDeadReckoning = ReceiverFacts.Fact<Bool>.unknown
  /// The horizontal dilution of precision.
  public var horizontalDilution = ReceiverFacts.Fact<Double>.unknown
  /// How long the receiver has had no fix; unknown while it has one.
  public var searching = ReceiverFacts.Fact<Duration>.unknown
  /// How long the receiver has computed positions that it rejects as too inaccurate; unknown otherwise.
  public var heldBack = ReceiverFacts.Fact<Duration>.unknown
  /// Whether there was a fix since the receiver was plugged in.
  public var hadFix = ReceiverFacts.Fact<Bool>.unknown
  /// Whether the receiver reports date and time, which means that it still has navigation data.
  public var isTimeKnown = ReceiverFacts.Fact<Bool>.unknown
  /// The sentences and messages of the latest epoch.
  public var sources = Fix.Sources()

  /// Creates unknown facts.
  public init() {}
}

/// Facts about whether the signals can be trusted.
public struct IntegrityFacts: Sendable, Hashable {
  /// The interference that a receiver reports.
  public enum Jamming: Sendable, Hashable {
    /// No interference.
    case none
    /// Some interference, but the receiver keeps its fix.
    case warning
    /// Interference that prevents a fix.
    case critical
  }

  /// The antenna's state as the receiver reports it, such as `OPEN`, `SHORT` or `OK`.
  public var antenna = ReceiverFacts.Fact<String>.unknown
  /// The interference that the receiver reports.
  public var jamming = ReceiverFacts.Fact<Jamming>.unknown
  /// The receiver's measure of a continuous wave in its band, 0 to 255.
  public var jammingIndicator = ReceiverFacts.Fact<Int>.unknown
  /// Whether the receiver reports spoofing.
  public var isSpoofingReported = ReceiverFacts.Fact<Bool>.unknown
  /// Signs of spoofed signals in the last minute, as text; empty unless at least two appeared at once.
  public var latestSpoofingSigns: [String] = []
  /// A simultaneous drop of all signals, until they recover.
  public var signalFall: SignalFall?
  /// Seconds by which the receiver's time is ahead of a clock that is known to be right.
  public var secondsAheadOfClock = ReceiverFacts.Fact<Double>.unknown
  /// Seconds by which the receiver's time is ahead of the host's clock, over three epochs; unknown unless
  /// the kernel reports that clock as synchronized.
  public var secondsAheadOfHost = ReceiverFacts.Fact<Double>.unknown
  /// The speed in meters per second that the latest step of the position implies.
  public var impliedSpeed = ReceiverFacts.Fact<Double>.unknown
  /// How long the receiver's time has not advanced while epochs arrived.
  public var timeStoodStill = ReceiverFacts.Fact<Duration>.unknown
  /// The number of weeks that had to be added to the receiver's date.
  public var rolloverWeeks = ReceiverFacts.Fact<Int>.unknown

  /// Creates unknown facts.
  public init() {}
}

/// Facts about a receiver's load, as it reports them.
public struct LoadFacts: Sendable, Hashable {
  /// The fill level of the transmit buffer in percent.
  public var sending = ReceiverFacts.Fact<Int>.unknown
  /// The bytes per second that it would send if its line had room for all of them.
  public var demand = ReceiverFacts.Fact<Int>.unknown
  /// Whether the receiver had to drop output.
  public var hasDropped = ReceiverFacts.Fact<Bool>.unknown

  /// Creates unknown facts.
  public init() {}
}

/// A simultaneous drop of all signals while the satellites' positions are unchanged.
public struct SignalFall: Sendable, Hashable {
  /// The median drop.
  public var decibels: Int
  /// The number of satellites that the drop was measured at.
  public var satellites: Int
  /// The median level in dB-Hz before the drop; nil if unknown.
  public var levelBefore: Int?
  /// The median level in dB-Hz right after the drop.
  public var levelAfter: Int?
  /// The duration of the drop.
  public var time: Duration?
  /// Whether the receiver stood still during the drop, by its own speed.
  public var isStandingStill = ReceiverFacts.Fact<Bool>.unknown

  /// Creates a drop.
  public init(decibels: Int, satellites: Int) { (self.decibels, self.satellites) = (decibels, satellites) }
}
