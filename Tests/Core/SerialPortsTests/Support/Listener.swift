import GPSEventRuntime
import GPSSystemCalls
import SerialPorts

/// The reports of a connection, and a way to wait for them: a test waits for the event, never for the clock.
final class Listener: Sendable {
  struct Heard: Sendable {
    var bytes: [UInt8] = []
    var chunks: [Int] = []
    var arrivals: [ContinuousClock.Instant] = []
    var ends: [SerialConnectionEnd] = []
    /// How many bytes there were when the end came.
    var bytesAtEnd: Int?
  }

  private struct State: Sendable {
    var heard = Heard()
    var waiters: [(@Sendable (Heard) -> Bool, CheckedContinuation<Heard, Never>)] = []
  }

  private let state = Guarded(State())

  /// The reports so far.
  var heard: Heard { state.withLock { $0.heard } }

  func take(_ bytes: Span<UInt8>, _ arrival: ContinuousClock.Instant) {
    let chunk = bytes.indices.map { bytes[$0] }
    change { heard in
      heard.bytes += chunk
      heard.chunks.append(chunk.count)
      heard.arrivals.append(arrival)
    }
  }

  func take(_ end: SerialConnectionEnd) {
    change { heard in
      heard.ends.append(end)
      heard.bytesAtEnd = heard.bytes.count
    }
  }

  /// Waits until what was told is enough.
  @discardableResult func wait(until isEnough: @escaping @Sendable (Heard) -> Bool) async -> Heard {
    await withCheckedContinuation { continuation in
      let heard: Heard? = state.withLock { state in
        if isEnough(state.heard) { return state.heard }
        state.waiters.append((isEnough, continuation))
        return nil
      }
      if let heard { continuation.resume(returning: heard) }
    }
  }

  /// Waits for that many bytes.
  @discardableResult func bytes(_ count: Int) async -> [UInt8] {
    await wait { $0.bytes.count >= count }.bytes
  }

  /// Waits for the end.
  @discardableResult func end() async -> SerialConnectionEnd? { await wait { !$0.ends.isEmpty }.ends.first }

  private func change(_ body: @Sendable (inout Heard) -> Void) {
    let woken: [(CheckedContinuation<Heard, Never>, Heard)] = state.withLock { state in
      body(&state.heard)
      let heard = state.heard
      let ready = state.waiters.filter { $0.0(heard) }
      state.waiters.removeAll { $0.0(heard) }
      return ready.map { ($0.1, heard) }
    }
    for (continuation, heard) in woken { continuation.resume(returning: heard) }
  }
}

extension SerialConnection {
  /// Starts with a listener.
  func start(_ listener: Listener) throws {
    try start {
      listener.take($0, $1)
    } end: {
      listener.take($0)
    }
  }
}

/// Opens the port of a device with a listener at it.
func connect(
  _ path: String, settings: LineSettings = LineSettings(), options: OpenOptions = OpenOptions(),
  limits: ConnectionLimits = ConnectionLimits()
) throws -> (connection: SerialConnection, listener: Listener) {
  let port = try SerialPort(path: path, settings: settings, options: options)
  let connection = SerialConnection(port, on: EventLoop.shared, limits: limits)
  let listener = Listener()
  try connection.start(listener)
  return (connection, listener)
}
