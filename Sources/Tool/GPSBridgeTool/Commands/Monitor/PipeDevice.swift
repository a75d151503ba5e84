internal import Delivery
internal import Dispatch
internal import GPSBridge
internal import Glibc
import Locking

/// A pipe that a receiver's bytes come through, as they come: another program's output.
struct PipeDevice: ReceiverDevice {
  private let descriptor: CInt

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  var place: DevicePlace {
    var place = DevicePlace(key: "-", node: "standard input", isSimulated: true)
    place.isRecording = true
    return place
  }

  func open(
    _ place: DevicePlace, speed: Int?, on queue: DispatchQueue
  ) throws(LocationError) -> any ByteSource { PipeSource(descriptor, queue) }
}

/// The bytes of a pipe.
private final class PipeSource: ByteSource {
  private let descriptor: CInt
  private let queue: DispatchQueue
  private let source = Guarded<(any DispatchSourceRead)?>(nil)

  init(_ descriptor: CInt, _ queue: DispatchQueue) {
    self.descriptor = descriptor
    self.queue = queue
  }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    let descriptor = descriptor
    let queue = queue
    let take: @Sendable () -> Void = { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(descriptor, &buffer, buffer.count)
      let error = errno
      if count < 0, error == EINTR || error == EAGAIN { return }
      guard count > 0 else {
        self?.close()
        return end(nil)
      }
      bytes(buffer.span.extracting(..<count), ContinuousClock.now)
    }
    source.withLock {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler(handler: take)
      source.activate()
      $0 = source
    }
  }

  func close() {
    source.withLock {
      $0?.cancel()
      $0 = nil
    }
  }
}
