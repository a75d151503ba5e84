extension Scenario {
  /// Something that happens in a scenario, and its time.
  ///
  /// ```swift
  /// scenario.events = [Scenario.Event(from: .seconds(60), to: .seconds(100), .surroundings(.tunnel))]
  /// ```
  ///
  /// To describe events one after the other, without counting seconds, use a ``Story``.
  public struct Event: Sendable, Hashable {
    /// When it begins, counted from the start of the scenario.
    public var start: Duration
    /// When it ends, counted from the start of the scenario; nil for an event that never ends.
    public var end: Duration?
    /// The change that the event makes.
    public var kind: Kind

    /// Creates an event that lasts from `start` to `end`.
    public init(from start: Duration, to end: Duration? = nil, _ kind: Kind) {
      (self.start, self.end, self.kind) = (start, end, kind)
    }

    /// Returns the same event at a later time.
    public func later(by delay: Duration) -> Event {
      Event(from: start + delay, to: end.map { $0 + delay }, kind)
    }

    /// The kinds of events in a scenario.
    public enum Kind: Sendable, Hashable {
      /// The receiver moves to different surroundings, such as a tunnel or a street.
      case surroundings(Surroundings)
      /// A fault in a share of the sentences; 1 is all of them.
      case fault(Fault, share: Double = 1)
      /// The cable is pulled; at the end it is plugged in again, under a new name if one is given.
      case unplug(returnsAs: String? = nil, waking: PowerUp = .hot)
      /// The port cannot be opened.
      case refusal(OpenRefusal)
      /// The receiver is switched off and on again.
      case restart(PowerUp)
    }
  }

  /// A fault of a receiver, its cable, or the radio environment.
  ///
  /// The first faults damage single sentences, the next ones the stream, the last ones the receiver's data.
  public enum Fault: Sendable, Hashable {
    /// A sentence has a wrong checksum.
    case wrongChecksum
    /// A sentence ends in the middle, without a line end.
    case cut
    /// A line end is lost, so that two sentences share one line.
    case glued
    /// NUL bytes are inserted into a sentence.
    case nulBytes
    /// A bit of a sentence flips.
    case flippedBit
    /// Random bytes appear between two sentences.
    case noise
    /// A binary message, from u-blox or a correction service, appears between two sentences.
    case binary
    /// A sentence is not sent.
    case lost
    /// A sentence is sent twice.
    case repeated
    /// The sentences of an epoch are in random order.
    case shuffled

    /// Nothing is sent at all.
    case silent
    /// The stream stops; afterward, everything arrives at once.
    case stalled
    /// The receiver sends at a speed other than the one set by the host, in bits per second.
    case wrongSpeed(Int)

    /// The time stands still, while everything else continues.
    case frozenTime
    /// Time, position and everything else repeat.
    case frozen
    /// The position is wrong by a distance in meters, in a direction in degrees.
    case jump(meters: Double, towards: Double)
    /// The position is 0°, 0°, and is marked valid.
    case nullIsland
    /// The date is 1024 weeks in the past.
    case rollover
    /// A jammer weakens the signals by this many decibels, within twenty seconds.
    case jamming(decibels: Double)
    /// One transmitter imitates all satellites at equal strength: the position drifts by this many meters per
    /// second, and the time jumps by this many seconds.
    case spoofing(drift: Double, timeJump: Double)

    /// Whether the fault acts on bytes, one sentence at a time.
    var isOfBytes: Bool {
      switch self {
      case .wrongChecksum, .cut, .glued, .nulBytes, .flippedBit, .noise, .binary, .lost, .repeated, .shuffled:
        true
      default: false
      }
    }
  }

  /// Why a port cannot be opened.
  public enum OpenRefusal: String, Sendable, Hashable, CaseIterable {
    /// The user of the host lacks permission.
    case permissionDenied
    /// Another program has the port open.
    case busy
  }
}
