internal import GPSEventRuntime
internal import Glibc
import GPSSystemCalls
public import SerialPorts

extension Receiver {
  /// The receiver that all parts of this program share for a device.
  ///
  /// All callers that name the same port, by any selector, get the same object, so that two parts of a
  /// program never lock each other out. It lives as long as something holds it or subscribes to it.
  ///
  /// ```swift
  /// let mine = Receiver.shared(.usb(vendor: 0x1546, product: 0x01A8))
  /// let yours = Receiver.shared(.node("/dev/ttyACM0"))       // the same one, if that is where it is
  /// ```
  ///
  /// The first caller's options apply: a receiver that is already shared is not changed.
  ///
  /// For a selector that matches nothing yet, the receiver waits. Its port is not known, so until the device
  /// appears, another selector for the same port returns a different receiver.
  public static func shared(
    _ selector: SerialPortSelector = .auto, options: ReceiverOptions = ReceiverOptions()
  ) -> Receiver { SharedReceivers.all.receiver(for: selector, options) }

  /// The receiver that all parts of this program share for a device, with modified options.
  ///
  /// ```swift
  /// let receiver = Receiver.shared(.auto) { $0.profile = [Setting.model(.automotive)] }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: The port to use.
  ///   - configure: A closure that changes the default options. They apply as in ``shared(_:options:)``.
  /// - Returns: The one receiver of that device.
  public static func shared(
    _ selector: SerialPortSelector = .auto, configure: (inout ReceiverOptions) -> Void
  ) -> Receiver {
    var options = ReceiverOptions()
    configure(&options)
    return shared(selector, options: options)
  }

  /// The default receiver of the program.
  ///
  /// The environment variable `GPSBRIDGE_SOURCE` names it, in the syntax of ``shared(named:options:)``.
  /// Without the variable, it is the receiver that is plugged in. With an invalid name, this receiver waits
  /// forever, and its state has the error.
  ///
  /// It is created at first use, and opens nothing until it has a consumer.
  public static let `default` = ofEnvironment(
    unsafe getenv("GPSBRIDGE_SOURCE").map { unsafe String(cString: $0) })

  /// The receiver that all parts of this program share for a source, named by text.
  ///
  /// `auto`, `/dev/…`, `id:…`, `path:…`, `serial:…` and `usb:VVVV:PPPP` name serial ports;
  /// a program adds other schemes, as `Simulation.register()` adds `sim:`.
  ///
  /// The first caller's options apply: a receiver that is already shared is not changed.
  public static func shared(
    named text: String, options: ReceiverOptions = ReceiverOptions()
  ) throws(LocationError) -> Receiver {
    switch try NamedSource(text) {
    case .serial(let selector): return shared(selector, options: options)
    case .other(let scheme, let name): return try NamedReceivers.all.receiver(text, scheme, name, options)
    }
  }

  static func ofEnvironment(_ text: String?) -> Receiver {
    guard let text, !text.isEmpty else { return shared(.auto) }
    do throws(LocationError) { return try shared(named: text) } catch {
      var error = error
      error.remedy = "Set GPSBRIDGE_SOURCE to a source, or unset it."
      return Receiver(AbsentDevice(name: text, error: error))
    }
  }

  /// Like ``init(_:time:options:on:)``, for a device that is known only as `any ReceiverDevice`.
  convenience init(opening device: any ReceiverDevice, _ options: ReceiverOptions) {
    self.init(device, options: options)
  }
}

/// The receivers of this program that are still in use, with their selectors.
final class SharedReceivers: Sendable {
  private struct Entry {
    let selector: SerialPortSelector
    weak var receiver: Receiver?
    let device: SerialDevice
  }

  static let all = SharedReceivers()

  private let entries = Guarded<[Entry]>([])

  func receiver(
    for selector: SerialPortSelector, _ options: ReceiverOptions = ReceiverOptions(),
    among ports: [SerialPortDescription] = SharedMonitor.monitor.ports
  ) -> Receiver {
    let key = try? selector.resolve(among: ports).key
    return entries.withLock { entries in
      entries.removeAll { $0.receiver == nil }
      let known = entries.first { entry in
        entry.selector == selector || key.map { $0 == entry.device.place.key } ?? false
      }
      if let receiver = known?.receiver { return receiver }
      let device = SerialDevice(selector, remembered: options.ports.keys(among: ports))
      let receiver =
        selector == .auto && options.joinsGPSD && options.reconnect == .always
        ? Receiver(AutomaticDevice(device), options: options) : Receiver(device, options: options)
      entries.append(Entry(selector: selector, receiver: receiver, device: device))
      return receiver
    }
  }
}

/// The receivers of sources other than serial ports, while they are in use.
private final class NamedReceivers: Sendable {
  private struct Entry { weak var receiver: Receiver? }

  static let all = NamedReceivers()

  private let entries = Guarded<[String: Entry]>([:])

  func receiver(
    _ text: String, _ scheme: String, _ name: String, _ options: ReceiverOptions
  ) throws(LocationError) -> Receiver {
    if let known = entries.withLock({ $0[text]?.receiver }) { return known }
    guard let make = ReceiverSources.maker(of: scheme) else {
      throw LocationError(.malformedSource, "nothing is registered for \(scheme):")
    }
    // Call the user's maker outside the lock; if two threads do so at once, the first receiver stays.
    let made = Receiver(opening: try make(name), options)
    return entries.withLock { entries in
      if let known = entries[text]?.receiver { return known }
      entries = entries.filter { $0.value.receiver != nil }
      entries[text] = Entry(receiver: made)
      return made
    }
  }
}
