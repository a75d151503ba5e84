/// The current place of a device, and what is known before it is opened.
public struct DevicePlace: Sendable, Hashable {
  /// The name that persists across unplugging; for a serial port, its USB path.
  public var key: String
  /// The name that follows the device to another socket; nil if only its place is known.
  public var durableKey: String?
  /// The node to open, such as `/dev/ttyACM0`; it may change with each plug-in.
  public var node: String
  /// The device's name for users.
  public var name: String
  /// The speed of its line, if relevant.
  public var speed: KnownLineSpeed
  /// Whether its data currently comes from a simulation or a recording rather than a real receiver.
  public var isSimulated: Bool
  /// Whether the device is a recording, which ends and cannot be unplugged.
  public var isRecording = false
  /// Whether the device can come back after disappearing; a pseudo-terminal named by its number cannot.
  public var comesBack = true
  /// Whether the device accepts bytes; a receiver that belongs to a server on the network does not.
  public var takesCommands = true

  /// Creates a place.
  public init(
    key: String, node: String? = nil, name: String? = nil, speed: KnownLineSpeed = .meaningless,
    isSimulated: Bool = false
  ) {
    self.key = key
    self.node = node ?? key
    self.name = name ?? self.node
    (self.speed, self.isSimulated) = (speed, isSimulated)
  }

  /// The source information for locations from this device.
  public var source: SourceInfo {
    SourceInfo(deviceID: key, isSimulatedBySoftware: isSimulated, isProducedByAccessory: !isSimulated)
  }
}

/// The known facts about the speed of a device's line.
public enum KnownLineSpeed: Sendable, Hashable {
  /// The device has no line, or accepts any speed: a file, a simulated receiver, or native USB.
  case meaningless
  /// The speed must be detected.
  case unknown
  /// The speed is given, in bits per second.
  case fixed(Int)
}

/// Whether a device can be opened now.
public enum DevicePresence: Sendable, Hashable {
  /// The device can be opened at this place.
  case present(DevicePlace)
  /// The device cannot be opened; the error describes what was expected and what was found.
  case absent(LocationError)
}
