public import Dispatch

/// What a receiver can open, again and again: it comes and goes with its cable.
///
/// A device that is always there needs ``open(_:speed:on:)`` and ``place`` only.
public protocol ReceiverDevice: Sendable {
  /// Where it is, if it is always there.
  var place: DevicePlace { get }

  /// Whether it is there now, as far as one can tell without opening it.
  var isPresent: Bool { get }

  /// Follows the device: tells on the queue where it is now, and each change from then on.
  func follow(
    on queue: DispatchQueue, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch

  /// Opens the device at a place that ``follow(on:_:)`` has told, at a speed where that means something; what it
  /// delivers, it delivers on the queue.
  func open(
    _ place: DevicePlace, speed: Int?, on queue: DispatchQueue
  ) throws(LocationError) -> any ByteSource
}

/// Somebody's wish to be told where a device is.
public protocol DeviceWatch: AnyObject, Sendable {
  /// Ends it; may be called more than once. What is under way on the queue may still arrive.
  func cancel()
}

extension ReceiverDevice {
  /// It is always there.
  public var isPresent: Bool { true }

  /// Tells that it is there, and never anything else.
  public func follow(
    on queue: DispatchQueue, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let place = place
    queue.async { change(.present(place)) }
    return NothingToWatch()
  }
}

/// The watch over a device that never moves.
final class NothingToWatch: DeviceWatch {
  func cancel() {}
}
