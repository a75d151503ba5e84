public import GPSEventRuntime
import GPSSystemCalls
public import SerialPorts

/// A receiver on a serial port, named by a selector, wherever it is plugged in.
///
/// ```swift
/// let receiver = Receiver(SerialDevice(try SerialPortSelector("usb:1546:01a8")))
/// ```
///
/// It follows the device as ports come and go: once chosen, it is recognized under a different name. For the
/// receiver that all parts of a program share, see ``Receiver/shared(_:options:)``.
public final class SerialDevice: ReceiverDevice {
  /// The selector of the device.
  public let selector: SerialPortSelector
  private let speed: KnownLineSpeed?
  private let options: OpenOptions
  private let monitor: SerialPortMonitor
  private let time: any TimeSource
  private let chooser: Guarded<SerialDeviceChooser>
  /// The last pseudo-terminal that the path led to.
  private let trace = Guarded<TerminalTrace?>(nil)

  /// Creates a device.
  ///
  /// - Parameters:
  ///   - selector: The port to use.
  ///   - speed: The speed of its line; nil to detect it.
  ///   - remembered: Keys of ports where a receiver was found before, although their ids don't show it;
  ///     `auto` uses one of them if it finds no other.
  ///   - options: The options for opening the port.
  ///   - monitor: The monitor of ports; by default the shared one.
  ///   - time: The source of time.
  public init(
    _ selector: SerialPortSelector, speed: Int? = nil, remembered: Set<String> = [],
    options: OpenOptions = OpenOptions(), monitor: SerialPortMonitor? = nil,
    time: any TimeSource = SystemTime()
  ) {
    self.selector = selector
    self.speed = speed.map { .fixed($0) }
    self.options = options
    self.monitor = monitor ?? SharedMonitor.monitor
    self.time = time
    chooser = Guarded(SerialDeviceChooser(selector, remembered: remembered))
  }

  /// The last known place; before that, the selector.
  public var place: DevicePlace {
    chooser.withLock { $0.chosen }.map(place(of:)) ?? DevicePlace(key: selector.description, speed: .unknown)
  }

  /// Whether a matching port is present.
  public var isPresent: Bool {
    do throws(SerialPortSelectionError) {
      _ = try selector.resolve(among: monitor.ports)
      return true
    } catch { return false }
  }

  /// The ports already found by the monitor.
  public var knownPorts: [SerialPortDescription] { monitor.ports }

  /// Always true: a driver may wait for the device, or for the line to drain.
  public var opensSlowly: Bool { true }

  /// Whether a selector matches the chosen port by any of its names.
  public func isMeant(by selector: SerialPortSelector, at place: DevicePlace) -> Bool {
    guard let port = chooser.withLock({ $0.chosen }), port.key == place.key else { return false }
    return selector.matches(port)
  }

  /// Watches the device as ports come and go.
  public func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let watch = SerialDeviceWatch(loop, time, path: selector.path, look: { [self] in look() }, change)
    watch.begin(monitor) { [chooser] event in chooser.withLock { $0.take(event) } }
    return watch
  }

  /// Opens the port at a place.
  public func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource {
    // If the device has no line speed, any value works.
    let settings = LineSettings(speed: LineSpeed(UInt32(clamping: speed ?? 9600)))
    try follow(place.node)
    try checkDevice(at: place)
    do throws(SerialPortError) {
      let port = try SerialPort(path: place.node, settings: settings, options: options)
      rememberFeeder(of: place.node)
      return SerialSource(port, settings, on: loop, monitor)
    } catch {
      if error.code == .noSuchDevice, TerminalTrace.isNumber(place.node) { throw .terminalGone(place.node) }
      throw LocationError(error)
    }
  }

  /// Checks that a node still belongs to the chosen USB device: the next device may get the same name.
  private func checkDevice(at place: DevicePlace) throws(LocationError) {
    guard let chosen = chooser.withLock({ $0.chosen }), chosen.node == place.node, let usb = chosen.usb,
      let now = SerialPortDescription.now(at: place.node, roots: monitor.roots), let usbNow = now.usb
    else { return }
    // Without data from udev, a serial number may be missing.
    let hasSameNumber = usbNow.serialNumber == nil || usbNow.serialNumber == usb.serialNumber
    if (usbNow.identity, usbNow.place) != (usb.identity, usb.place) || !hasSameNumber {
      throw LocationError(SerialPortSelectionError.notTheSame(now, as: chosen))
    }
  }

  /// Notes the pseudo-terminal that a path leads to; refuses a later one with the same number.
  private func follow(_ path: String) throws(LocationError) {
    guard selector.path != nil else { return }
    let earlier = trace.withLock { $0 }
    guard let found = TerminalTrace(following: path) else {
      // There is no terminal now, or the path leads to a different kind of port.
      if earlier != nil, TerminalTrace.isNumber(path) { throw .terminalGone(path) }
      return
    }
    if earlier == nil, found.isLeftBehind() {
      throw TerminalTrace.refusal(byReadersOf: path).map(LocationError.init) ?? .terminalReplaced(path)
    }
    if let earlier, !earlier.permits(found, at: path) {
      throw TerminalTrace.isNumber(path) ? .terminalGone(path) : .terminalReplaced(path)
    }
    let next = found.continued(from: earlier)
    trace.withLock { $0 = next }
  }

  /// Notes the process that feeds a pseudo-terminal: while it runs, we follow a link that it does not renew.
  private func rememberFeeder(of path: String) {
    guard selector.path != nil, !TerminalTrace.isNumber(path), var found = TerminalTrace(following: path)
    else { return }
    found.findFeeder(at: path)
    let next = found
    trace.withLock { $0 = next }
  }

  private func look() -> DevicePresence {
    let presence = lookAtPath()
    guard case .absent(var error) = presence, selector != .auto else { return presence }
    error.sought = "\(selector)"
    return .absent(error)
  }

  private func lookAtPath() -> DevicePresence {
    let presence = lookAmongPorts()
    guard let path = selector.path else { return presence }
    switch presence {
    case .present(let place):
      do throws(LocationError) {
        try follow(place.node)
        return presence
      } catch {
        // That a port is in use is reported when it is opened.
        return error.code == .deviceBusy ? presence : .absent(error)
      }
    case .absent:
      guard TerminalTrace.isNumber(path) else { return presence }
      return .absent(trace.withLock { $0 } == nil ? .noTerminal(path) : .terminalGone(path))
    }
  }

  private func lookAmongPorts() -> DevicePresence {
    let ports = monitor.ports
    return chooser.withLock { chooser throws(Never) in
      do throws(SerialPortSelectionError) {
        let port = try chooser.choose()
        // A node without a device path may be a port whose event has not arrived yet.
        guard port.devicePath.isEmpty,
          let listed = ports.first(where: { $0.node == port.node || $0.links.contains(port.node) })
        else { return .present(place(of: port)) }
        chooser.take(.appeared(listed))
        return .present(place(of: try chooser.choose()))
      } catch { return .absent(LocationError(error)) }
    }
  }

  private func place(of port: SerialPortDescription) -> DevicePlace {
    var place = DevicePlace(
      key: port.key, node: port.node, name: port.displayName,
      speed: speed ?? (port.hasNoLine ? .meaningless : .unknown))
    place.durableKey = port.durableKey
    place.comesBack = selector.path == nil || !TerminalTrace.isNumber(port.node)
    return place
  }
}

