internal import CommandLineTable
internal import GPSDelivery
internal import GPSEventRuntime
internal import GPSBridge
import GPSSystemCalls
internal import MonitorScreen
internal import SerialPorts
internal import TerminalKit
internal import ToolSources

/// Events of the monitor, except for signals.
enum MonitorEvent: Sendable {
  /// A report of a receiver; the number is its place among the devices.
  case told(Int, Report)
  /// Raw bytes of a receiver.
  case heard(Int, [UInt8])
  /// The serial ports that there are now.
  case ports([SerialPortDescription])
  /// Bytes of keys; none at the end of the terminal.
  case keys([UInt8])
  /// A remark on how a recording is played.
  case remark(String)
}

/// The receivers that are shown, and the subscriptions to them.
final class MonitorFeed {
  let queue: EventQueue<MonitorEvent>
  private(set) var receivers: [Receiver] = []
  private var listenings: [ReceiverListening] = []
  private var chunks: [ReceiverListening] = []
  /// Whether the screen shows bytes.
  private let wantsBytes: Bool
  /// Whether one screen is drawn, as soon as there is a position.
  private let isOnce: Bool
  private let name: SourceName
  private let recording: MonitorRecording?
  private let isHolding: Bool
  /// Whether receivers are asked for their condition.
  private let asks: Bool
  /// How receivers are opened that are found one by one.
  private var options = ReceiverOptions()
  /// The signal that ended it; it is used after everything is closed.
  var signal: CInt?
  /// Ports that have a place among the devices already.
  private var known: Set<String> = []
  /// The serial ports as last reported.
  private var ports: [SerialPortDescription] = []
  private let watch = PortSubscription()
  /// Receivers whose ports were remembered since they were opened.
  private var remembered: Set<Int> = []
  private let memory = OrderedWork()

  /// Upper bound on simultaneously shown receivers.
  private static let most = 9

  init(_ name: SourceName, _ settings: MonitorSettings, _ queue: EventQueue<MonitorEvent>) {
    self.name = name
    self.queue = queue
    isHolding = settings.isHolding
    asks = settings.asks
    isOnce = settings.isOnce
    wantsBytes = !settings.isLine && !settings.isOnce
    recording = settings.recording.map(MonitorRecording.init)
  }

  /// Opens the named source, and returns the devices to show.
  func begin() throws(ToolError) -> [MonitoredDevice] {
    let devices = try open()
    if name.isLive, !name.isSimulated { watch.begin { [queue] in queue.put(.ports($0)) } }
    return devices
  }

  private func open() throws(ToolError) -> [MonitoredDevice] {
    let allowance: LiveSource.Allowance = asks ? .everything : .joining
    if name.isLive { options = try LiveSource.options(may: allowance) }
    switch name {
    case .automatic:
      let ports = Self.receiverPorts(SerialPortDescription.all())
      // One of several has to be named; a single one, or the first to come, is found automatically.
      guard ports.count > 1 else {
        let device = try add(try LiveSource.open(.automatic, may: allowance), "auto")
        // Mark it as known while it is being opened: a second opening would find the port busy, by ourselves.
        known = Set(ports.map(\.key))
        return [device]
      }
      return try ports.prefix(Self.most).map { port throws(ToolError) in try add(shared(port), port.node) }
    case .simulated(let text):
      guard let several = try SimulatedSeveral.open(text) else { fallthrough }
      return try several.map { one throws(ToolError) in try add(one.receiver, one.name) }
    case .port, .network: return [try add(try LiveSource.open(name, may: allowance), name.device)]
    case .file, .standardInput:
      let receiver = try RecordedSource.open(name, skipsSearch: isOnce) { [queue] in queue.put(.remark($0)) }
      return [try add(receiver, name.shown, isRecording: true)]
    }
  }

  private func add(
    _ receiver: Receiver, _ source: String, isRecording: Bool = false
  ) throws(ToolError) -> MonitoredDevice {
    listen(receiver, try recording?.add(receiver, source))
    return MonitoredDevice(source: source, isRecording: isRecording, isHolding: isHolding)
  }

  private func listen(_ receiver: Receiver, _ witness: MonitorRecording.Witness?) {
    let index = receivers.count
    receivers.append(receiver)
    let queue = queue
    listenings.append(
      receiver.onReport(including: .sentences) { report in
        witness?(report)
        queue.put(.told(index, report))
      })
    guard wantsBytes else { return }
    chunks.append(receiver.onBytes { bytes, _ in queue.put(.heard(index, bytes)) })
  }

