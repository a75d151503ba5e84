import Locking
public import SerialPorts

extension Receiver {
  /// The receiver that everybody in this program shares for a device.
  ///
  /// Whoever asks for the same port, by whatever selector, gets the same object: two parts of a program never lock each
  /// other out. It lives as long as somebody holds it or listens.
  ///
  /// ```swift
  /// let mine = Receiver.shared(.usb(vendor: 0x1546, product: 0x01A8))
  /// let yours = Receiver.shared(.node("/dev/ttyACM0"))       // the same one, if that is where it is
  /// ```
  ///
  /// The options are those of the first who asks: a receiver that others hold already stays as it is.
  ///
  /// A selector that means nothing yet is a receiver that waits; what it will turn out to be is not known then, so that
  /// another selector for the same port is another receiver until its device has been seen.
  public static func shared(
    _ selector: SerialPortSelector = .auto, options: ReceiverOptions = ReceiverOptions()
  ) -> Receiver {
    SharedReceivers.all.receiver(for: selector, options)
  }
}

/// The receivers of this program that are still held, by what they were asked for.
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
      let receiver = Receiver(device, options: options)
      entries.append(Entry(selector: selector, receiver: receiver, device: device))
      return receiver
    }
  }
}
