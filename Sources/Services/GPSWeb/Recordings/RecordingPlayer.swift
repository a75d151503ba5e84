internal import GNSS
internal import GPSFormats
internal import GPSTrackRows

/// Plays a recording to one listener as if it were live: a pure value that returns bytes when they are due.
struct RecordingPlayer: Sendable {
  /// The requested part and its speed.
  struct Playback: Sendable, Hashable {
    /// The first time, or nil for the beginning.
    var from: UTC?
    /// The factor by which playback is faster than real time.
    var speed = 1.0
    /// The requested kinds of records, or nil for all.
    var types: Set<RecordType>?

    init() {}
  }

  private struct Pending: Sendable {
    let frame: [UInt8]
    let instant: ContinuousClock.Instant
  }

  private let playback: Playback
  private let format: NDJSONFormat
  private var reader: RecordingReader
  private var story: StoryRecords
  /// Decoded frames that are not due yet, from `nextPending` on.
  private var pending: [Pending] = []
  private var nextPending = 0
  /// Bytes that are due.
  private var own: [UInt8]
  private var sent = 0
  /// The latest records before the requested part; nil once that part has begun.
  private var past: Past?
  /// When the first bytes arrived, by the clock of the recording machine.
  private var firstReceived: UTC?
  /// One moment on the recording's clock and on this machine's.
  private var anchor: (recorded: ContinuousClock.Instant, now: ContinuousClock.Instant)?
  private var lastRest: Int64 = 0
  /// When the listener last received something.
  private(set) var told: ContinuousClock.Instant

  private static let types: Set<RecordType> = [.fix, .sky, .condition, .event, .verdict]
  /// At most this many bytes are made ready at once.
  private static let mostDue = 65_536
  /// While seeking, a comment is sent after this many bytes, to notice a disconnected listener.
  private static let rest: Int64 = 1 << 20

  /// - Parameters:
  ///   - file: The recording.
  ///   - name: The recording's name in each record.
  ///   - playback: The requested part and its speed.
  ///   - greeting: The bytes to send first.
  ///   - now: The current time.
  init(
    _ file: ServedRecording, _ name: String, _ playback: Playback, greeting: [UInt8],
    at now: ContinuousClock.Instant
  ) {
    self.playback = playback
    let types = playback.types.map(Self.types.intersection) ?? Self.types
    format = NDJSONFormat(device: name, types: types)
    story = StoryRecords(device: name, types: types)
    reader = RecordingReader(file, givesSentences: true)
    (own, told) = (greeting, now)
    past = playback.from == nil ? nil : Past()
  }

  /// Writes as much of the due data as fits; decodes at most one piece of the file.
  mutating func fill(_ room: UnsafeMutableRawBufferPointer, at now: ContinuousClock.Instant) -> BodyStep {
    if own.isEmpty, nextPending == pending.count {
      if reader.isOver {
        // The file ends before the requested part: send the latest state.
        guard let past else { return reader.fault == nil ? .end : .broken }
        own += past.frames
        self.past = nil
        if own.isEmpty { return reader.fault == nil ? .end : .broken }
      } else {
        decode()
      }
    }
    let wait = takeDue(at: now)
    guard !own.isEmpty else { return wait.map(BodyStep.waitFor) ?? .later }
    let count = unsafe room.take(own, &sent)
    if sent == own.count { (own, sent) = ([], 0) }
    told = now
    return .wrote(count)
  }

  mutating func say(_ bytes: [UInt8]) { own += bytes }

  /// Queues the records that are due; returns the delay until the next one.
  private mutating func takeDue(at now: ContinuousClock.Instant) -> Duration? {
    while nextPending < pending.count, own.count < Self.mostDue {
      let next = pending[nextPending]
      let (recorded, begun) = anchor ?? (next.instant, now)
      anchor = (recorded, begun)
      let due = begun + recorded.duration(to: next.instant) / playback.speed
      guard due <= now else { return now.duration(to: due) }
      own += next.frame
      nextPending += 1
    }
    if nextPending == pending.count { (pending, nextPending) = ([], 0) }
    return nil
  }

  // MARK: - Decoding

  private mutating func decode() {
    for told in reader.next() {
      firstReceived = firstReceived ?? told.received
      if past != nil, isWanted(told) {
        own += past?.frames ?? []
        past = nil
      }
      let lines = format.lines(for: told.output, at: told.fixMoment)
      if !lines.isEmpty { add(Self.type(of: told.output), lines, told.moment.instant) }
      for record in story.take(told.output, told.moment) {
        add(record.type, record.line, told.moment.instant)
      }
    }
    if reader.isOver {
      for record in story.finish(reader.stats) { add(record.type, record.line, RecordedClock.start) }
    }
    guard past != nil, reader.place - lastRest >= Self.rest else { return }
    lastRest = reader.place
    own += ":\n\n".utf8
  }

  /// Whether the requested part begins here.
  ///
  /// A receiver's clock may be years behind the machine's. A requested time before all arrivals is therefore
  /// compared only with the receiver's clock, and a fix without a time does not match it.
  private func isWanted(_ told: RecordingReader.Told) -> Bool {
    guard case .fix(let fix) = told.output, let from = playback.from else { return false }
    if let time = fix.time { return !Self.isEarlier(time, from) }
    guard let received = told.received, let firstReceived else { return false }
    return !Self.isEarlier(received, from) && !Self.isEarlier(from, firstReceived)
  }

  private static func isEarlier(_ one: UTC, _ other: UTC) -> Bool {
    TrackRow.milliseconds(one) < TrackRow.milliseconds(other)
  }

  private mutating func add(_ type: RecordType, _ line: [UInt8], _ instant: ContinuousClock.Instant) {
    let frame = Array("data: ".utf8) + line.dropLast() + [0x0A, 0x0A]
    if past != nil {
      past?.keep(frame, type)
    } else {
      pending.append(Pending(frame: frame, instant: instant))
    }
  }

  private static func type(of output: DecodedOutput) -> RecordType {
    switch output {
    case .fix: .fix
    case .sky: .sky
    default: .condition
    }
  }
}

/// The last record of each kind before the requested part, sent as the greeting.
private struct Past: Sendable {
  private var last: [RecordType: [UInt8]] = [:]
  private var events: [[UInt8]] = []

  private static let mostEvents = 50

  mutating func keep(_ frame: [UInt8], _ type: RecordType) {
    guard type == .event else {
      last[type] = frame
      return
    }
    if events.count == Self.mostEvents { events.removeFirst() }
    events.append(frame)
  }

  var frames: [UInt8] {
    let kinds: [RecordType] = [.condition, .verdict, .sky, .fix]
    return (kinds.compactMap { last[$0] } + events).flatMap { $0 }
  }
}
