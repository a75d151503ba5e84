public import GNSS
internal import GPSSystemCalls

/// Finds the line speed of a receiver by trying the common speeds; a pure state machine.
///
/// At each speed it waits for whole frames with correct checksums. A trial lasts over two seconds: a receiver
/// that reports once a second may just have finished a report when the speed was set.
struct SpeedDetection: Sendable {
  /// The common speeds, including factory defaults; the most frequent come first.
  static let common = [9600, 4800, 38400, 115_200, 57600, 19200, 230_400, 460_800, 921_600]
  /// How long to listen at each speed.
  static let trial = Duration.milliseconds(2200)

  /// The result of evaluating the received bytes.
  enum Answer: Sendable, Hashable {
    /// Continue listening.
    case listening
    /// This is the speed; the protocol is set if no position can be decoded from it.
    case found(Int, BinaryProtocol?)
    /// Set this speed and continue.
    case next(Int)
    /// All speeds were tried; start over with this one. `heard` is the number of bytes in this round.
    case roundEnded(next: Int, heard: Int)
  }

  private let candidates: [Int]
  private var index = 0
  private var heard = 0
  private var heardNow = 0

  /// Starts with the last speed that worked, if any; tries no speed twice in a round.
  init(lastGood: Int? = nil, candidates: [Int] = SpeedDetection.common) {
    var order: [Int] = []
    for speed in [lastGood].compactMap(\.self) + candidates where speed > 0 && !order.contains(speed) {
      order.append(speed)
    }
    self.candidates = order.isEmpty ? Self.common : order
  }

  /// The speed that is on trial.
  var speed: Int { candidates[index] }

  /// Evaluates everything decoded since the current speed was set.
  mutating func take(_ evidence: SpeedEvidence) -> Answer {
    heardNow = evidence.bytes
    return evidence.isRightSpeed ? .found(speed, evidence.onlyBinary) : .listening
  }

  /// Ends the trial of the current speed.
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

/// Counts of everything decoded since a port was set to its current speed.
struct SpeedEvidence: Sendable, Hashable {
  /// All bytes received.
  var bytes = 0
  /// Sentences with a correct checksum.
  var sentences = 0
  /// Messages with a correct checksum, in a binary protocol that we decode positions from.
  var messages = 0
  /// RTCM messages with a correct checksum.
  var corrections = 0
  /// Messages of protocols that we don't decode positions from.
  var strangers = 0
  /// Epochs decoded from all of these, with or without a fix.
  var epochs = 0
  /// The protocol of `messages`; nil means UBX.
  var spoken: BinaryProtocol?
  /// The protocol of `strangers`, once there are too many for noise.
  var stranger: BinaryProtocol?

  /// Whether this is the speed at which the receiver sends.
  ///
  /// At a wrong speed, a correct checksum is pure chance. Noise does not produce `$`, letters, `*` and a
  /// matching 8-bit checksum, but it can produce a short binary frame, so two frames are required.
  var isRightSpeed: Bool { sentences > 0 || messages > 1 || corrections > 1 || stranger != nil }

  /// The protocol that the receiver sends, if no position can be decoded from it.
  var onlyBinary: BinaryProtocol? {
    guard sentences == 0, messages < 2 else { return nil }
    return stranger ?? (corrections > 1 ? .rtcm : nil)
  }

  /// The protocol of messages that arrive without any sentence or epoch.
  ///
  /// Valid only after some seconds: an epoch's first messages precede the one with the position.
  var withoutEpochs: BinaryProtocol? { messages > 1 && !isReadable ? spoken ?? .ubx : nil }

  /// Whether anything arrived from which a position can be decoded.
  var isReadable: Bool { sentences > 0 || epochs > 0 }

  /// The evidence since an earlier moment.
  func since(_ earlier: SpeedEvidence) -> SpeedEvidence {
    SpeedEvidence(
      bytes: bytes - earlier.bytes, sentences: sentences - earlier.sentences,
      messages: messages - earlier.messages, corrections: corrections - earlier.corrections,
      strangers: strangers - earlier.strangers, epochs: epochs - earlier.epochs, spoken: spoken,
      stranger: strangers > earlier.strangers ? stranger : nil)
  }

  /// Whether many bytes arrived since then, without a whole frame.
  func isGarbage(since earlier: SpeedEvidence) -> Bool {
    let news = since(earlier)
    return news.bytes > 200 && news.sentences + news.messages + news.corrections + news.strangers == 0
  }
}

/// A receiver protocol that is not NMEA.
///
/// Even a protocol that we can't decode is recognized, so that the user learns the cause: the receiver works,
/// at the right speed, and must be switched to another protocol.
public typealias BinaryProtocol = GNSS.BinaryProtocol

/// The speed at which each device was last read.
///
/// A receiver tries that speed first, so that a device that was used before is read at once. The memory lasts
/// as long as the program; to keep it longer, save ``entries`` and pass them to ``init(_:)``.
public final class SpeedMemory: Sendable {
  private let speeds: Guarded<[String: Int]>

  /// The memory that receivers share by default.
  public static let shared = SpeedMemory()

  /// Creates a memory with known speeds: bits per second by the device's key.
  public init(_ entries: [String: Int] = [:]) { speeds = Guarded(entries) }

  /// All known speeds, bits per second by the device's key.
  public var entries: [String: Int] { speeds.withLock { $0 } }

  /// The speed of a device, in bits per second; nil if unknown.
  public subscript(device: String) -> Int? {
    get { speeds.withLock { $0[device] } }
    set { speeds.withLock { $0[device] = newValue } }
  }
}
