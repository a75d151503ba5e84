/// The cable between a receiver and its host: its pace, what waits for it, and the damage that a wrong speed does.
struct Cable: Sendable {
  /// Bits per second at which the receiver speaks; nil for one that is USB itself.
  private(set) var speed: Int?
  /// Bits per second at which the host listens; nil: always the right ones.
  private(set) var hostSpeed: Int?
  /// Bytes a second that it carries at most, whatever its speed is; nil where the speed alone decides.
  private let limit: Int?
  private var line = LineQueue()

  init(speed: Int?, hostSpeed: Int?, limit: Int?) {
    (self.speed, self.hostSpeed, self.limit) = (speed, hostSpeed, limit)
  }

  /// Bytes that wait.
  var pending: Int { line.count }

  /// Bytes that the receiver can keep for it: a line that carries little gets little room.
  var capacity: Int { limit == nil ? 4096 : 1024 }

  /// Whether so many bytes more are taken whole: a buffer takes what is begun, and a small one does not.
  func hasRoom(for count: Int) -> Bool { limit == nil || pending + count <= capacity }

  /// When the next bytes have left; nil if nothing is on its way.
  ///
  /// They are handed over in pieces of 16 ms, as the chip of a serial bridge does it.
  var nextDeparture: Int64? {
    let perSecond = min(speed.map { $0 / 10 } ?? .max, limit ?? .max)
    return line.nextDeparture(perSecond == .max ? .max / 2 : max(1, perSecond * 2 / 125))
  }

  // MARK: - Speed

  /// The host listens at another speed from now on, in the middle of what is on the way.
  mutating func setHostSpeed(_ asked: Int?) {
    let asked = asked.map { max(1, $0) }
    guard asked != hostSpeed else { return }
    hostSpeed = asked
    let right = speed
    line.hear { Self.sample($0, at: asked ?? right) }
  }

  /// The receiver speaks at another speed behind what waits; false if it has none, or has it already.
  mutating func setSpeed(_ asked: Int) -> Bool {
    guard speed != nil, speed != asked else { return false }
    speed = asked
    return true
  }

  /// The receiver speaks at another speed at once, in the middle of what waits; false as above.
  mutating func changeSpeed(to asked: Int, at time: Int64) -> Bool {
    guard setSpeed(asked) else { return false }
    let listening = hostSpeed ?? asked
    let perByte = max(10_000_000_000 / Int64(asked), limit.map { 1_000_000_000 / Int64($0) } ?? 0)
    line.change(to: asked, at: time, nanosecondsPerByte: perByte) { Self.sample($0, at: listening) }
    return true
  }

  /// What a host hears of something said while it listens at a speed.
  private static func sample(_ words: LineQueue.Words, at listening: Int?) -> [UInt8] {
    guard let speaking = words.speed, let listening, listening != speaking else { return words.bytes }
    return UARTModel(sender: speaking, receiver: listening).garble(words.bytes.span).bytes
  }

  // MARK: - Bytes

  /// The host's bytes as the receiver hears them.
  func heard(_ bytes: Span<UInt8>) -> [UInt8] {
    guard let speed, let hostSpeed, speed != hostSpeed else { return bytes.indices.map { bytes[$0] } }
    return UARTModel(sender: hostSpeed, receiver: speed).garble(bytes).bytes
  }

  /// Puts bytes on the line, as the host will hear them, behind all that waits or in front of what has not begun.
  mutating func send(
    _ bytes: [UInt8], at time: Int64, wrongSpeed: Int? = nil, overtaking: Bool = false
  ) {
    guard !bytes.isEmpty else { return }
    let words = LineQueue.Words(bytes: bytes, speed: wrongSpeed.map { max(1, $0) } ?? speed)
    let slowest = limit.map { Int64(bytes.count) * 1_000_000_000 / Int64($0) } ?? 0
    let duration = max(slowest, words.speed.map { Int64(bytes.count) * 10_000_000_000 / Int64($0) } ?? 0)
    let heard = Self.sample(words, at: hostSpeed ?? speed)
    if overtaking {
      line.insert(heard, of: words, at: time, duration: duration)
    } else {
      line.append(heard, of: words, at: time, duration: duration)
    }
  }

  /// Holds back what has not left, and lets it out in one go at the end.
  mutating func hold(from time: Int64, until end: Int64) { line.hold(from: time, until: end) }

  /// The cable is out: what has not left never will.
  mutating func removeAll() { line.removeAll() }

  /// Takes the bytes that have left.
  mutating func drain(until time: Int64, _ emissions: inout [Emission]) {
    line.drain(until: time) { bytes, start, end in
      emissions.append(
        .bytes(Emission.Chunk(bytes: bytes, start: .nanoseconds(start), end: .nanoseconds(end))))
    }
  }
}
