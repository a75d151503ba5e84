internal import GPSEventRuntime
internal import GPSBridge
import GPSSystemCalls
internal import SerialPorts
internal import SimulatedGPS
internal import TerminalKit

/// Events of the monitor, except for signals.
enum MonitorEvent: Sendable {
  /// A report of a receiver, with its index among the devices.
  case told(Int, Report)
  /// Raw bytes of a receiver.
  case heard(Int, [UInt8])
  case ports([SerialPortDescription])
  /// Bytes of key presses; empty at the end of the terminal's input.
  case keys([UInt8])
  /// A remark on the playback of a recording.
  case remark(String)
}

/// The receivers on the screen, and the subscriptions to them.
final class MonitorFeed {
  let queue: EventQueue<MonitorEvent>
  private(set) var receivers: [Receiver] = []
  private var listenings: [ReceiverListening] = []
  private var chunks: [ReceiverListening] = []
  private let wantsBytes: Bool
  /// Whether only one screen is drawn, as soon as there is a position.
  private let isOnce: Bool
  let name: SourceName
  private let table: CommandTable
  private let recording: MonitorRecording?
  private let isHolding: Bool
  private var played: PlayedFile?
  /// Whether receivers are queried for their condition.
  private let asks: Bool
  private var options = ReceiverOptions()
  /// The signal that ended it; it is raised after everything is closed.
  var signal: CInt?
  /// Ports that belong to a device already.
  private var known: Set<String> = []
  private var ports: [SerialPortDescription] = []
  private let watch = PortSubscription()
  /// A failure to store a port can't be shown here.
  private var memory = WorkingPorts { _ in }

  /// Upper bound on simultaneously shown receivers.
  private static let most = 9

  init(_ name: SourceName, _ settings: MonitorSettings, _ queue: EventQueue<MonitorEvent>) {
    (self.name, table, self.queue) = (name, settings.table, queue)
    isHolding = settings.isHolding
    asks = settings.asks
    isOnce = settings.isOnce
    wantsBytes = !settings.isLine && !settings.isOnce
    recording = settings.recording.map(MonitorRecording.init)
  }

  /// Opens the named source, and returns the devices to show.
  func begin() throws(ToolError) -> [MonitoredDevice] {
    let devices = try open()
    if hasPorts { watch.begin { [queue] in queue.put(.ports($0)) } }
    return devices
  }

  /// Whether the source may be a port of this machine.
  private var hasPorts: Bool { name.isLive && !name.isSimulated }

  private var allowance: LiveSource.Allowance { asks ? .everything : .joining }

  private func open() throws(ToolError) -> [MonitoredDevice] {
    if name.isLive { options = try LiveSource.options(table, may: allowance) }
    switch name {
    case .automatic:
      let ports = Self.receiverPorts(SerialPortDescription.all())
      // Several ports are opened by name; a single port, or the first to appear, is found automatically.
      guard ports.count > 1 else {
        let device = try add(try LiveSource.open(.automatic, table, may: allowance), "auto")
        // Mark it as known while it is being opened: otherwise we would open it again and find it busy.
        known = Set(ports.map(\.key))
        return [device]
      }
      return try ports.prefix(Self.most).map { port throws(ToolError) in try add(shared(port), port.node) }
    case .simulated(let text):
      guard let several = try SimulatedSeveral.open(text) else { fallthrough }
      return try several.map { one throws(ToolError) in try add(one.receiver, one.name) }
    case .port, .network: return [try add(try LiveSource.open(name, table, may: allowance), name.device)]
    case .store: throw ToolError(notRecorded: name)
    case .file, .standardInput:
      let (receiver, file) = try RecordedSource.open(name, skipsSearch: isOnce) { [queue] in
        queue.put(.remark($0))
      }
      played = file
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

  /// The receiver on a port, which is marked as known.
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

  /// Stores a port that works.
  func remember(_ report: Report, from index: Int, utcSeconds: Double) {
    memory.take(report, of: receivers[index], index, at: utcSeconds)
  }

  // MARK: - Recording

  /// Continues the recording, and returns its note; empty without a recording.
  func record(at now: ContinuousClock.Instant) -> String {
    recording?.tick(at: now)
    return recording?.note ?? ""
  }

  /// Closes the recording after all ports are stored; throws if a played one was not completely readable.
  func finish() throws(ToolError) {
    memory.finish()
    watch.end()
    for listening in listenings { listening.cancel() }
    for listening in chunks { listening.cancel() }
    try recording?.finish()
    if let complaint = played?.complaint(name.shown) { throw complaint }
  }

  // MARK: - Ports

  func take(_ ports: [SerialPortDescription], _ state: inout MonitorState) {
    self.ports = ports
    state.ports = ports.map(MonitorPort.init)
    look(&state)
  }

  /// Lists the ports directly, for a single screen that can't wait for events.
  func lookNow(_ state: inout MonitorState) {
    guard hasPorts else { return }
    take(SerialPortDescription.all(), &state)
  }

  /// Updates the ids and places of the devices from the known ports, and adds new receivers.
  ///
  /// It does not list the ports: that takes half a second on a small machine, and would stop the screen.
  func look(_ state: inout MonitorState) {
    let isWaiting = state.devices.contains { device in
      if case .waitingForDevice = device.state { true } else { false }
    }
    for index in state.devices.indices {
      guard let node = state.devices[index].place?.node else { continue }
      // A link's name does not show whether a program feeds the port.
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
    // The controller at the beginning of the path means nothing to a person.
    let place = port.pathName.flatMap { name in
      name.indices.first { name[$0...].hasPrefix("usb-") }.map { "path " + name[$0...] }
    }
    return [ids, place].compactMap { $0 }.joined(separator: " · ")
  }

  private static func receiverPorts(_ ports: [SerialPortDescription]) -> [SerialPortDescription] {
    ports.filter { [.receiver, .binaryReceiver, .gateway].contains($0.classification.kind) }
  }
}

/// Reports the list of serial ports at the start and on each change, on the loop.
private final class PortSubscription: Sendable {
  private struct Watch: Sendable {
    var monitor: SerialPortMonitor
    var observation: SerialPortObservation
  }

  private let watch = Guarded<Watch?>(nil)

  /// Starts watching and returns at once: listing the ports takes half a second on a small machine.
  func begin(_ tell: @escaping @Sendable ([SerialPortDescription]) -> Void) {
    EventLoop.shared.offload({ SerialPortMonitor() }) { [watch] monitor in
      // Without ports, no event arrives.
      tell(monitor.ports)
      let observation = monitor.observe(on: .shared) { [weak monitor] _ in
        if let monitor { tell(monitor.ports) }
      }
      watch.withLock { $0 = Watch(monitor: monitor, observation: observation) }
    }
  }

  /// Stops the reports.
  func end() {
    let last = watch.withLock { watch in
      defer { watch = nil }
      return watch
    }
    last?.observation.cancel()
  }
}
