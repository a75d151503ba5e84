public import GNSS

/// Everything known about a receiver, gathered from everywhere.
///
/// Each fact is optional: nil means that nobody has looked, and then nothing is concluded from it.
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
  /// The satellites.
  public var sky = SkyFacts()
  /// The position, and how long it has been looked for.
  public var fix = FixFacts()
  /// Whether what is heard can be trusted.
  public var integrity = IntegrityFacts()
  /// Whether the receiver gets rid of what it has to say.
  public var load = LoadFacts()
  /// Whether the receiver is set as somebody wants it.
  public var settings = SettingFacts()

  /// Nothing known.
  public init() {}
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

  /// The outcome of opening the port.
  public var state: State?
  /// The port's path, such as `/dev/ttyACM0`.
  public var path: String?
  /// The group that may open it, if this user may not.
  public var group: String?
  /// The program that has it, as `gpsd`.
  public var holder: String?
  /// The number of the holder's process.
  public var holderProcess: Int?
  /// Another program that reads from the port while it is open here, as `cat`.
  public var otherReader: String?
  /// The number of that reader's process.
  public var otherReaderProcess: Int?
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
  public var hasSuperSpeedNeighbour: Bool?

  /// Nothing known.
  public init() {}
}

/// Facts about a position and the search for it.
public struct FixFacts: Sendable, Hashable {
  /// Whether there is one now.
  public var hasFix: Bool?
  /// Whether the receiver claims 0°, 0°, as receivers do that know no position.
  public var isRefused: Bool?
  /// How many dimensions it has.
  public var isThreeDimensional: Bool?
  /// The dilution of precision in the plane.
  public var horizontalDilution: Double?
  /// How long the receiver has been heard without one.
  public var searching: Duration?
  /// How long the receiver has computed positions that it calls too bad to be used.
  public var heldBack: Duration?
  /// Whether there was one since the receiver was plugged in.
  public var hadFix: Bool?
  /// Whether the receiver knows the time: then it starts with what it remembers, otherwise from nothing.
  public var isTimeKnown: Bool?

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
  public var antenna: String?
  /// The interference that the receiver reports.
  public var jamming: Jamming?
  /// The receiver's measure of a continuous wave in its band, 0 to 255.
  public var jammingIndicator: Int?
  /// Whether the receiver says that its signals are forged.
  public var isSpoofingReported: Bool?
  /// Signs of forged signals of the last minute, in words, where at least two were seen at once.
  public var latestSpoofingSigns: [String] = []
  /// A fall of all signals at once, until they come back.
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

/// Facts about a receiver's load, as it says itself.
public struct LoadFacts: Sendable, Hashable {
  /// How full the buffer of what it has to send is, in percent.
  public var sending: Int?
  /// Whether it had to drop something that it wanted to send.
  public var hasDropped: Bool?

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
  public var isStandingStill: Bool?

  /// Makes a fall.
  public init(decibels: Int, satellites: Int) {
    self.decibels = decibels
    self.satellites = satellites
  }
}

/// Facts about the bytes that come from a receiver.
public struct StreamFacts: Sendable, Hashable {
  /// Binary formats that can be recognized.
  public typealias Format = BinaryProtocol

  /// How long they have been listened to.
  public var listened: Duration?
  /// How many come each second.
  public var bytesPerSecond: Double?
  /// Sentences that were read.
  public var sentences: Int?
  /// Sentences whose checksum is wrong.
  public var badChecksums: Int?
  /// Sentences that began and have no end.
  public var cutSentences: Int?
  /// Bytes of damaged and of cut sentences, and of what lay between them.
  public var lostBytes: Int?
  /// Messages of binary protocols that were read.
  public var messages: Int?
  /// Epochs that came out of them, with or without a fix.
  public var epochs: Int?
  /// Binary formats that were recognised.
  public var formats: Set<Format> = []
  /// Commands for modems that came back from the line, as `AT+GCAP`.
  public var modemCommands: Int?

  /// Nothing known.
  public init() {}

  /// Takes the counts of a stretch of listening.
  public init(_ counts: StreamCounts, over time: Duration) {
    listened = time
    if time > .zero { bytesPerSecond = Double(counts.bytes) / (time / .seconds(1)) }
    sentences = counts.sentences
    badChecksums = counts.badChecksum
    cutSentences = counts.cut
    lostBytes = counts.junkBytes + counts.refusedBytes
    messages = counts.readMessages
    if counts.messages > 0 { formats.insert(.ubx) }
    if counts.sirfMessages > 0 { formats.insert(.sirf) }
    if counts.casicMessages > 0 { formats.insert(.casic) }
    if let stranger = counts.stranger { formats.insert(stranger) }
    if counts.corrections > 0 { formats.insert(.rtcm) }
  }

  /// Bytes that are no damage: opening in mid-sentence, or at a wrong speed, always costs some.
  private static let harmless = 200.0

  /// The broken part of all sentences, or of all bytes if that is more; nil if no sentence came.
  ///
  /// While no sentence is broken, the other bytes belong to an unknown format and do not count.
  var brokenPart: Double? {
    guard let sentences, let badChecksums else { return nil }
    let broken = badChecksums + (cutSentences ?? 0)
    guard sentences + broken > 0 else { return nil }
    let part = Double(broken) / Double(sentences + broken)
    guard broken > 0, let lostBytes, let bytesPerSecond, let listened else { return part }
    let bytes = bytesPerSecond * (listened / .seconds(1))
    return bytes > 0 ? max(part, min(1, (Double(lostBytes) - Self.harmless) / bytes)) : part
  }

  /// Whether sentences, or messages with epochs, were read.
  var isUnderstood: Bool { (sentences ?? 0) > 0 || (messages ?? 0) > 0 && (epochs ?? 0) > 0 }
}

/// Facts about the satellites that a receiver hears.
public struct SkyFacts: Sendable, Hashable {
  /// Satellites that it knows to be in the sky.
  public var inView: Int?
  /// Satellites that it hears.
  public var heard: Int?
  /// Satellites heard well enough to be of use, at 30 dB-Hz or more.
  public var heardWell: Int?
  /// Satellites that take part in the fix.
  public var used: Int?
  /// The best carrier to noise density in dB-Hz.
  public var best: Int?
  /// The middle one.
  public var median: Int?
  /// How far apart the best and the worst are.
  public var spread: Int?

  /// Nothing known.
  public init() {}

  /// Counts the satellites of a sky, each once with the best of its signals.
  public init(_ sky: Sky) {
    self.init(SkyLevels(sky))
  }

  init(_ levels: SkyLevels) {
    let heard = levels.heard
    inView = levels.entries.count
    self.heard = heard.count
    heardWell = heard.count { $0 >= SignalRules.usable }
    used = levels.entries.count(where: \.isUsed)
    best = heard.last
    median = heard.isEmpty ? nil : heard[heard.count / 2]
    if let first = heard.first, let last = heard.last { spread = last - first }
  }
}
