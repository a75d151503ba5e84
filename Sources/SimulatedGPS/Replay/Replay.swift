extension Simulation {
  /// A recording that is played back: time goes in, the pieces come out, as they came then.
  ///
  /// ```swift
  /// var replay = Simulation.Replay(try Simulation.Recording(contentsOf: "drive.gbr"), pace: .recorded(times: 10), from: .seconds(600))
  /// let receiver = try PseudoTerminalReceiver(playing: replay)
  /// ```
  ///
  /// A second behind the last piece the plug is pulled, unless it goes round and round.
  public struct Replay: Sendable, EmissionSource {
    /// How fast it goes.
    public enum Pace: Sendable, Hashable {
      /// Faster than it was recorded, by a factor.
      case recorded(times: Double = 1)
      /// As fast as a line with this many bits per second can carry it.
      case line(Int)
      /// As fast as somebody takes it.
      case full
    }

    private let pace: Pace
    private let loops: Bool
    private let device: String
    /// Nanoseconds from the last piece until the plug is pulled.
    private let pause: Int64
    /// The pieces from the first that is played, for another round.
    private let start: PieceSequence
    /// Nanoseconds of the recording at which it begins.
    private let begin: Int64

    /// Nanoseconds: how far time has come; negative before the beginning.
    private var clock: Int64 = -1
    /// When this round began.
    private var base: Int64 = 0
    private var pieces: PieceSequence
    /// The next piece, and how much of it has come out; nil at the end.
    private var piece: RecordedPiece?
    private var offset = 0
    /// The bytes and the pieces of this round that have come out.
    private var sent = 0
    private var played = 0
    private var end: Int64?

    /// How often it has begun anew.
    public private(set) var rounds = 0

    private static let largest = 1 << 16
    private static let longestBreak: Int64 = 1_000_000_000

    /// Makes a replay.
    ///
    /// - Parameters:
    ///   - recording: The recording to play.
    ///   - pace: The pace of playing.
    ///   - time: The time in the recording at which to begin; earlier pieces are left out.
    ///   - loops: Whether it begins anew at its end.
    ///   - device: The device's name.
    public init(
      _ recording: Simulation.Recording, pace: Pace = .recorded(), from time: Duration = .zero,
      loops: Bool = false,
      device: String = "recording"
    ) {
      let begin = max(0, time.wholeNanoseconds)
      self.init(
        .memory(recording, next: recording.firstPiece(from: begin)), pace, begin, loops, device,
        pause: .seconds(1))
    }

    /// Makes a replay of a file that is read meanwhile.
    ///
    /// - Parameters:
    ///   - stream: The pieces to play, from the next one on.
    ///   - pace: The pace of playing.
    ///   - time: The time in the recording at which to begin; earlier pieces were left out.
    ///   - loops: Whether it begins anew at its end.
    ///   - device: The device's name.
    ///   - pause: The time from the last piece until the plug is pulled.
    package init(
      _ stream: RecordingStream, pace: Pace = .recorded(), from time: Duration = .zero, loops: Bool = false,
      device: String = "recording", pause: Duration = .seconds(1)
    ) {
      self.init(.file(stream), pace, max(0, time.wholeNanoseconds), loops, device, pause: pause)
    }

    private init(
      _ pieces: PieceSequence, _ pace: Pace, _ begin: Int64, _ loops: Bool, _ device: String, pause: Duration
    ) {
      self.pace = pace
      self.device = device
      self.begin = begin
      self.pause = pause.wholeNanoseconds
      start = pieces
      self.pieces = pieces
      let piece = self.pieces.next()
      self.piece = piece
      self.loops = loops && piece != nil
    }

    /// How far time has come.
    public var now: Duration { .nanoseconds(max(0, clock)) }
    /// It has no line: what was recorded was heard already.
    package var speed: Int? { nil }
    /// Whether it is through, and its plug is out.
    public var isOver: Bool { end.map { clock >= $0 } ?? false }
    /// The device's name; nil before the beginning and after the end.
    package var deviceName: String? { clock < 0 || isOver ? nil : device }
    /// When the next piece is due.
    public var nextDue: Duration { isOver ? .nanoseconds(.max / 2) : .nanoseconds(max(clock, dueTime, 0)) }

    /// A recording starts from its beginning for the first reader.
    package var startsWhenOpened: Bool { true }

    /// Whether it would rather wait than lose something, because it has no time of its own.
    package var waitsForReader: Bool { pace == .full }

    /// When the plug goes in, and when it is pulled, as soon as that is known.
    package var nextTurn: Duration? {
      if clock < 0 { return .zero }
      guard let end else { return nil }
      return isOver ? nil : .nanoseconds(end)
    }

    /// Lets time go on, and answers the pieces that are due; first of all only that it is plugged in.
    public mutating func advance(to target: Duration) -> [Emission] {
      let target = target.wholeNanoseconds
      guard target >= 0 else { return [] }
      guard !isOver else {
        clock = max(clock, target)
        return []
      }
      var emissions: [Emission] = []
      if clock < 0 {
        // Alone, so that who is told of it can open it before the first piece comes.
        if piece == nil { end = pause }
        clock = 0
        return [.plugged(name: device, at: .zero)]
      }
      var room = Self.largest
      while end == nil, room > 0, dueTime <= target { emissions.append(next(&room, until: target)) }
      clock = max(clock, target)
      if let end, clock >= end { emissions.append(.unplugged(at: .nanoseconds(end))) }
      return emissions
    }

    // MARK: - Schedule

    /// When the next piece, or a part of it, has come.
    private var dueTime: Int64 {
      if clock < 0 { return 0 }
      guard end == nil, let piece else { return end ?? 0 }
      switch pace {
      case .recorded(let times): return base + Self.scaled(piece.time - begin, times)
      case .line(let speed):
        return base + Self.lineTime(sent + min(Self.part(speed), piece.bytes.count - offset), speed)
      case .full: return max(0, clock)
      }
    }

    private static func scaled(_ time: Int64, _ times: Double) -> Int64 {
      // A pace that is no number is taken for a very slow one.
      let pace = times >= 1e-3 ? min(times, 1e6) : 1e-3
      return Int64(min(Double(max(0, time)) / pace, 1e18))
    }

    /// The time at which some bytes have left a line.
    private static func lineTime(_ bytes: Int, _ speed: Int) -> Int64 {
      let (whole, rest) = (bytes * 10).quotientAndRemainder(dividingBy: max(1, speed))
      return Int64(whole) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(max(1, speed))
    }

    /// The bytes that the chip of a serial bridge hands over at once: sixteen milliseconds of the line.
    private static func part(_ speed: Int) -> Int { max(1, speed / 625) }

    /// Gives the next piece, or as much of it as comes at once.
    private mutating func next(_ room: inout Int, until target: Int64) -> Emission {
      let whole = piece?.bytes ?? []
      let rest = whole.count - offset
      let count: Int
      let due = dueTime
      var start = due
      switch pace {
      case .recorded: count = rest
      case .line(let speed):
        count = min(rest, Self.part(speed))
        start = base + Self.lineTime(sent, speed)
      case .full: count = min(rest, room)
      }
      let bytes = count == whole.count ? whole : Array(whole[offset..<(offset + count)])
      // Time that was recorded is short of pieces; only where there is none must one be moderate.
      if pace == .full { room -= count }
      offset += count
      sent += count
      if count == rest { endPiece(at: due) }
      return .bytes(Emission.Chunk(bytes: bytes, start: .nanoseconds(start), end: .nanoseconds(due)))
    }

    private mutating func endPiece(at due: Int64) {
      let last = piece?.time ?? 0
      played += 1
      offset = 0
      piece = pieces.next()
      if piece == nil { endRound(at: due, lastTime: last) }
    }

    private mutating func endRound(at time: Int64, lastTime: Int64) {
      guard loops else {
        end = time + pause
        return
      }
      rounds += 1
      switch pace {
      case .recorded(let times):
        // As long as between two pieces on the average, and not for ever at once.
        let length = (lastTime - begin) / Int64(max(1, played - 1))
        base =
          time
          + max(1_000_000, Self.scaled(min(max(length, Self.longestBreak / 100), Self.longestBreak), times))
      case .line, .full: base = time
      }
      sent = 0
      played = 0
      pieces = start
      piece = pieces.next()
    }
  }
}
