/// The cable between receiver and host: its speed, its queue, and the damage caused by unequal speeds.
struct Cable: Sendable {
  /// Bits per second at which the receiver sends; nil for native USB.
  private(set) var speed: Int?
  /// Bits per second at which the host receives; nil if they always match the receiver.
  private(set) var hostSpeed: Int?
  /// The greatest number of bytes per second, whatever the speed; nil if only the speed limits it.
  private let limit: Int?
  private let overflow: Scenario.Overflow?
  private var line = LineQueue()

  init(speed: Int?, hostSpeed: Int?, limit: Int?, overflow: Scenario.Overflow? = nil) {
    (self.speed, self.hostSpeed, self.limit, self.overflow) = (speed, hostSpeed, limit, overflow)
  }

  /// Bytes waiting to be sent.
  var pending: Int { line.count }

  /// The size of the receiver's transmit buffer; a limited line gets a small one.
  var capacity: Int { limit == nil && overflow == nil ? 4096 : 1024 }

  /// Whether a burst of this size is queued whole; only a limited line has to cut it.
  func hasRoom(for count: Int) -> Bool { limit == nil || pending + count <= capacity }

  /// When the next bytes will have left; nil if the queue is empty.
  ///
  /// They are handed over in pieces of 16 ms, as by a USB serial bridge.
  var nextDeparture: Int64? {
    let perSecond = min(speed.map { $0 / 10 } ?? .max, limit ?? .max)
    return line.nextDeparture(perSecond == .max ? .max / 2 : max(1, perSecond * 2 / 125))
  }

  // MARK: - Speed

  /// Changes the host's speed at once, including for bytes that are in transit.
  mutating func setHostSpeed(_ asked: Int?) {
    let asked = asked.map { max(1, $0) }
    guard asked != hostSpeed else { return }
    hostSpeed = asked
    let right = speed
    line.hear { Self.sample($0, at: asked ?? right) }
  }

  /// Changes the receiver's speed for bytes queued from now on; returns false without a speed or a change.
  mutating func setSpeed(_ asked: Int) -> Bool {
    guard speed != nil, speed != asked else { return false }
    speed = asked
    return true
  }

  /// Changes the receiver's speed at once, even for queued bytes; returns false if nothing changes.
  mutating func changeSpeed(to asked: Int, at time: Int64) -> Bool {
    guard setSpeed(asked) else { return false }
    let listening = hostSpeed ?? asked
    let perByte = max(10_000_000_000 / Int64(asked), limit.map { 1_000_000_000 / Int64($0) } ?? 0)
    line.change(to: asked, at: time, nanosecondsPerByte: perByte) { Self.sample($0, at: listening) }
    return true
  }

  /// The bytes that a host at the given speed receives.
  private static func sample(_ words: LineQueue.Words, at listening: Int?) -> [UInt8] {
    guard let speaking = words.speed, let listening, listening != speaking else { return words.bytes }
    return UARTModel(sender: speaking, receiver: listening).garble(words.bytes.span).bytes
  }

  // MARK: - Bytes

  /// The host's bytes as the receiver gets them.
  func heard(_ bytes: Span<UInt8>) -> [UInt8] {
    guard let speed, let hostSpeed, speed != hostSpeed else { return bytes.indices.map { bytes[$0] } }
    return UARTModel(sender: hostSpeed, receiver: speed).garble(bytes).bytes
  }

  /// Queues bytes as the host will receive them; overtaking bytes go before any not yet begun.
  mutating func send(
    _ bytes: [UInt8], at time: Int64, wrongSpeed: Int? = nil, overtaking: Bool = false
  ) {
    let bytes = fitted(bytes)
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

  /// The bytes that the transmit buffer takes; makes room for them if it drops the oldest.
  private mutating func fitted(_ bytes: [UInt8]) -> [UInt8] {
    let room = capacity - pending
    guard let overflow, bytes.count > room else { return bytes }
    switch overflow {
    case .sentences:
      let end = bytes.prefix(max(0, room)).lastIndex(of: 0x0A)
      return end.map { Array(bytes[...$0]) } ?? []
    case .middle: return Array(bytes.prefix(max(0, room)))
    case .oldest:
      line.removeOldest(bytes.count - room)
      return Array(bytes.suffix(capacity))
    }
  }

  /// Holds back bytes that have not left, and releases them all at once at the end.
  mutating func hold(from time: Int64, until end: Int64) { line.hold(from: time, until: end) }

  /// Discards the queue, because the cable was pulled.
  mutating func removeAll() { line.removeAll() }

  /// Removes and emits the bytes that have left.
  mutating func drain(until time: Int64, _ emissions: inout [Emission]) {
    line.drain(until: time) { bytes, start, end in
      emissions.append(
        .bytes(Emission.Chunk(bytes: bytes, start: .nanoseconds(start), end: .nanoseconds(end))))
    }
  }
}
