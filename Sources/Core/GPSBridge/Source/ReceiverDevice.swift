public import GPSEventRuntime
public import SerialPorts

/// A device that a receiver can open repeatedly, as it is unplugged and plugged in again.
///
/// A device that is always present needs only ``open(_:speed:on:)`` and ``place``.
public protocol ReceiverDevice: Sendable {
  /// The device's place, if it is always present.
  var place: DevicePlace { get }

  /// Whether the device is present, as far as can be determined without opening it.
  var isPresent: Bool { get }

  /// Whether opening may take a while, as with a port whose driver talks to the device.
  ///
  /// It is then opened on a helper thread, so that the event loop is not blocked.
  var opensSlowly: Bool { get }

  /// The serial ports known to the device's monitor; returned without waiting.
  ///
  /// Empty if the device is not on a serial port.
  var knownPorts: [SerialPortDescription] { get }

  /// Whether a selector matches the device at a place reported by ``follow(on:_:)``.
  ///
  /// The default compares the place's key and node; a device that knows more can do better.
  func isMeant(by selector: SerialPortSelector, at place: DevicePlace) -> Bool

  /// Watches the device, and reports its presence on the loop, now and at each change.
  func follow(on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void) -> any DeviceWatch

  /// Opens the device at a place reported by ``follow(on:_:)``, at a speed if relevant; its bytes arrive on
  /// the loop.
  func open(_ place: DevicePlace, speed: Int?, on loop: EventLoop) throws(LocationError) -> any ByteSource
}

/// An active watch of a device's presence.
public protocol DeviceWatch: AnyObject, Sendable {
  /// Ends the watch; may be called repeatedly, and calls already on the loop may still arrive.
  func cancel()
}

extension ReceiverDevice {
  /// Always true.
  public var isPresent: Bool { true }

  /// Always false: opening does not block.
  public var opensSlowly: Bool { false }

  /// Always empty: the device is not on a serial port.
  public var knownPorts: [SerialPortDescription] { [] }

  /// Compares a path with the place's key, and a node with its node; other selectors don't match.
  public func isMeant(by selector: SerialPortSelector, at place: DevicePlace) -> Bool {
    switch selector {
    case .path(let name): name == place.key
    case .node(let path): path == place.node
    case .auto, .id, .serial, .usb: false
    }
  }

  /// Reports once that the device is present.
  public func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let place = place
    loop.async { change(.present(place)) }
    return NothingToWatch()
  }
}

/// The watch of a device whose presence never changes.
final class NothingToWatch: DeviceWatch { func cancel() {} }

/// A device that is always absent, for a given reason.
struct AbsentDevice: ReceiverDevice {
  let name: String
  let error: LocationError

  var place: DevicePlace { DevicePlace(key: name) }
  var isPresent: Bool { false }

  func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let error = error
    loop.async { change(.absent(error)) }
    return NothingToWatch()
  }

  func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource { throw error }
}
