internal import GPSEventRuntime
internal import SerialPorts

final class SerialSource: ByteSource {
  private let connection: SerialConnection
  private let settings: LineSettings
  private let monitor: SerialPortMonitor
  private let loop: EventLoop

  init(
    _ port: consuming SerialPort, _ settings: LineSettings, on loop: EventLoop,
    _ monitor: SerialPortMonitor
  ) {
    connection = SerialConnection(port, on: loop)
    (self.settings, self.monitor, self.loop) = (settings, monitor, loop)
  }

  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void
  ) {
    let path = connection.path
    do throws(SerialPortError) {
      try connection.start(bytes: bytes) { [monitor] reason in
        if case .vanished = reason { monitor.portHungUp(path) }
        end(LocationError(reason.error))
      }
    } catch { loop.async { end(LocationError(error)) } }
  }

  func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void) {
    connection.write(bytes, timeout: timeout) { result in
      switch result {
      case .success: done(nil)
      case .failure(let error): done(LocationError(error))
      }
    }
  }

  func setSpeed(_ bitsPerSecond: Int) throws(LocationError) {
    var settings = settings
    settings.speed = LineSpeed(UInt32(clamping: bitsPerSecond))
    do throws(SerialPortError) {
      try connection.apply(settings)
      try connection.discardInput()
    } catch { throw LocationError(error) }
  }

  func close() { connection.close() }

  func close(_ closed: @escaping @Sendable () -> Void) { connection.close(closed) }

  func findOtherReaders(_ found: @escaping @Sendable ([PortHolder]) -> Void) {
    let path = connection.path
    // The search visits every process; on the loop it would delay incoming bytes.
    loop.offload({ PortHolder.otherReaders(of: path) }, then: found)
  }
}
