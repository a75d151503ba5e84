internal import GPSEventRuntime
import GPSSystemCalls
internal import SerialPorts
internal import GPSBase

/// The receiver that is plugged in, read from its port or through the local gpsd that holds the port.
///
/// gpsd opens a port exclusively, but passes on everything that the receiver sends, so users need not care
/// which program holds the port. When gpsd ends, the port is free and we open it.
final class AutomaticDevice: ReceiverDevice {
  private let serial: any ReceiverDevice
  private let search: @Sendable (String) -> NetworkAddress?
  private let time: any TimeSource
  /// The watches of all receivers that follow the device.
  private let watches = Guarded<[Weak<AutomaticWatch>]>([])

  init(
    _ serial: any ReceiverDevice, time: any TimeSource = SystemTime(),
    search: @escaping @Sendable (String) -> NetworkAddress? = { GPSDSearch().owner(of: $0) }
  ) { (self.serial, self.time, self.search) = (serial, time, search) }

  var place: DevicePlace { serial.place }
  var isPresent: Bool { serial.isPresent }
  /// Opening a port may take long, and so may gpsd's answer.
  var opensSlowly: Bool { true }

  var knownPorts: [SerialPortDescription] { serial.knownPorts }

  func isMeant(by selector: SerialPortSelector, at place: DevicePlace) -> Bool {
    serial.isMeant(by: selector, at: place)
  }

  func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let watch = AutomaticWatch(loop, time, change)
    watches.withLock { watches in
      watches.removeAll { $0.value == nil }
      watches.append(Weak(watch))
    }
    watch.begin(serial)
    return watch
  }

  func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource {
    let watch = watches.withLock { $0.lazy.compactMap(\.value).last { $0.loop === loop } }
    guard place.takesCommands else {
      guard let watch, let server = watch.server else { throw .notJoined }
      let source = try server.open(place, speed: speed, on: loop)
      watch.heard(ofServer: true)
      return source
    }
    watch?.heard(ofServer: false)
    do throws(LocationError) { return try serial.open(place, speed: speed, on: loop) } catch {
      // The user may not be allowed to open the port, but can still ask which program holds it.
      guard error.code == .deviceBusy || error.code == .permissionDenied, let watch,
        let address = search(place.node)
      else { throw error }
      watch.join(NetworkDevice(address, time: time))
      throw .notServed("gpsd has \(VisibleText.replaced(place.node)), and this program connects to it")
    }
  }
}

/// Watches the port, or the local gpsd while that holds the port.
actor AutomaticWatch: DeviceWatch, LoopActor {
  /// The pause before retrying the port after gpsd has ended, and before repeating a presence report.
  private static let pause = Duration.seconds(1)

  nonisolated let loop: EventLoop
  private nonisolated let time: any TimeSource
  private nonisolated let change: @Sendable (DevicePresence) -> Void
  private nonisolated let isCancelled = Guarded(false)
  /// The gpsd that we connect to.
  private nonisolated let joining = Guarded<NetworkDevice?>(nil)

  private var port: (any DeviceWatch)?
  private var link: (any DeviceWatch)?
  /// The last reported presence of the port.
  private var found: DevicePresence?
  /// The receiver's place while we are connected to gpsd.
  private var joined: DevicePlace?
  private var timer: (any TimerHandle)?

  init(
    _ loop: EventLoop, _ time: any TimeSource, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) { (self.loop, self.time, self.change) = (loop, time, change) }

  nonisolated var server: NetworkDevice? { joining.withLock { $0 } }

  nonisolated func begin(_ serial: any ReceiverDevice) {
    laterUnlessOver { watch in
      watch.port = serial.follow(on: watch.loop, watch.handler { $0.portChanged($1) })
    }
  }

  nonisolated func cancel() {
    isCancelled.withLock { $0 = true }
    later(keepsAlive: true) { $0.end() }
  }

  private nonisolated func laterUnlessOver(_ body: @escaping @Sendable (isolated AutomaticWatch) -> Void) {
    later { if !$0.isOver { body($0) } }
  }

  private var isOver: Bool { isCancelled.withLock { $0 } }

  private func end() {
    leave()
    port?.cancel()
    port = nil
  }

  private func portChanged(_ presence: DevicePresence) {
    guard !isOver else { return }
    let before = found
    found = presence
    // While connected to gpsd, ignore repeated reports. If the port has moved, gpsd must find it there first.
    if joined != nil, presence == before { return }
    leave()
    change(presence)
  }

  // MARK: - gpsd

  /// Connects to the gpsd that holds the port, and reports its receiver instead of the port.
  nonisolated func join(_ server: NetworkDevice) { laterUnlessOver { $0.begin(joining: server) } }

  /// Stops repeating a presence report, because the receiver is opening the reported place.
  nonisolated func heard(ofServer: Bool) {
    laterUnlessOver { watch in
      guard ofServer == (watch.joined != nil) else { return }
      watch.timer?.cancel()
      watch.timer = nil
    }
  }

  private func begin(joining server: NetworkDevice) {
    guard link == nil else {
      if joined != nil { tellAgain() }
      return
    }
    joining.withLock { $0 = server }
    link = server.follow(on: loop, handler { $0.serverChanged($1) })
  }

  private func serverChanged(_ presence: DevicePresence) {
    guard !isOver, link != nil else { return }
    switch presence {
    case .present(let place):
      joined = place
      tellAgain()
    case .absent:
      let wasJoined = joined != nil
      leave()
      // The receiver itself retries a refused port, with growing pauses.
      if wasJoined { tellLater() }
    }
  }

  /// Reports the current place, and repeats the report: a receiver that is opening another place ignores it.
  private func tellAgain() {
    guard !isOver, let presence = joined.map({ .present($0) }) ?? found else { return }
    tellLater()
    change(presence)
  }

  private func tellLater() {
    timer?.cancel()
    timer = time.after(Self.pause, on: loop, handler { $0.tellAgain() })
  }

  private func leave() {
    timer?.cancel()
    timer = nil
    joined = nil
    link?.cancel()
    link = nil
    joining.withLock { $0 = nil }
  }
}
