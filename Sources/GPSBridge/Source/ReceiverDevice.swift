public import GPSEventRuntime
public import SerialPorts

/// The place of a device now, and the facts known before it is opened.
public struct DevicePlace: Sendable, Hashable {
  /// The name that stays when the device is unplugged and comes back: for a serial port its USB path.
  public var key: String
  /// The node that opens it now, such as `/dev/ttyACM0`; it may change with each plugging.
  public var node: String
  /// The device's name for people.
  public var name: String
  /// The speed of its line, if there is one that matters.
  public var speed: LineSpeedKnowledge
  /// Whether its data do not come from a real receiver now, but from a simulation or a recording.
  public var isSimulated: Bool
  /// Whether it is a recording, which ends by itself and has no plug.
  public var isRecording = false
  /// Whether it can come back after it has gone; a pseudo-terminal that was named by its number cannot.
  public var comesBack = true
  /// Whether something can be sent to it; nothing can to the receiver of a server on the network, whose it is.
  public var takesCommands = true

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

  /// The source information that locations from this device carry.
  public var source: SourceInfo {
    SourceInfo(deviceID: key, isSimulatedBySoftware: isSimulated, isProducedByAccessory: !isSimulated)
  }
}

/// The knowledge about the speed of a device's line.
public enum LineSpeedKnowledge: Sendable, Hashable {
  /// There is no line, or any speed will do: a file, a simulated receiver, a receiver with its own USB.
  case meaningless
  /// It must be detected.
  case unknown
  /// It was given, in bits per second.
  case fixed(Int)
}

/// Whether a device can be opened now.
public enum DevicePresence: Sendable, Hashable {
  /// It can be tried, at this place.
  case present(DevicePlace)
  /// It cannot; the error says what was expected and what was found.
  case absent(LocationError)
}

/// A device that a receiver can open again and again: it comes and goes with its cable.
///
/// A device that is always there needs ``open(_:speed:on:)`` and ``place`` only.
public protocol ReceiverDevice: Sendable {
  /// The device's place, if it is always there.
  var place: DevicePlace { get }

  /// Whether it is there now, as far as can be told without opening it.
  var isPresent: Bool { get }

  /// Whether opening it may take a while, as that of a port does whose driver talks to the device.
  ///
  /// It is opened on a thread of its own then, and all that lives on the loop goes on meanwhile.
  var opensSlowly: Bool { get }

  /// The serial ports that the device can be told apart from, as its monitor knows them; returned at once.
  ///
  /// Empty if the device is on no serial port.
  var knownPorts: [SerialPortDescription] { get }

  /// Whether a selector means the device at a place that ``follow(on:_:)`` has told.
  ///
  /// By the place's key and its node, unless the device knows more of itself.
  func isMeant(by selector: SerialPortSelector, at place: DevicePlace) -> Bool

  /// Follows the device: tells its presence on the loop, now and at each change.
  func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch

  /// Opens the device at a place that ``follow(on:_:)`` has told, at a speed if that means something; its bytes arrive
  /// on the loop.
  func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource
}

/// A running watch over a device's presence.
public protocol DeviceWatch: AnyObject, Sendable {
  /// Ends it; may be called more than once. Calls already on the loop may still arrive.
  func cancel()
}

extension ReceiverDevice {
  /// It is always there.
  public var isPresent: Bool { true }

  /// It is opened at once.
  public var opensSlowly: Bool { false }

  /// None: it is on no serial port.
  public var knownPorts: [SerialPortDescription] { [] }

  /// A path is the key of its place, a node is its node; more is not known of it.
  public func isMeant(by selector: SerialPortSelector, at place: DevicePlace) -> Bool {
    switch selector {
    case .path(let name): name == place.key
    case .node(let path): path == place.node
    case .auto, .id, .serial, .usb: false
    }
  }

  /// Tells once that it is there.
  public func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    let place = place
    loop.async { change(.present(place)) }
    return NothingToWatch()
  }
}

extension Receiver {
  /// The serial ports that its device can be told apart from, as its monitor knows them; returned at once.
  public var knownPorts: [SerialPortDescription] { engine.device.knownPorts }
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
