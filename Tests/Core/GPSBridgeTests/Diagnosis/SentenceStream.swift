import GNSS
import SerialPorts
import TestSupport

@testable import GPSBridge

/// A receiver's stream, second by second, and what happens to its port: what a verdict is made of.
struct SentenceStream: Sendable {
  enum Step: Sendable {
    /// Something happens to the port.
    case event(ReceiverEvent.Kind)
    /// The receiver reports its hardware.
    case hardware(HardwareCondition)
    /// For so many seconds, these sentences each second; `TIME` stands for the time of day.
    case sentences(Int, [String])
    /// The same, from alternating seconds.
    case alternating(Int, [String], [String])
    /// For so many seconds, bytes.
    case bytes(Int, [UInt8])
    /// An epoch as a binary message makes it, each second.
    case epochs(Int, Fix)
  }

  var speed: Int?
  var isRecording = false
  var isOpened = true
  var steps: [Step] = []

  init(_ steps: Step..., speed: Int? = nil, isRecording: Bool = false, isOpened: Bool = true) {
    (self.steps, self.speed, self.isRecording, self.isOpened) = (steps, speed, isRecording, isOpened)
  }

  static let place = DevicePlace(key: "k", node: "/dev/ttyUSB0", speed: .unknown)

  /// All verdicts at the end.
  var verdicts: [Verdict] {
    var player = Player(isRecording: isRecording)
    if isOpened { player.take(.event(ReceiverEvent(.opened(Self.place, speed: speed), at: player.now))) }
    for step in steps { player.play(step) }
    return player.condition.verdicts(at: player.now)
  }
}

/// Plays a stream into a decoder and a condition.
private struct Player: ~Copyable {
  var condition = ReceiverCondition()
  var now = ContinuousClock.now
  private var decoder = ReceiverDecoder(.recording(CivilDate(year: 2026, month: 11, day: 20)))
  /// Seconds of the receiver's clock since noon.
  private var second = 0

  init(isRecording: Bool) { condition.isRecording = isRecording }

  mutating func take(_ report: Report) { condition.take(report, counts: decoder.counts, at: now) }

  mutating func play(_ step: SentenceStream.Step) {
    switch step {
    case .event(let kind): take(.event(ReceiverEvent(kind, at: now)))
    case .hardware(let hardware): take(.condition(hardware))
    case .sentences(let count, let bodies):
      for _ in 0..<count { burst(bodies.flatMap { line($0) }) }
    case .alternating(let count, let one, let other):
      for index in 0..<count { burst((index % 2 == 0 ? one : other).flatMap { line($0) }) }
    case .bytes(let count, let bytes):
      for _ in 0..<count { burst(bytes) }
    case .epochs(let count, let fix):
      for _ in 0..<count {
        now += .seconds(1)
        take(.fix(fix))
      }
    }
  }

  /// A sentence with its checksum; a wrong one if it begins with a hash.
  private func line(_ body: String) -> [UInt8] {
    let clock = 43_200 + second
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let time = two(clock / 3600) + two(clock / 60 % 60) + two(clock % 60)
    let parts = body.split(separator: "TIME", omittingEmptySubsequences: false).joined(separator: time)
    guard parts.hasPrefix("#") else { return wire(parts) }
    let damaged = wire(String(parts.dropFirst()))
    // The digits of the checksum stand before the line end.
    return damaged.dropLast(4) + [damaged[damaged.count - 4] == 0x30 ? 0x31 : 0x30] + damaged.suffix(3)
  }

  private mutating func burst(_ bytes: [UInt8]) {
    now += .seconds(1)
    second += 1
    var (read, rest) = (DecodedBatch(), DecodedBatch())
    decoder.decode(bytes.span, isAll: false, into: &read)
    decoder.lineIsQuiet(into: &rest)
    condition.take(counts: decoder.counts, at: now)
    for output in read.outputs + rest.outputs {
      switch output {
      case .fix(let fix): take(.fix(fix))
      case .sky(let sky): take(.sky(sky))
      case .condition(let hardware): take(.condition(hardware))
      case .sentence, .message: break
      }
    }
  }
}
