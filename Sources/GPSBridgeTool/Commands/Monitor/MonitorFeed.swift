internal import GPSBridge
internal import SerialPorts

/// What comes to the monitor from outside, except for signals.
enum MonitorEvent: Sendable {
  /// A receiver has told something; the number is its place among the devices.
  case told(Int, ReceiverOutput)
  /// Bytes of keys; none at the end of the terminal.
  case keys([UInt8])
}

/// The receivers that are shown, and the ears at them.
final class MonitorFeed {
  let queue: EventQueue<MonitorEvent>
  private(set) var receivers: [Receiver] = []
  private var listenings: [ReceiverListening] = []
  private let name: SourceName
  /// Ports that have a place among the devices already.
  private var known: Set<String> = []
  private var nextLook: ContinuousClock.Instant?

  /// More sticks than anybody plugs in.
  private static let most = 9
  private static let pace = Duration.seconds(1)

  init(_ name: SourceName, _ queue: EventQueue<MonitorEvent>) {
    self.name = name
    self.queue = queue
  }

  /// Opens what was named, and answers the devices to show.
  func begin() throws(Complaint) -> [MonitoredDevice] {
    switch name {
    case .automatic:
      let ports = Self.receiverPorts(SerialPortDescription.all())
      // One of several has to be named; the only one, or the first that comes, is found by itself.
      guard ports.count > 1 else {
        add(try LiveSource.open(.automatic))
        return [MonitoredDevice(source: "auto")]
      }
      return ports.prefix(Self.most).map(add)
    case .port, .simulated:
      add(try LiveSource.open(name))
      return [MonitoredDevice(source: name.device)]
    case .file, .standardInput:
      add(try RecordedSource.open(name))
      return [MonitoredDevice(source: name.shown, isRecording: true)]
    }
  }

  private func add(_ receiver: Receiver) {
    let index = receivers.count
    receivers.append(receiver)
    let queue = queue
    listenings.append(receiver.listen(sentences: true) { output, _ in queue.put(.told(index, output)) })
  }

  private func add(_ port: SerialPortDescription) -> MonitoredDevice {
    known.insert(port.key)
    let selector = port.usb == nil ? SerialPortSelector.node(port.node) : .path(port.key)
    add(Receiver.shared(selector))
    return MonitoredDevice(source: port.node)
  }

  // MARK: Ports

  /// Looks at the ports, once a second at most: for those who wait, for ids and places, and for more receivers.
  func look(_ state: inout MonitorState) {
    guard nextLook.map({ $0 <= state.now }) ?? true else { return }
    nextLook = state.now + Self.pace
    let isLive = name.isLive
    let isWaiting = state.devices.contains { device in
      if case .waitingForDevice = device.state { true } else { false }
    }
    let lacksIdentity = state.devices.contains { $0.identity.isEmpty && $0.place?.isSimulated == false }
    guard isLive, isWaiting || lacksIdentity || name == .automatic else { return }
    let ports = SerialPortDescription.all()
    state.ports = ports.map(MonitorPort.init)
    for index in state.devices.indices {
      guard let node = state.devices[index].place?.node else { continue }
      guard let port = ports.first(where: { $0.node == node }) else { continue }
      state.devices[index].identity = Self.identity(port)
      known.insert(port.key)
    }
    guard name == .automatic, receivers.count < Self.most, !isWaiting else { return }
    for port in Self.receiverPorts(ports) where !known.contains(port.key) { state.devices.append(add(port)) }
  }

  /// Ids and place of a port: `1546:01a8 · path usb-1.2`.
  private static func identity(_ port: SerialPortDescription) -> String {
    let ids = port.usb.map { "\($0.identity)" }
    // The controller in front of it says nothing to a person.
    let place = port.pathName.flatMap { name in
      name.indices.first { name[$0...].hasPrefix("usb-") }.map { "path " + name[$0...] }
    }
    return [ids, place].compactMap { $0 }.joined(separator: " · ")
  }

  private static func receiverPorts(_ ports: [SerialPortDescription]) -> [SerialPortDescription] {
    ports.filter { [.receiver, .binaryReceiver, .gateway].contains($0.classification.kind) }
  }
}