/// The program's only monitor, started when first needed.
enum SharedMonitor { static let monitor = SerialPortMonitor() }

extension SerialPortSelector {
  /// The path in the selector, if it has one.
  fileprivate var path: String? { if case .node(let path) = self { path } else { nil } }
}

extension SerialPortDescription {
  /// Whether the device has native USB, so that the speed has no effect.
  ///
  /// A bridge with the same USB class has a real line, so only known receivers count.
  var hasNoLine: Bool {
    guard driver == "cdc_acm" else { return false }
    return switch classification.kind {
    case .receiver, .binaryReceiver, .gateway: true
    case .bridge, .modemReceiver, .other, .unknown: false
    }
  }
}

/// Chooses a device's port as ports come and go: a pure value that processes their events.
///
/// The first choice is made by the selector. After that, the same device is followed under any name; a
/// different device that gets its old name is not mistaken for it.
struct SerialDeviceChooser: Sendable {
  let selector: SerialPortSelector
  /// Keys of ports where a receiver was found before, although their ids don't show it.
  let remembered: Set<String>
  /// The current ports, by their keys.
  private var ports: [String: SerialPortDescription] = [:]
  /// The device that was chosen, as it was described then.
  private(set) var chosen: SerialPortDescription?

  init(_ selector: SerialPortSelector, remembered: Set<String> = []) {
    (self.selector, self.remembered) = (selector, remembered)
  }

  mutating func take(_ event: SerialPortEvent) {
    switch event {
    case .appeared(let port): ports[port.key] = port
    case .changed(let old, let port):
      ports[old.key] = nil
      ports[port.key] = port
    case .disappeared(let port): ports[port.key] = nil
    }
  }

  /// Returns the chosen port, or throws the reason why no port is chosen.
  mutating func choose(_ roots: SystemRoots = .standard) throws(SerialPortSelectionError)
    -> SerialPortDescription
  {
    let port = try meant(roots)
    chosen = port
    return port
  }

  private func meant(_ roots: SystemRoots) throws(SerialPortSelectionError) -> SerialPortDescription {
    let all = Array(ports.values)
    if let chosen, let same = ports[chosen.key], isSame(chosen, same) { return same }
    if selector == .auto, !all.contains(where: selector.matches), let known = rememberedPort { return known }
    let found = try selector.choose(among: all, preferring: chosen?.key, roots: roots).port
    // A node is only a name: it may belong to a different device now.
    if case .node = selector, let chosen, chosen.usb != nil, !isSame(chosen, found) {
      throw SerialPortSelectionError.notTheSame(found, as: chosen)
    }
    return found
  }

  /// The remembered port, if exactly one is present.
  private var rememberedPort: SerialPortDescription? {
    let known = remembered.compactMap { ports[$0] }
    return known.count == 1 ? known[0] : nil
  }

  private func isSame(_ one: SerialPortDescription, _ other: SerialPortDescription) -> Bool {
    one.usb?.identity == other.usb?.identity && one.usb?.serialNumber == other.usb?.serialNumber
  }
}

extension SerialPortSelectionError {
  fileprivate static func notTheSame(
    _ found: SerialPortDescription, as chosen: SerialPortDescription
  ) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .unknown, found: "\(found.node) is \(found.displayName) now",
      expected: "\(chosen.displayName), which was there before, is missing", candidates: [])
  }
}
