internal import GPSEventRuntime
import GPSSystemCalls
internal import SerialPorts

/// The bytes of a server's receiver: everything that arrives over the link while it is open.
final class NetworkSource: ByteSource {
  private let link: NetworkLink
  private let number = Guarded<Int?>(nil)

  init(_ link: NetworkLink) { self.link = link }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    let attached = link.here { $0.attach(bytes, end) }
    number.withLock { $0 = attached }
    if attached == nil { link.loop.async { end(.notJoined) } }
  }

  func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void) {
    done(.onlyHeard)
  }

  func close() {
    guard let attached = number.withLock({ $0.take() }) else { return }
    link.soon { $0.detach(attached) }
  }
}

extension LocationError {
  /// The connection was lost between the report of its presence and its use.
  static var notJoined: LocationError { .notServed("reconnecting to the server") }

  /// Sending is not supported: the receiver belongs to a server.
  static var onlyHeard: LocationError {
    LocationError(
      .unsupported, "this receiver belongs to a server on the network: nothing is sent to it",
      remedy: "Change its settings on the machine whose port it is plugged into.")
  }
}
