public import GNSS

/// Everything known about a receiver, gathered from everywhere.
///
/// Each fact has a third state, "unknown", and nothing is concluded from that: see ``Fact``.
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
  /// The port and its surroundings.
  public var port = PortFacts()
  /// The bytes.
  public var stream = StreamFacts()
  /// The line in its last seconds; where nobody has watched it, rules go by all bytes.
  public var line = LineFacts()
  /// The satellites.
  public var sky = SkyFacts()
  /// The position, and how long it has been looked for.
  public var fix = FixFacts()
  /// Whether what is heard can be trusted.
  public var integrity = IntegrityFacts()
  /// Whether the receiver gets rid of what it has to say.
  public var load = LoadFacts()
  /// The interruption of this program since which no current position has come.
  public var interruption = Fact<Interruption>.unknown
  /// How long it lasted.
  public var interrupted = Fact<Duration>.unknown
  /// Whether the receiver is set as somebody wants it.
  public var settings = SettingFacts()

  /// Nothing known.
  public init() {}
}

/// The reason why this program did not run for a while.
public enum Interruption: String, Sendable, Hashable {
  /// Another program stopped it, or the computer was too busy.
  case programStopped = "program_stopped"
  /// The computer slept, or the virtual machine was paused.
  case computerSlept = "computer_slept"
}

/// Facts about a port.
public struct PortFacts: Sendable, Hashable {
  /// The outcomes of opening a port.
  public enum State: Sendable, Hashable {
    /// There is no receiver to open.
    case absent
    /// This user may not open it.
    case denied
    /// Another program has it.
    case busy
    /// It is open.
    case opened
    /// It was open, and has been unplugged.
    case gone
  }

  /// The reason why a port is missing or cannot be opened, and the remedy.
  public struct Loss: Sendable, Hashable {
    /// The reason, in words.
    public var reason: String
    /// What to do.
    public var remedy: String

    /// Notes a reason and a remedy.
    public init(reason: String, remedy: String) {
      self.reason = reason
      self.remedy = remedy
    }
  }

  /// The outcome of opening the port.
  public var state: State?
  /// The port's path, such as `/dev/ttyACM0`.
  public var path: String?
  /// The port that was named and is missing, as `/dev/ttyUSB0`; nil where any receiver will do.
  public var sought: String?
  /// Why that port is missing, and what to do then; nil where only its name is known.
  public var loss: Loss?
  /// The group that may open it, if this user may not.
  public var group: String?
  /// Why this user may not open it, and what to do; nil where only that is known.
  public var denial: Loss?
  /// The program that has it, as `gpsd`.
  public var holder: String?
  /// The number of the holder's process.
  public var holderProcess: Int?
  /// How to get the port from the holder without losing work; nil if nothing is known of it.
  public var holderRemedy: String?
  /// Whether the port is the holder's controlling terminal, as a shell's.
  public var isTerminalOfHolder = false
  /// Another program that reads from the port while it is open here, as `cat`.
  public var otherReader: String?
  /// The number of that reader's process.
  public var otherReaderProcess: Int?
  /// How to get the port from that reader without losing work; nil if nothing is known of it.
  public var otherReaderRemedy: String?
  /// Bits per second; nil where the line's speed does not matter, as with a receiver's own USB.
  public var speed: Int?
  /// Speeds at which nothing was understood.
  public var speedsTried: [Int] = []
  /// Whether a recording is played in place of a device: it has no plug, and its end is not a loss.
  public var isRecording = false
  /// Whether a server on the network has the receiver, so that nothing here has a plug.
  public var isOnNetwork = false
  /// Why that server gives nothing, in words; nil while it is joined.
  public var serverFault: String?
  /// Whether a USB 3 device or hub is next to it.
  public var hasSuperSpeedNeighbour = ReceiverFacts.Fact<Bool>.unknown

  /// Nothing known.
  public init() {}
}

