import GPSSystemCalls

/// The serial ports that are there, and how that is known.
public struct SerialPortList: Sendable, Hashable {
  /// The ports in the order of their places.
  ///
  /// USB ports, and soldered ones with real hardware; never consoles, never pseudo-terminals.
  public var ports: [SerialPortDescription]
  /// The source that was asked.
  public var source: SerialPortSource

  /// Looks once.
  ///
  /// To learn of what comes and goes afterwards, ``SerialPortMonitor`` looks and stays:
  /// between a listing and a monitor that is made later, a port may slip through.
  public static func current(roots: SystemRoots = .standard) -> SerialPortList {
    let source = SerialPortSource.available(in: roots)
    if source == .udev {
      if let udev = Udev() { return SerialPortList(ports: udev.ports(roots), source: source) }
      let reason = "libudev has no memory to work with"
      return SerialPortList(ports: roots.ports(), source: .deviceFolder(reason: reason))
    }
    return SerialPortList(ports: roots.ports(), source: source)
  }
}

extension SerialPortDescription {
  /// All serial ports that are there now, in the order of their places.
  public static func all() -> [SerialPortDescription] { SerialPortList.current().ports }
}

extension SystemRoots {
  /// The ports as the kernel's tree has them.
  func ports() -> [SerialPortDescription] {
    let reader = PortReader(roots: self)
    return Kernel.names(in: sysfs + "/class/tty").filter(PortNames.isPlausible).compactMap { name in
      SysfsDevice(root: sysfs, terminal: name).flatMap { reader.describe($0) }
    }.inOrder
  }
}

extension Udev {
  /// The ports as udev has them.
  func ports(_ roots: SystemRoots) -> [SerialPortDescription] {
    let reader = PortReader(roots: roots)
    let plausible = terminals().filter { path in
      path.split(separator: "/").last.map { PortNames.isPlausible(String($0)) } ?? false
    }
    return plausible.compactMap { path in
      guard let device = device(at: path) else { return nil }
      return reader.describe(SysfsDevice(root: roots.sysfs, path: device.path), udev: device.facts)
    }.inOrder
  }
}

extension [SerialPortDescription] {
  /// In the order of their places, the tenth port behind the second.
  var inOrder: [SerialPortDescription] {
    sorted { left, right in
      left.key == right.key ? left.node < right.node : NaturalOrder.isBefore(left.key, right.key)
    }
  }
}

/// The source of the knowledge about ports.
public enum SerialPortSource: Sendable, Hashable {
  /// The udev daemon tells, after its rules have run.
  case udev
  /// There is no udev here, as in most containers: `/dev` is watched and `/sys` is read.
  ///
  /// The additions of udev's rules are missing then: a modem's GPS port cannot be told from its others.
  case deviceFolder(reason: String)

  /// The best source that is available under these roots.
  static func available(in roots: SystemRoots) -> SerialPortSource {
    let standard = SystemRoots.standard
    guard roots.devices == standard.devices, roots.sysfs == standard.sysfs else {
      return .deviceFolder(reason: "the devices of \(roots.devices) were asked for")
    }
    let socket = roots.udev + "/control"
    guard Kernel.exists(socket) else {
      return .deviceFolder(reason: "there is no udev daemon: \(socket) is missing")
    }
    return .udev
  }
}

extension SerialPortSource: CustomStringConvertible {
  /// The source in words.
  public var description: String {
    switch self {
    case .udev: "udev"
    case .deviceFolder(let reason): "the folder of devices, because \(reason)"
    }
  }
}

/// The three folders in which Linux shows its devices.
///
/// They are parameters so that a test can build a small system of its own in a temporary folder, and a
/// container can say where it has mounted the host's:
///
/// ```swift
/// let roots = SystemRoots(devices: "/host/dev", sysfs: "/host/sys")
/// for port in SerialPortList.current(roots: roots).ports { print(port.node) }
/// ```
///
/// libudev knows only the standard places. Anywhere else the folders are read without it.
public struct SystemRoots: Sendable, Hashable {
  /// The folder of device nodes.
  public var devices: String
  /// The mount point of sysfs, the kernel's device tree.
  public var sysfs: String
  /// The folder in which the udev daemon keeps its socket.
  public var udev: String

  /// The places that every Linux has.
  public static let standard = SystemRoots()

  /// Names the folders, without a slash at the end.
  public init(devices: String = "/dev", sysfs: String = "/sys", udev: String = "/run/udev") {
    self.devices = devices
    self.sysfs = sysfs
    self.udev = udev
  }
}
