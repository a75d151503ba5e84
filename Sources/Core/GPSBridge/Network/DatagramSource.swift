internal import GPSEventRuntime
internal import GPSSockets
internal import GPSSystemCalls

/// The bytes of datagrams sent to a local port, from any sender.
actor DatagramSource: ByteSource, LoopActor {
  /// The maximum size of an IP datagram.
  private static let largest = 65_536
  /// At most this many datagrams per turn, so that other work on the loop can run.
  private static let mostOfTurn = 16

  nonisolated let loop: EventLoop
  private nonisolated let time: any TimeSource
  private nonisolated let name: String
  private var socket: CInt?
  private var watch: Watch?
  private var buffer: [UInt8] = []

  init(_ address: NetworkAddress, on loop: EventLoop, _ time: any TimeSource) throws(LocationError) {
    (self.loop, self.time) = (loop, time)
    name = address.text
    do throws(Errno) {
      let place = address.host.isEmpty ? nil : SocketAddress.numeric(address.host, port: address.port)
      if place == nil, !address.host.isEmpty { throw .invalid }
      socket = try Kernel.hearDatagrams(at: place, port: address.port)
    } catch { throw .cannotHear(address, error) }
  }

  deinit { if let socket { try? Kernel.close(socket) } }

  nonisolated func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) { soon { $0.begin(bytes, end) } }

  nonisolated func write(
    _ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void
  ) { done(.onlyHeard) }

  nonisolated func close() { soon { $0.end() } }

  private func begin(
    _ bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    _ end: @escaping @Sendable (LocationError?) -> Void
  ) {
    guard let socket else { return }
    buffer = [UInt8](repeating: 0, count: Self.largest)
    do throws(Errno) {
      watch = try loop.watch(
        socket, for: .readable, named: name, handler { source, _ in source.read(bytes, end) })
    } catch {
      let words = error.words
      loop.async { [name] in end(.notServed("\(name) cannot be watched: \(words)")) }
    }
  }

  private func read(
    _ bytes: @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    _ tell: @Sendable (LocationError?) -> Void
  ) {
    for _ in 0..<Self.mostOfTurn {
      // The handler of the last datagram may have closed the source.
      guard let socket else { return }
      let arrival = time.now
      do throws(Errno) {
        guard let count = try Kernel.receive(socket, into: &buffer) else { return }
        let datagram = buffer[..<count]
        bytes(datagram.span, arrival)
      } catch {
        end()
        return tell(.notServed("\(name) was lost: \(error.words)"))
      }
    }
  }

  private func end() {
    if let watch { loop.end(watch) }
    watch = nil
    if let socket { try? Kernel.close(socket) }
    socket = nil
    buffer = []
  }
}

extension LocationError {
  fileprivate static func cannotHear(_ address: NetworkAddress, _ error: Errno) -> LocationError {
    let message = "cannot receive at \(address.text): \(error.words)"
    return switch error {
    case Errno.addressInUse:
      LocationError(
        .deviceBusy, message,
        remedy: "Another program receives datagrams there: end it, or have them sent to another port.")
    case .accessDenied, .notPermitted:
      LocationError(.permissionDenied, message, remedy: "Use a port of 1024 or higher.")
    default: .notServed(message, remedy: "Name an address of this machine, a group, or none.")
    }
  }
}
