extension Scenario {
  /// Something that happens in a scenario, and its time.
  ///
  /// ```swift
  /// scenario.events = [Scenario.Event(from: .seconds(60), to: .seconds(100), .surroundings(.tunnel))]
  /// ```
  ///
  /// To say when things happen one after the other, without counting seconds, tell a ``Story``.
  public struct Event: Sendable, Hashable {
    /// When it begins, counted from the start of the scenario.
    public var start: Duration
    /// When it ends, counted from the start of the scenario; nil for an event that never ends.
    public var end: Duration?
    /// The change that it brings.
    public var kind: Kind

    /// Makes an event that lasts from one moment to another.
    public init(from start: Duration, to end: Duration? = nil, _ kind: Kind) {
      self.start = start
      self.end = end
      self.kind = kind
    }

    /// The same event, moved to a later time.
    public func later(by delay: Duration) -> Event {
      Event(from: start + delay, to: end.map { $0 + delay }, kind)
    }

    /// The kinds of events that a receiver can live through.
    public enum Kind: Sendable, Hashable {
      /// The receiver is somewhere else: under rock, between houses.
      case surroundings(Surroundings)
      /// Something goes wrong with a share of the sentences; 1 is all of them.
      case fault(Fault, share: Double = 1)
      /// The cable is pulled; at the end it is plugged in again, under another name if one is given.
      case unplug(returnsAs: String? = nil, waking: PowerUp = .hot)
      /// The port cannot be opened.
      case refusal(OpenRefusal)
      /// The receiver is switched off and on again.
      case restart(PowerUp)
    }
  }
}

extension Scenario {
  /// A fault of a receiver, its cable, or the air around it.
  ///
  /// The first ones damage single sentences, the next the stream, the last what the receiver itself believes.
  public enum Fault: Sendable, Hashable {
    /// A sentence gets a checksum that is not its own.
    case wrongChecksum
    /// A sentence ends somewhere in its middle, without a line end.
    case cut
    /// A line end is lost, so that two sentences stand on one line.
    case glued
    /// NUL bytes get into a sentence.
    case nulBytes
    /// A bit of a sentence flips.
    case flippedBit
    /// Bytes of noise come between two sentences.
    case noise
    /// A binary message, of u-blox or of a correction service, comes between two sentences.
    case binary
    /// A sentence is not sent.
    case lost
    /// A sentence is sent twice.
    case repeated
    /// The sentences of an epoch come in another order.
    case shuffled

    /// Nothing is sent at all.
    case silent
    /// The stream stops, and then all comes at once.
    case stalled
    /// The receiver speaks at another speed than the host was told, in bits per second.
    case wrongSpeed(Int)

    /// The time stands still, while the rest goes on.
    case frozenTime
    /// Time, place and everything else repeat.
    case frozen
    /// The position is off by a distance in meters, in a direction in degrees.
    case jump(meters: Double, towards: Double)
    /// The position is 0°, 0°, and is called good.
    case nullIsland
    /// The date is 1024 weeks too old.
    case rollover
    /// Noise from a jammer weakens the signals by some decibels, within twenty seconds.
    case jamming(decibels: Double)
    /// All satellites are played by one sender, at one strength; the position walks off at so many metres per second, and
    /// the time jumps by so many seconds.
    case spoofing(drift: Double, timeJump: Double)

    /// Whether it is done to bytes, one sentence at a time.
    var isOfBytes: Bool {
      switch self {
      case .wrongChecksum, .cut, .glued, .nulBytes, .flippedBit, .noise, .binary, .lost, .repeated, .shuffled:
        true
      default: false
      }
    }
  }
}

extension Scenario {
  /// Why a port cannot be opened.
  public enum OpenRefusal: String, Sendable, Hashable, CaseIterable {
    /// The host's user may not.
    case permissionDenied
    /// Somebody else has it.
    case busy
  }
}
