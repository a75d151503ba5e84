internal import GPSEventRuntime
internal import Glibc
import GPSSystemCalls
public import SerialPorts

extension Receiver {
  /// The receiver that everybody in this program shares for a device.
  ///
  /// Everyone who asks for the same port, by whatever selector, gets the same object, so that two parts of a program
  /// never lock each other out. It lives as long as somebody holds it or listens.
  ///
  /// ```swift
  /// let mine = Receiver.shared(.usb(vendor: 0x1546, product: 0x01A8))
  /// let yours = Receiver.shared(.node("/dev/ttyACM0"))       // the same one, if that is where it is
  /// ```
  ///
  /// The first caller's options count: a receiver that others already hold stays as it is.
  ///
  /// A selector that matches nothing yet gives a receiver that waits. Its port is not known then, so another selector
  /// for the same port gives another receiver until the device has been seen.
  public static func shared(
    _ selector: SerialPortSelector = .auto, options: ReceiverOptions = ReceiverOptions()
  ) -> Receiver {
    SharedReceivers.all.receiver(for: selector, options)
  }

  /// The receiver that everybody in this program shares for a device, with some options of its own.
  ///
  /// ```swift
  /// let receiver = Receiver.shared(.auto) { $0.profile = [.model(.automotive)] }
  /// ```
  ///
  /// - Parameters:
  ///   - selector: Which port is meant.
  ///   - configure: A closure that changes the usual options. They count as in ``shared(_:options:)``.
  /// - Returns: The one receiver of that device.
  public static func shared(
    _ selector: SerialPortSelector = .auto, configure: (inout ReceiverOptions) -> Void
  ) -> Receiver {
    var options = ReceiverOptions()
    configure(&options)
    return shared(selector, options: options)
  }
}

/// The receivers of this program that are still held, by their selectors.
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

extension Receiver {
  /// The receiver that a program has unless it says otherwise.
  ///
  /// The variable `GPSBRIDGE_SOURCE` of the environment names it, in the words that ``shared(named:options:)`` takes;
  /// without it, it is the receiver that is plugged in. With a faulty name, this receiver waits for ever, and its
  /// state says what is wrong.
  ///
  /// It is made at the first use, and opens nothing until somebody listens.
  public static let `default` = ofEnvironment(
    unsafe getenv("GPSBRIDGE_SOURCE").map { unsafe String(cString: $0) })

  /// The receiver that everybody in this program shares for a source, by a line of text.
  ///
  /// `auto`, `/dev/…`, `id:…`, `path:…`, `serial:…` and `usb:VVVV:PPPP` name serial ports; what else there is, has been
  /// registered in ``ReceiverSources``.
  ///
  /// The options are those of the first who asks: a receiver that others hold already stays as it is.
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
    do throws(LocationError) {
      return try shared(named: text)
    } catch {
      var error = error
      error.remedy = "Set GPSBRIDGE_SOURCE to a source, or unset it."
      return Receiver(AbsentDevice(name: text, error: error))
    }
  }
}

/// The receivers of sources other than serial ports, as long as somebody holds them.
private final class NamedReceivers: Sendable {
  private struct Entry {
    weak var receiver: Receiver?
  }

  static let all = NamedReceivers()

  private let entries = Guarded<[String: Entry]>([:])

  func receiver(
    _ text: String, _ scheme: String, _ name: String, _ options: ReceiverOptions
  ) throws(LocationError) -> Receiver {
    if let known = entries.withLock({ $0[text]?.receiver }) { return known }
    guard let make = ReceiverSources.maker(of: scheme) else {
      throw LocationError(.malformedSource, "nothing is registered for \(scheme):")
    }
    // Made outside the lock, since the maker is the user's; of two that were made at once, the first stays.
    let made = Receiver(opening: try make(name), options)
    return entries.withLock { entries in
      if let known = entries[text]?.receiver { return known }
      entries = entries.filter { $0.value.receiver != nil }
      entries[text] = Entry(receiver: made)
      return made
    }
  }
}

extension Receiver {
  /// As ``init(_:time:options:)``, for a device of which only that is known.
  convenience init(opening device: any ReceiverDevice, _ options: ReceiverOptions) {
    self.init(device, options: options)
  }
}
