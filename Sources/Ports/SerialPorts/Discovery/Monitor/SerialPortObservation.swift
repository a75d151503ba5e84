/// The handle of one handler on a monitor: dropping it ends the calls.
public final class SerialPortObservation: Sendable {
  private let engine: MonitorEngine
  private let observer: PortObserver

  init(engine: MonitorEngine, observer: PortObserver) {
    self.engine = engine
    self.observer = observer
  }

  deinit { cancel() }

  /// Ends the calls.
  public func cancel() { engine.remove(observer) }
}
