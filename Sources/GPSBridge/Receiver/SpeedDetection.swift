public import GNSS
internal import GPSSystemCalls

/// Finds the speed at which a receiver sends: a pure walk through the usual speeds.
///
/// At each speed it waits for whole frames with right checksums. The trial is longer than two seconds, because a
/// receiver that reports once a second may just have finished when the speed was set; a shorter window misses it.
struct SpeedDetection: Sendable {
  /// The speeds that receivers leave the factory with or are commonly set to, the frequent ones first.
  static let common = [9600, 4800, 38400, 115_200, 57600, 19200, 230_400, 460_800, 921_600]
  /// How long to listen at each speed.
  static let trial = Duration.milliseconds(2200)

  /// The conclusion from the bytes heard.
  enum Answer: Sendable, Hashable {
    /// Go on listening.
    case listening
    /// This is the speed; a protocol is named if no position can be read from it.
    case found(Int, BinaryProtocol?)
    /// Set this speed and listen again.
    case next(Int)
    /// Every speed was tried; begin again with this one. `heard` is how many bytes came in that round.
    case roundEnded(next: Int, heard: Int)
  }

  private let candidates: [Int]
  private var index = 0
  private var heard = 0
  private var heardNow = 0

  /// Begins with the speed that worked last, if there is one; no speed is tried twice in a round.
  init(lastGood: Int? = nil, candidates: [Int] = SpeedDetection.common) {
    var order: [Int] = []
    for speed in [lastGood].compactMap(\.self) + candidates where speed > 0 && !order.contains(speed) {
      order.append(speed)
    }
    self.candidates = order.isEmpty ? Self.common : order
  }

  /// The speed that is on trial.
  var speed: Int { candidates[index] }

  /// Takes the evidence since the present speed was set.
  mutating func take(_ evidence: SpeedEvidence) -> Answer {
    heardNow = evidence.bytes
    return evidence.isRightSpeed ? .found(speed, evidence.onlyBinary) : .listening
  }

  /// Ends the time of the present speed.
  mutating func trialEnded() -> Answer {
    heard += heardNow
    heardNow = 0
    index += 1
    guard index == candidates.count else { return .next(speed) }
    index = 0
    defer { heard = 0 }
    return .roundEnded(next: speed, heard: heard)
  }
}

/// Counts of everything understood since a port was set to its present speed.
struct SpeedEvidence: Sendable, Hashable {
  /// All bytes that came.
  var bytes = 0
  /// Sentences with a right checksum.
  var sentences = 0
  /// Messages with a right checksum, in a binary protocol from which positions are read.
  var messages = 0
  /// RTCM messages with a right checksum.
  var corrections = 0
  /// Messages of languages from which no position is read.
  var strangers = 0
  /// Epochs that came out of all these, with or without a fix.
  var epochs = 0
  /// The language of the messages; nil is UBX.
  var spoken: BinaryProtocol?
  /// The language of the strangers, once it is more than noise.
  var stranger: BinaryProtocol?

  /// Whether this is the speed at which the receiver sends.
  ///
  /// At a wrong speed a right checksum is pure chance. A sum of eight bits after a `$`, letters and a `*` does not
  /// happen in noise; of the short binary frames two are needed.
  var isRightSpeed: Bool { sentences > 0 || messages > 1 || corrections > 1 || stranger != nil }

  /// The protocol that the receiver sends, if no position can be read from it.
  var onlyBinary: BinaryProtocol? {
    guard sentences == 0, messages < 2 else { return nil }
    return stranger ?? (corrections > 1 ? .rtcm : nil)
  }

  /// The language of messages that come with neither a sentence nor an epoch.
  ///
  /// Ask after some seconds only: the first messages of an epoch come before the one with the position.
  var withoutEpochs: BinaryProtocol? { messages > 1 && !isReadable ? spoken ?? .ubx : nil }

  /// Whether anything came that a position can be read from.
  var isReadable: Bool { sentences > 0 || epochs > 0 }

  /// The evidence that came after an earlier moment.
  func since(_ earlier: SpeedEvidence) -> SpeedEvidence {
    SpeedEvidence(
      bytes: bytes - earlier.bytes, sentences: sentences - earlier.sentences,
      messages: messages - earlier.messages, corrections: corrections - earlier.corrections,
      strangers: strangers - earlier.strangers, epochs: epochs - earlier.epochs, spoken: spoken,
      stranger: strangers > earlier.strangers ? stranger : nil)
  }

  /// Whether plenty came since then, and none of it was whole.
  func isGarbage(since earlier: SpeedEvidence) -> Bool {
    let news = since(earlier)
    return news.bytes > 200 && news.sentences + news.messages + news.corrections + news.strangers == 0
  }
}

/// A language of receivers that is not NMEA.
///
/// It is recognized so that a person can be told what is wrong: the receiver is alive, at the right speed, and must be
/// switched over.
public typealias BinaryProtocol = GNSS.BinaryProtocol

/// The speed at which each device was last understood.
///
/// A receiver tries that speed first, so that a dongle that was used before is read at once. The memory lives as long
/// as the program; give ``entries`` back to ``init(_:)`` to let it live longer.
public final class SpeedMemory: Sendable {
  private let speeds: Guarded<[String: Int]>

  /// The memory that receivers share unless they are given another.
  public static let shared = SpeedMemory()

  /// Begins with known speeds: bits per second by the device's key.
  public init(_ entries: [String: Int] = [:]) { speeds = Guarded(entries) }

  /// All known speeds, bits per second by the device's key.
  public var entries: [String: Int] { speeds.withLock { $0 } }

  /// The speed for a device, and the place to put a new one.
  public subscript(device: String) -> Int? {
    get { speeds.withLock { $0[device] } }
    set { speeds.withLock { $0[device] = newValue } }
  }
}
