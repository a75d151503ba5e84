public import Dispatch

/// Where a device is now, and what is known of it before it is opened.
public struct DevicePlace: Sendable, Hashable {
  /// What stays when the device is unplugged and comes back: for a serial port its USB path.
  public var key: String
  /// What it is opened by now, such as `/dev/ttyACM0`; it may be another one after each plugging.
  public var node: String
  /// What a person calls it.
  public var name: String
  /// Whether it must be told how fast to read.
  public var speed: LineSpeedKnowledge
  /// Whether a program makes up what it says, or a recording brings it back.
  public var isSimulated: Bool
  /// Whether it is a recording, which ends by itself and has no plug.
  public var isRecording = false

  /// Describes a place.
  public init(
    key: String, node: String? = nil, name: String? = nil, speed: LineSpeedKnowledge = .meaningless,
    isSimulated: Bool = false
  ) {
    self.key = key
    self.node = node ?? key
    self.name = name ?? self.node
    self.speed = speed
    self.isSimulated = isSimulated
  }

  /// The source that locations from this device name.
  public var source: SourceInfo {
    SourceInfo(deviceID: key, isSimulatedBySoftware: isSimulated, isProducedByAccessory: !isSimulated)
  }
}

/// What is known of the speed of a device's line.
public enum LineSpeedKnowledge: Sendable, Hashable {
  /// There is no line, or any speed will do: a file, a simulated receiver, a receiver with USB of its own.
  case meaningless
  /// It must be found out.
  case unknown
  /// Somebody said so, in bits a second.
  case fixed(Int)
}

/// Whether a device can be opened now.
public enum DevicePresence: Sendable, Hashable {
  /// It can be tried, at this place.
  case present(DevicePlace)
  /// It cannot; the error says what was looked for and what was found.
  case absent(LocationError)
}

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

/// A device that cannot be there, and why.
struct AbsentDevice: ReceiverDevice {
  let name: String
  let error: LocationError

  var place: DevicePlace { DevicePlace(key: name) }
  var isPresent: Bool { false }

  func follow(
    on queue: DispatchQueue, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let error = error
    queue.async { change(.absent(error)) }
    return NothingToWatch()
  }

  func open(
    _ place: DevicePlace, speed: Int?, on queue: DispatchQueue
  ) throws(LocationError) -> any ByteSource { throw error }
}
