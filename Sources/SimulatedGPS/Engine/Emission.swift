// The output of a simulated receiver or of a recording, as values, and where such values come from.

/// Output of a simulated receiver: bytes on the line, and changes of its plug.
public enum Emission: Sendable, Hashable {
  /// Bytes that have left.
  case bytes(Emission.Chunk)
  /// The cable was pulled: the node is gone.
  case unplugged(at: Duration)
  /// It is there, under this name.
  case plugged(name: String, at: Duration)
  /// The receiver speaks at another speed from now on, in bits per second.
  case speedChanged(to: Int, at: Duration)
  /// The port cannot be opened from now on.
  case refusesOpening(Scenario.OpenRefusal, at: Duration)
  /// The port can be opened again.
  case allowsOpening(at: Duration)

  /// When it happened, since the beginning; of bytes, when the last of them had left.
  public var instant: Duration {
    switch self {
    case .bytes(let chunk): chunk.end
    case .unplugged(let instant), .plugged(_, let instant), .speedChanged(_, let instant),
      .refusesOpening(_, let instant), .allowsOpening(let instant):
      instant
    }
  }
}

extension Emission {
  /// Bytes that left a receiver one behind the other.
  public struct Chunk: Sendable, Hashable {
    /// The bytes, as the host gets them: garbled if it listens at another speed.
    public let bytes: [UInt8]
    /// When the first bit of the first byte left, since the beginning.
    public let start: Duration
    /// When the last bit of the last byte had left.
    public let end: Duration

    /// When a byte had wholly left; USB itself has no speed, and all leave at once.
    public func instant(ofByte index: Int) -> Duration {
      let nanoseconds = (end - start).wholeNanoseconds * Int64(index + 1) / Int64(max(1, bytes.count))
      return start + .nanoseconds(nanoseconds)
    }
  }
}

extension [Emission] {
  /// All bytes, one behind the other.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for case .bytes(let chunk) in self { bytes += chunk.bytes }
    return bytes
  }
}

/// A source of emissions as time goes on: a receiver that is played, or a recording that is played back.
///
/// A value that reads no clock. All of them can play in a test, behind a pseudo-terminal, and into a file.
package protocol EmissionSource: Sendable {
  /// How far time has come.
  var now: Duration { get }
  /// Bits per second at which it speaks now; nil where there is no line, or any speed will do.
  var speed: Int? { get }
  /// The last epoch as it was meant; nil for a recording.
  var lastEpoch: SimulatedEpoch? { get }
  /// Under which name it is plugged in; nil while it is not.
  var deviceName: String? { get }
  /// Why the port cannot be opened now; nil if it can.
  var openRefusal: Scenario.OpenRefusal? { get }
  /// When there is something to be had next; a century away where there is nothing any more.
  var nextDue: Duration { get }
  /// When something may happen to its plug next, as far as that is known.
  var nextTurn: Duration? { get }

  /// Whether nothing will come any more, ever.
  var isOver: Bool { get }

  /// Whether its time begins when somebody first opens it; until then it is plugged in, and nothing comes.
  var startsWhenOpened: Bool { get }
  /// Whether it would rather wait than lose something, because it has no time of its own.
  var waitsForReader: Bool { get }

  /// Lets time go on, and answers what has come out, in order.
  ///
  /// If more has come out than is good to have at once, it returns a part, and ``nextDue`` is the present.
  mutating func advance(to target: Duration) -> [Emission]
  /// Bytes that the host sends.
  mutating func receive(_ bytes: Span<UInt8>)
  /// The host listens at another speed from now on; nil: at whatever is right.
  mutating func setHostSpeed(_ speed: Int?)
  /// Something happens, from now on or later; where nothing can happen, nothing does.
  mutating func add(_ events: [Scenario.Event])
}

extension EmissionSource {
  /// Nothing is known about its meaning.
  package var lastEpoch: SimulatedEpoch? { nil }
  /// It lives from the moment at which it is plugged in.
  package var startsWhenOpened: Bool { false }
  /// Time does not wait.
  package var waitsForReader: Bool { false }
  /// It goes on.
  package var isOver: Bool { false }
  /// The port can always be opened.
  package var openRefusal: Scenario.OpenRefusal? { nil }
  /// It has nothing to say to bytes.
  package mutating func receive(_ bytes: Span<UInt8>) {}
  /// It has no line.
  package mutating func setHostSpeed(_ speed: Int?) {}
  /// A recording cannot be changed.
  package mutating func add(_ events: [Scenario.Event]) {}
}

extension SimulatedReceiverEngine: EmissionSource {}
