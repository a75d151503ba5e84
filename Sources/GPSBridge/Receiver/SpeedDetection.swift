/// Finds out at which speed a receiver sends: a pure walk through the speeds that receivers use.
///
/// At each speed it waits for whole frames with right checksums. The trial is longer than two seconds, because a
/// receiver that reports once a second may just have finished when the speed was set; a shorter window misses it.
struct SpeedDetection: Sendable {
  /// The speeds that receivers leave the factory with or are commonly set to, the frequent ones first.
  static let common = [9600, 4800, 38400, 115_200, 57600, 19200, 230_400, 460_800, 921_600]
  /// How long each speed is listened to.
  static let trial = Duration.milliseconds(2200)

  /// What follows from what was heard.
  enum Answer: Sendable, Hashable {
    /// Go on listening.
    case listening
    /// This is the speed; where a language is named, no position can be read in it.
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

  /// Takes all that was understood since the present speed was set.
  mutating func take(_ evidence: SpeedEvidence) -> Answer {
    heardNow = evidence.bytes
    return evidence.isRightSpeed ? .found(speed, evidence.onlyBinary) : .listening
  }

  /// The time for the present speed is over.
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
