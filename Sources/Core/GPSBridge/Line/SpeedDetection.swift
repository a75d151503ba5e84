internal import GNSS

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
