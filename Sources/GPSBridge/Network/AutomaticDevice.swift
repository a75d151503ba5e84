internal import GPSEventRuntime
import GPSSystemCalls
internal import SerialPorts
internal import GPSBase

/// The receiver that is plugged in: by its port, or by the gpsd that has this port already.
///
/// gpsd takes a port for itself alone. Who only wants to know where he is need not care: what the receiver says is the
/// same over gpsd. When that ends, the port is free, and is opened.
final class AutomaticDevice: ReceiverDevice {
  private let serial: any ReceiverDevice
  private let search: @Sendable (String) -> NetworkAddress?
  private let time: any TimeSource
  /// The watches of those who follow it.
  private let watches = Guarded<[Weak<AutomaticWatch>]>([])

  init(
    _ serial: any ReceiverDevice, time: any TimeSource = SystemTime(),
    search: @escaping @Sendable (String) -> NetworkAddress? = { GPSDSearch().owner(of: $0) }
  ) {
    self.serial = serial
    self.time = time
    self.search = search
  }

  var place: DevicePlace { serial.place }
  var isPresent: Bool { serial.isPresent }
  /// A port may take its time, and so may gpsd's answer.
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
    do throws(LocationError) {
      return try serial.open(place, speed: speed, on: loop)
    } catch {
      // Who may not open the port may still ask who has it.
      guard error.code == .deviceBusy || error.code == .permissionDenied, let watch,
        let address = search(place.node)
      else { throw error }
      watch.join(NetworkDevice(address, time: time))
      throw .notServed("gpsd has \(VisibleText.replaced(place.node)), and is being joined")
    }
  }
}

/// Follows the port, and gpsd in its place while that has it.
actor AutomaticWatch: DeviceWatch {
  /// The pause before the port is tried again when gpsd has gone, and before the news of gpsd are told again.
  private static let pause = Duration.seconds(1)

  nonisolated let loop: EventLoop
  private nonisolated let time: any TimeSource
  private nonisolated let change: @Sendable (DevicePresence) -> Void
  private nonisolated let isCancelled = Guarded(false)
  /// The gpsd that is being joined.
  private nonisolated let joining = Guarded<NetworkDevice?>(nil)

  private var port: (any DeviceWatch)?
  private var link: (any DeviceWatch)?
  /// What was last heard of the port.
  private var found: DevicePresence?
  /// Where the receiver is while gpsd is joined.
  private var joined: DevicePlace?
  private var timer: (any TimerHandle)?

  init(
    _ loop: EventLoop, _ time: any TimeSource, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) {
    self.loop = loop
    self.time = time
    self.change = change
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  nonisolated var server: NetworkDevice? { joining.withLock { $0 } }

  nonisolated func begin(_ serial: any ReceiverDevice) {
    later { watch in
      watch.port = serial.follow(on: watch.loop) { [weak watch] presence in
        watch?.assumeIsolated { $0.portChanged(presence) }
      }
    }
  }

  nonisolated func cancel() {
    isCancelled.withLock { $0 = true }
    loop.async { [self] in assumeIsolated { $0.end() } }
  }

  private nonisolated func later(_ body: @escaping @Sendable (isolated AutomaticWatch) -> Void) {
    loop.async { [weak self] in self?.assumeIsolated { if !$0.isOver { body($0) } } }
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
    // While gpsd is joined, only another place of the port is news: gpsd has to find it there first.
    if joined != nil, presence == before { return }
    leave()
    change(presence)
  }

  // MARK: - gpsd

  /// gpsd has the port: what it passes on is heard in its place.
  nonisolated func join(_ server: NetworkDevice) { later { $0.begin(joining: server) } }

  /// The receiver has heard where it is, and tries to open it there.
  nonisolated func heard(ofServer: Bool) {
    later { watch in
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
    link = server.follow(on: loop) { [weak self] presence in
      self?.assumeIsolated { $0.serverChanged(presence) }
    }
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
      // A port that was refused is tried again by the receiver itself, in pauses that grow.
      if wasJoined { tellLater() }
    }
  }

  /// Tells where the receiver is, and once more later: while one place is being tried, nobody hears of another.
  private func tellAgain() {
    guard !isOver, let presence = joined.map({ .present($0) }) ?? found else { return }
    tellLater()
    change(presence)
  }

  private func tellLater() {
    timer?.cancel()
    timer = time.after(Self.pause, on: loop) { [weak self] in self?.assumeIsolated { $0.tellAgain() } }
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
