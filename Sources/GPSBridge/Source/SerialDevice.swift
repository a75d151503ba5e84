public import Dispatch
import Locking
public import SerialPorts

/// A receiver on a serial port, named by a selector, wherever it is plugged in at the moment.
///
/// ```swift
/// let receiver = Receiver(SerialDevice(try SerialPortSelector("usb:1546:01a8")))
/// ```
///
/// It is followed through the ports that come and go: what was chosen once is recognised under another name.
/// For the receiver that a whole program shares, see ``Receiver/shared(_:)``.
public final class SerialDevice: ReceiverDevice {
  /// What names the device.
  public let selector: SerialPortSelector
  private let speed: LineSpeedKnowledge?
  private let options: OpenOptions
  private let monitor: SerialPortMonitor
  private let time: any TimeSource
  private let chooser: Guarded<SerialDeviceChooser>

  /// Names a device.
  ///
  /// - Parameters:
  ///   - selector: Which port is meant.
  ///   - speed: The speed of its line, where somebody knows better than to find it out.
  ///   - remembered: Keys of ports behind which a receiver was found before, although their ids do not tell; `auto`
  ///     takes one of them where nothing else is there.
  ///   - options: How the port is opened.
  ///   - monitor: Who tells of ports; by default the one that all share.
  ///   - time: Where time comes from.
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

  /// Where it was seen last; before that, what it was asked for by.
  public var place: DevicePlace {
    chooser.withLock { $0.chosen }.map(place(of:)) ?? DevicePlace(key: selector.description, speed: .unknown)
  }

  /// Whether a port is there now that can be chosen.
  public var isPresent: Bool {
    do throws(SerialPortSelectionError) {
      _ = try selector.resolve(among: monitor.ports)
      return true
    } catch {
      return false
    }
  }

  /// Follows the device through the ports that come and go.
  public func follow(
    on queue: DispatchQueue, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let watch = SerialDeviceWatch(queue, time, look: { [self] in look() }, change)
    watch.begin(monitor) { [chooser] event in chooser.withLock { $0.take(event) } }
    return watch
  }

  /// Opens the port at a place.
  public func open(
    _ place: DevicePlace, speed: Int?, on queue: DispatchQueue
  ) throws(LocationError) -> any ByteSource {
    // Where the speed means nothing, any is as good as the next.
    let settings = LineSettings(speed: LineSpeed(UInt32(clamping: speed ?? 9600)))
    do throws(SerialPortError) {
      let port = try SerialPort(path: place.node, settings: settings, options: options)
      return SerialSource(port, settings, on: queue, monitor)
    } catch {
      throw LocationError(error)
    }
  }

  private func look() -> DevicePresence {
    let ports = monitor.ports
    return chooser.withLock { chooser throws(Never) in
      do throws(SerialPortSelectionError) {
        let port = try chooser.choose()
        // A node that nobody has told of may be one whose news is still on the way: it is no terminal of another kind.
        guard port.devicePath.isEmpty,
          let listed = ports.first(where: { $0.node == port.node || $0.links.contains(port.node) })
        else { return .present(place(of: port)) }
        chooser.take(.appeared(listed))
        return .present(place(of: try chooser.choose()))
      } catch {
        return .absent(LocationError(error))
      }
    }
  }

  private func place(of port: SerialPortDescription) -> DevicePlace {
    DevicePlace(
      key: port.key, node: port.node, name: port.displayName,
      speed: speed ?? (port.hasNoLine ? .meaningless : .unknown))
  }
}

/// The one monitor of a program, begun when it is first needed.
enum SharedMonitor {
  static let monitor = SerialPortMonitor()
}

extension SerialPortDescription {
  /// Whether the device speaks USB itself, so that the speed that is set goes nowhere.
  ///
  /// A bridge of the same USB class has a real line behind it; only a device that is known to be a receiver counts.
  var hasNoLine: Bool {
    guard driver == "cdc_acm" else { return false }
    return switch classification.kind {
    case .receiver, .binaryReceiver, .gateway: true
    case .bridge, .modemReceiver, .other, .unknown: false
    }
  }
}