/// Facts about a position and the search for it.
public struct FixFacts: Sendable, Hashable {
  /// Whether there is one now.
  public var hasFix = ReceiverFacts.Fact<Bool>.unknown
  /// Whether the receiver claims 0°, 0°, as receivers do that know no position.
  public var isRefused = ReceiverFacts.Fact<Bool>.unknown
  /// The number of dimensions, 2 or 3, where the receiver reports it; an altitude alone is no such report.
  public var dimensions = ReceiverFacts.Fact<Int>.unknown
  /// Whether an altitude comes with the positions; unknown until enough of them came without one.
  public var hasHeight = ReceiverFacts.Fact<Bool>.unknown
  /// Whether the receiver reports that the position is dead reckoning.
  public var isDeadReckoning = ReceiverFacts.Fact<Bool>.unknown
  /// The dilution of precision in the plane.
  public var horizontalDilution = ReceiverFacts.Fact<Double>.unknown
  /// How long the receiver has been without one; unknown while it has one.
  public var searching = ReceiverFacts.Fact<Duration>.unknown
  /// How long the receiver has computed positions that it calls too bad to be used; unknown while it does not.
  public var heldBack = ReceiverFacts.Fact<Duration>.unknown
  /// Whether there was one since the receiver was plugged in.
  public var hadFix = ReceiverFacts.Fact<Bool>.unknown
  /// Whether the receiver reports date and time: then it starts with what it remembers.
  public var isTimeKnown = ReceiverFacts.Fact<Bool>.unknown
  /// The sentences and messages of the latest epoch.
  public var sources = Fix.Sources()

  /// Nothing known.
  public init() {}
}

/// Facts that tell whether the signals can be trusted.
public struct IntegrityFacts: Sendable, Hashable {
  /// The interference that a receiver reports.
  public enum Jamming: Sendable, Hashable {
    /// None.
    case none
    /// Some, and the fix holds.
    case warning
    /// So much that there is no fix.
    case critical
  }

  /// The antenna's state as the receiver reports it, such as `OPEN`, `SHORT` or `OK`.
  public var antenna = ReceiverFacts.Fact<String>.unknown
  /// The interference that the receiver reports.
  public var jamming = ReceiverFacts.Fact<Jamming>.unknown
  /// The receiver's measure of a continuous wave in its band, 0 to 255.
  public var jammingIndicator = ReceiverFacts.Fact<Int>.unknown
  /// Whether the receiver says that its signals are forged.
  public var isSpoofingReported = ReceiverFacts.Fact<Bool>.unknown
  /// Signs of forged signals of the last minute, in words, where at least two were seen at once.
  public var latestSpoofingSigns: [String] = []
  /// A fall of all signals at once, until they come back.
  public var signalFall: SignalFall?
  /// Seconds that the receiver's time is ahead of a clock that is known to be right.
  public var secondsAheadOfClock = ReceiverFacts.Fact<Double>.unknown
  /// Seconds that the receiver's time is ahead of the host's clock, in the last three epochs; unknown where the kernel does not
  /// vouch for that clock.
  public var secondsAheadOfHost = ReceiverFacts.Fact<Double>.unknown
  /// The speed in metres per second that the latest step of the position would take.
  public var impliedSpeed = ReceiverFacts.Fact<Double>.unknown
  /// How long the receiver's time has stood still while epochs came.
  public var timeStoodStill = ReceiverFacts.Fact<Duration>.unknown
  /// Weeks that had to be added to its date.
  public var rolloverWeeks = ReceiverFacts.Fact<Int>.unknown

  /// Nothing known.
  public init() {}
}

/// Facts about a receiver's load, as it says itself.
public struct LoadFacts: Sendable, Hashable {
  /// How full the buffer of what it has to send is, in percent.
  public var sending = ReceiverFacts.Fact<Int>.unknown
  /// Whether it had to drop something that it wanted to send.
  public var hasDropped = ReceiverFacts.Fact<Bool>.unknown

  /// Nothing known.
  public init() {}
}

/// A fall of all signals at once, while the satellites stand where they stood.
public struct SignalFall: Sendable, Hashable {
  /// How far the middle one fell.
  public var decibels: Int
  /// How many satellites it was seen at.
  public var satellites: Int
  /// The dB-Hz of the middle one before; nil where nobody has noted it.
  public var levelBefore: Int?
  /// The dB-Hz to which it fell at once.
  public var levelAfter: Int?
  /// How long that took.
  public var time: Duration?
  /// Whether the receiver stood still meanwhile, by its own speed.
  public var isStandingStill = ReceiverFacts.Fact<Bool>.unknown

  /// Makes a fall.
  public init(decibels: Int, satellites: Int) {
    self.decibels = decibels
    self.satellites = satellites
  }
}
