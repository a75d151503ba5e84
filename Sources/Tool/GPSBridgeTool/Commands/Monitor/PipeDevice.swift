internal import GPSDelivery
internal import GPSEventRuntime
internal import GPSBridge
internal import Glibc
internal import GPSSystemCalls

/// A pipe with a receiver's bytes in real time, from another program.
struct PipeDevice: ReceiverDevice {
  private let descriptor: CInt

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  var place: DevicePlace {
    var place = DevicePlace(key: "-", node: "standard input", isSimulated: true)
    place.isRecording = true
    return place
  }

  func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource { PipeSource(descriptor, loop) }
}

/// The bytes of a pipe.
private final class PipeSource: ByteSource {
  private let descriptor: CInt
  private let loop: EventLoop
  private let watch = Guarded<Watch?>(nil)

  init(_ descriptor: CInt, _ loop: EventLoop) { (self.descriptor, self.loop) = (descriptor, loop) }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    let descriptor = descriptor
    let take: @Sendable (Readiness) -> Void = { [weak self] _ in
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
    do throws(Errno) {
      let begun = try loop.watch(descriptor, for: .readable, take)
      watch.withLock { $0 = begun }
    } catch {
      // A descriptor that can't be watched, such as /dev/null, has no more data later.
      loop.async { end(nil) }
    }
  }

  func close() {
    let begun = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    guard let begun else { return }
    loop.async { [loop] in loop.end(begun) }
  }
}
