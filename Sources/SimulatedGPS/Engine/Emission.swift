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
