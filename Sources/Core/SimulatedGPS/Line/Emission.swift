// The output of a simulated receiver or a recording as values, and the sources of this output.

/// The output of a simulated receiver: bytes on the line, and changes of the connection.
public enum Emission: Sendable, Hashable {
  /// Bytes that have left the receiver.
  case bytes(Emission.Chunk)
  /// The cable was pulled, and the device node is gone.
  case unplugged(at: Duration)
  /// The device is plugged in under this name.
  case plugged(name: String, at: Duration)
  /// The receiver sends at a different speed from now on, in bits per second.
  case speedChanged(to: Int, at: Duration)
  /// The port cannot be opened from now on.
  case refusesOpening(Scenario.OpenRefusal, at: Duration)
  /// The port can be opened again.
  case allowsOpening(at: Duration)

  /// When it happened, since the beginning; for bytes, when the last of them had left.
  public var instant: Duration {
    switch self {
    case .bytes(let chunk): chunk.end
    case .unplugged(let instant), .plugged(_, let instant), .speedChanged(_, let instant),
      .refusesOpening(_, let instant), .allowsOpening(let instant):
      instant
    }
  }

  /// Consecutive bytes that left a receiver.
  public struct Chunk: Sendable, Hashable {
    /// The bytes as the host receives them: garbled if its speed differs.
    public let bytes: [UInt8]
    /// When the first bit of the first byte left, since the beginning.
    public let start: Duration
    /// When the last bit of the last byte had left.
    public let end: Duration

    /// Returns when a byte had left completely; native USB has no speed, so all bytes leave at once.
    public func instant(ofByte index: Int) -> Duration {
      let nanoseconds = (end - start).wholeNanoseconds * Int64(index + 1) / Int64(max(1, bytes.count))
      return start + .nanoseconds(nanoseconds)
    }
  }
}

extension [Emission] {
  /// All bytes, joined.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for case .bytes(let chunk) in self { bytes += chunk.bytes }
    return bytes
  }
}

/// A source of emissions over time: a simulated receiver, or a recording that is played back.
///
/// It is a value and reads no clock, so it can play in a test, through a pseudo-terminal, and into a file.
package protocol EmissionSource: Sendable {
  /// The current time of the source.
  var now: Duration { get }
  /// Bits per second at which it currently sends; nil without a line, or if any speed works.
  var speed: Int? { get }
  /// The last epoch before any damage; nil for a recording.
  var lastEpoch: SimulatedEpoch? { get }
  /// The name under which it is plugged in; nil while it is not.
  var deviceName: String? { get }
  /// Why the port cannot be opened now; nil if it can.
  var openRefusal: Scenario.OpenRefusal? { get }
  /// When the next output is due; a century from now if no more will come.
  var nextDue: Duration { get }
  /// When the connection may change next, if that is known.
  var nextTurn: Duration? { get }

  /// Whether there will be no more output.
  var isOver: Bool { get }

  /// Whether time starts when the port is first opened; until then it is plugged in but sends nothing.
  var startsWhenOpened: Bool { get }
  /// How much of its time has passed when it is plugged in.
  var age: Duration { get }
  /// Whether it waits for a slow reader instead of dropping data, because it has no time of its own.
  var waitsForReader: Bool { get }

  /// Advances the time and returns the output, in order.
  ///
  /// If there is too much for one call, it returns a part, and ``nextDue`` is the current time.
  mutating func advance(to target: Duration) -> [Emission]
  mutating func receive(_ bytes: Span<UInt8>)
  /// Changes the host's speed from now on; nil means that it always matches.
  mutating func setHostSpeed(_ speed: Int?)
  /// Adds events from now on or later; sources without events ignore them.
  mutating func add(_ events: [Scenario.Event])
}

extension EmissionSource {
  /// A recording has no epochs.
  package var lastEpoch: SimulatedEpoch? { nil }
  /// By default, time starts when the device is plugged in.
  package var startsWhenOpened: Bool { false }
  /// By default, its time starts when the device is plugged in, or is first opened.
  package var age: Duration { .zero }
  /// By default, output does not wait for the reader.
  package var waitsForReader: Bool { false }
  /// By default, the output never ends.
  package var isOver: Bool { false }
  /// By default, the port can always be opened.
  package var openRefusal: Scenario.OpenRefusal? { nil }
  /// By default, bytes from the host are ignored.
  package mutating func receive(_ bytes: Span<UInt8>) {}
  /// By default, the host's speed is ignored.
  package mutating func setHostSpeed(_ speed: Int?) {}
  /// By default, events are ignored, as a recording cannot be changed.
  package mutating func add(_ events: [Scenario.Event]) {}
}
