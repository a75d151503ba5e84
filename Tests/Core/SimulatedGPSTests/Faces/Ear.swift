import GPSEventRuntime
import GPSBridge
import GPSSystemCalls

/// Opens a device as the library would, and keeps what it delivers.
final class Ear: Sendable {
  private struct State {
    var chunks: [[UInt8]] = []
    var instants: [ContinuousClock.Instant] = []
    var ends: [LocationError?] = []
    var refusal: LocationError?
    var failures: [LocationError?] = []
    var source: (any ByteSource)?
  }

  private let device: any ReceiverDevice
  private let loop = EventLoop.shared
  private let speed: Int?
  private let state = Guarded(State())

  init(_ device: some ReceiverDevice, speed: Int? = nil) {
    self.device = device
    self.speed = speed
    open()
  }

  /// What was delivered at once.
  var chunks: [[UInt8]] { state.withLock { $0.chunks } }
  var bytes: [UInt8] { chunks.flatMap(\.self) }
  var instants: [ContinuousClock.Instant] { state.withLock { $0.instants } }
  /// Why it could not be opened.
  var refusal: LocationError? { state.withLock { $0.refusal } }
  /// What became of each write.
  var failures: [LocationError?] { state.withLock { $0.failures } }
  /// How often it ended, and why.
  var ends: [LocationError?] { state.withLock { $0.ends } }
  var end: LocationError? { ends.last ?? nil }

  /// Opens the device where it is.
  func open() {
    let outcome = loop.sync { [self] in opened }
    switch outcome {
    case .success(let source):
      state.withLock { $0.source = source }
      source.start(
        bytes: { [weak self] bytes, instant in
          var copy: [UInt8] = []
          for index in bytes.indices { copy.append(bytes[index]) }
          self?.state.withLock { [copy] state in
            state.chunks.append(copy)
            state.instants.append(instant)
          }
        },
        end: { [weak self] error in self?.state.withLock { $0.ends.append(error) } })
    case .failure(let error): state.withLock { $0.refusal = error }
    }
    // What was set off by it is done.
    for _ in 0..<3 { loop.sync {} }
  }

  private var opened: Result<any ByteSource, LocationError> {
    do throws(LocationError) {
      return .success(try device.open(device.place, speed: speed, on: loop))
    } catch {
      return .failure(error)
    }
  }

  func close() { loop.sync { [state] in state.withLock { $0.source }?.close() } }

  func write(_ bytes: [UInt8]) {
    loop.sync { [self] in
      state.withLock { $0.source }?.write(bytes, timeout: .seconds(1)) { [weak self] failure in
        self?.state.withLock { $0.failures.append(failure) }
      }
    }
  }

  /// Reads at another speed.
  func setSpeed(_ speed: Int) throws(LocationError) { try state.withLock { $0.source }?.setSpeed(speed) }
}
