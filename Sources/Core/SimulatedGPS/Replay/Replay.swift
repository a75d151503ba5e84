extension Simulation {
  /// A recording that is played back with its original timing or at a different pace.
  ///
  /// ```swift
  /// var replay = Simulation.Replay(try Simulation.Recording(contentsOf: "drive.gbr"), pace: .recorded(times: 10), from: .seconds(600))
  /// let receiver = try PseudoTerminalReceiver(playing: replay)
  /// ```
  ///
  /// One second after the last piece the cable is pulled, unless the recording loops.
  public struct Replay: Sendable, EmissionSource {
    /// The pace of playback.
    public enum Pace: Sendable, Hashable {
      /// The recorded timing, faster by a factor.
      case recorded(times: Double = 1)
      /// The rate at which a line with this many bits per second carries the data.
      case line(Int)
      /// As fast as the reader accepts it.
      case full
    }

    private let pace: Pace
    private let loops: Bool
    private let device: String
    /// Nanoseconds from the last piece until the cable is pulled.
    private let pause: Int64
    /// The pieces from the first one played, for the next round.
    private let start: PieceSequence
    /// The time in the recording at which playback begins, in nanoseconds.
    private let begin: Int64

    /// The current time in nanoseconds; negative before the beginning.
    private var clock: Int64 = -1
    /// The time at which this round began.
    private var base: Int64 = 0
    private var pieces: PieceSequence
    /// The next piece, and the number of its bytes already sent; nil at the end.
    private var piece: RecordedPiece?
    private var offset = 0
    /// The bytes and pieces sent in this round.
    private var sent = 0
    private var played = 0
    private var end: Int64?

    /// The number of times that playback started again.
    public private(set) var rounds = 0

    private static let largest = 1 << 16
    private static let longestBreak: Int64 = 1_000_000_000

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - recording: The recording to play.
    ///   - pace: The pace of playback.
    ///   - time: The time in the recording at which to begin; earlier pieces are left out.
    ///   - loops: Whether playback starts again at the end.
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

    /// Creates a replay of a file that is read during playback.
    ///
    /// - Parameters:
    ///   - stream: The pieces to play, from the next one on.
    ///   - pace: The pace of playback.
    ///   - time: The time in the recording at which to begin; earlier pieces were left out.
    ///   - loops: Whether playback starts again at the end.
    ///   - device: The device's name.
    ///   - pause: The time from the last piece until the cable is pulled.
    package init(
      _ stream: RecordingStream, pace: Pace = .recorded(), from time: Duration = .zero, loops: Bool = false,
      device: String = "recording", pause: Duration = .seconds(1)
    ) { self.init(.file(stream), pace, max(0, time.wholeNanoseconds), loops, device, pause: pause) }

    private init(
      _ pieces: PieceSequence, _ pace: Pace, _ begin: Int64, _ loops: Bool, _ device: String, pause: Duration
    ) {
      (self.pace, self.device, self.begin) = (pace, device, begin)
      self.pause = pause.wholeNanoseconds
      start = pieces
      self.pieces = pieces
      let piece = self.pieces.next()
      self.piece = piece
      self.loops = loops && piece != nil
    }

    /// The current time of the replay.
    public var now: Duration { .nanoseconds(max(0, clock)) }
    /// Always nil: the recorded bytes have already passed a line.
    package var speed: Int? { nil }
    /// Whether playback has ended and the cable is pulled.
    public var isOver: Bool { end.map { clock >= $0 } ?? false }
    /// The device's name; nil before the beginning and after the end.
    package var deviceName: String? { clock < 0 || isOver ? nil : device }
    /// The time at which the next piece is due.
    public var nextDue: Duration { isOver ? .nanoseconds(.max / 2) : .nanoseconds(max(clock, dueTime, 0)) }

    /// Always true: playback begins when the first reader opens the port.
    package var startsWhenOpened: Bool { true }

    /// Whether playback waits for a slow reader instead of dropping data, because it has no time of its own.
    package var waitsForReader: Bool { pace == .full }

    /// The time at which the cable is plugged in, or pulled if that is already known.
    package var nextTurn: Duration? {
      if clock < 0 { return .zero }
      guard let end else { return nil }
      return isOver ? nil : .nanoseconds(end)
    }

    /// Advances the time and returns the pieces that are due; the first call only plugs the device in.
    public mutating func advance(to target: Duration) -> [Emission] {
      let target = target.wholeNanoseconds
      guard target >= 0 else { return [] }
      guard !isOver else {
        clock = max(clock, target)
        return []
      }
      var emissions: [Emission] = []
      if clock < 0 {
        // Returned alone, so that the host can open the device before the first piece arrives.
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

    /// When the next piece, or part of one, has been sent.
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
      // NaN is treated as a very slow pace.
      let pace = times >= 1e-3 ? min(times, 1e6) : 1e-3
      return Int64(min(Double(max(0, time)) / pace, 1e18))
    }

    /// The time at which a number of bytes has left the line.
    private static func lineTime(_ bytes: Int, _ speed: Int) -> Int64 {
      let (whole, rest) = (bytes * 10).quotientAndRemainder(dividingBy: max(1, speed))
      return Int64(whole) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(max(1, speed))
    }

    /// The bytes that a USB serial bridge transfers at once: sixteen milliseconds of line time.
    private static func part(_ speed: Int) -> Int { max(1, speed / 625) }

    /// Returns the next piece, or the part of it that arrives at once.
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
      // Only `.full` needs this limit; at the other paces, the elapsed time limits the output.
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
        // Wait one average interval between pieces, limited so that a recording of no length can't spin.
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