  /// The receiver behind a port, which counts as one of the devices from now on.
  private func shared(_ port: SerialPortDescription) -> Receiver {
    known.insert(port.key)
    let selector = port.usb == nil ? SerialPortSelector.node(port.node) : .path(port.key)
    var options = options
    guard ReadingRules.strictness != .standard else { return Receiver.shared(selector, options: options) }
    options.strictness = ReadingRules.strictness
    return Receiver(SerialDevice(selector), options: options)
  }

  private func addLater(_ port: SerialPortDescription) -> MonitoredDevice {
    let receiver = shared(port)
    listen(receiver, recording?.addLater(receiver, port.node))
    return MonitoredDevice(source: port.node, isHolding: isHolding)
  }

  /// Remembers a port that has spoken, once after each opening; a failure cannot be shown here.
  func remember(_ report: Report, from index: Int, utcSeconds: Double) {
    switch report {
    case .event(let event): if case .opened = event.kind { remembered.remove(index) }
    case .epoch where remembered.insert(index).inserted:
      // On a helper thread: listing all ports takes a small machine half a second, and the screen must go on.
      memory.add { [place = receivers[index].place, dialect = receivers[index].dialect] in
        _ = PortMemory.remember(place, dialect, at: utcSeconds)
      }
    default: break
    }
  }

  // MARK: A recording beside it

  /// Writes the recording on, and returns its note; empty if nothing is recorded.
  func record(at now: ContinuousClock.Instant) -> String {
    recording?.tick(at: now)
    return recording?.note ?? ""
  }

  /// Closes the recording, after all ports are remembered.
  func finish() throws(ToolError) {
    memory.finish()
    watch.end()
    for listening in listenings { listening.cancel() }
    for listening in chunks { listening.cancel() }
    try recording?.finish()
  }

  // MARK: Ports

  /// Takes the list of ports that has come.
  func take(_ ports: [SerialPortDescription], _ state: inout MonitorState) {
    self.ports = ports
    state.ports = ports.map(MonitorPort.init)
    look(&state)
  }

  /// Lists the ports itself, for a screen that is drawn once and cannot wait for events.
  func lookNow(_ state: inout MonitorState) {
    guard name.isLive, !name.isSimulated else { return }
    take(SerialPortDescription.all(), &state)
  }

  /// Finds ids and places of the devices among the known ports, and more receivers.
  ///
  /// It does not list the ports: that takes a small machine half a second, and the screen would stand still.
  func look(_ state: inout MonitorState) {
    let isWaiting = state.devices.contains { device in
      if case .waitingForDevice = device.state { true } else { false }
    }
    for index in state.devices.indices {
      guard let node = state.devices[index].place?.node else { continue }
      // A link's own name does not tell.
      state.devices[index].isFedByProgram = Kernel.node(node)?.isPseudoTerminal == true
      guard let port = ports.first(where: { $0.node == node }) else { continue }
      state.devices[index].identity = Self.identity(port)
      known.insert(port.key)
    }
    guard name == .automatic, receivers.count < Self.most, !isWaiting else { return }
    for port in Self.receiverPorts(ports) where !known.contains(port.key) {
      state.devices.append(addLater(port))
    }
  }

  /// Ids and place of a port: `1546:01a8 · path usb-1.2`.
  private static func identity(_ port: SerialPortDescription) -> String {
    let ids = port.usb.map { "\($0.identity)" }
    // The controller at its beginning says nothing to a person.
    let place = port.pathName.flatMap { name in
      name.indices.first { name[$0...].hasPrefix("usb-") }.map { "path " + name[$0...] }
    }
    return [ids, place].compactMap { $0 }.joined(separator: " · ")
  }

  private static func receiverPorts(_ ports: [SerialPortDescription]) -> [SerialPortDescription] {
    ports.filter { [.receiver, .binaryReceiver, .gateway].contains($0.classification.kind) }
  }
}

/// The list of serial ports, told at the beginning and whenever it changes, on the loop.
private final class PortSubscription: Sendable {
  private struct Watch: Sendable {
    var monitor: SerialPortMonitor
    var observation: SerialPortObservation
  }

  private let watch = Guarded<Watch?>(nil)

  /// Begins to watch, and returns at once: listing all ports takes a small machine half a second.
  func begin(_ tell: @escaping @Sendable ([SerialPortDescription]) -> Void) {
    EventLoop.shared.offload({ SerialPortMonitor() }) { [watch] monitor in
      // No event comes if there is no port.
      tell(monitor.ports)
      let observation = monitor.observe(on: .shared) { [weak monitor] _ in
        if let monitor { tell(monitor.ports) }
      }
      watch.withLock { $0 = Watch(monitor: monitor, observation: observation) }
    }
  }

  /// Tells no more.
  func end() {
    let last = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    last?.observation.cancel()
  }
}
