import GPSSystemCalls

/// The available serial ports, and the source of the listing.
public struct SerialPortList: Sendable, Hashable {
  /// The ports, ordered by place.
  ///
  /// USB ports, and built-in ports with real hardware; never consoles or pseudo-terminals.
  public var ports: [SerialPortDescription]
  /// The source of the listing.
  public var source: SerialPortSource

  /// Lists the ports once.
  ///
  /// To follow later changes, use ``SerialPortMonitor`` alone: a port may appear between a listing and the
  /// creation of a monitor, and would be missed.
  public static func current() -> SerialPortList { current(roots: .standard) }

  package static func current(roots: SystemRoots) -> SerialPortList {
    let source = SerialPortSource.available(in: roots)
    if source == .udev {
      if let udev = Udev() { return SerialPortList(ports: udev.ports(roots), source: source) }
      let reason = "libudev can't allocate memory"
      return SerialPortList(ports: roots.ports(), source: .deviceFolder(reason: reason))
    }
    return SerialPortList(ports: roots.ports(), source: source)
  }
}

extension SerialPortDescription {
  /// Returns all current serial ports, ordered by place.
  public static func all() -> [SerialPortDescription] { SerialPortList.current().ports }
}

extension SystemRoots {
  /// The ports in the kernel's tree.
  func ports() -> [SerialPortDescription] {
    let reader = PortReader(roots: self)
    return Kernel.names(in: sysfs + "/class/tty").filter(PortNames.isPlausible).compactMap { name in
      SysfsDevice(root: sysfs, terminal: name).flatMap { reader.describe($0) }
    }.inOrder
  }
}

extension Udev {
  /// The ports known to udev.
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
  /// The ports ordered by place in natural order: the tenth port comes after the second.
  var inOrder: [SerialPortDescription] {
    sorted { left, right in
      left.key == right.key ? left.node < right.node : NaturalOrder.isBefore(left.key, right.key)
    }
  }
}

/// The source of information about ports.
public enum SerialPortSource: Sendable, Hashable, CustomStringConvertible {
  /// The udev daemon, which reports after its rules have run.
  case udev
  /// Watching `/dev` and reading `/sys`, as udev is unavailable in most containers.
  ///
  /// The properties set by udev's rules are missing: a modem's GPS port looks like its other ports.
  case deviceFolder(reason: String)

  static func available(in roots: SystemRoots) -> SerialPortSource {
    let standard = SystemRoots.standard
    guard roots.devices == standard.devices, roots.sysfs == standard.sysfs else {
      return .deviceFolder(reason: "the devices of \(roots.devices) were requested")
    }
    let socket = roots.udev + "/control"
    guard Kernel.exists(socket) else {
      return .deviceFolder(reason: "there is no udev daemon: \(socket) is missing")
    }
    return .udev
  }

  /// The source in words.
  public var description: String {
    switch self {
    case .udev: "udev"
    case .deviceFolder(let reason): "the folder of devices, because \(reason)"
    }
  }
}

/// The three folders in which Linux represents its devices.
///
/// They are parameters so that a test can build a small system in a temporary folder, and a container can use
/// the folders of its host:
///
/// ```swift
/// let roots = SystemRoots(devices: "/host/dev", sysfs: "/host/sys")
/// for port in SerialPortList.current(roots: roots).ports { print(port.node) }
/// ```
///
/// libudev supports only the standard folders. Other folders are read without it.
package struct SystemRoots: Sendable, Hashable {
  package var devices: String
  /// The mount point of sysfs, the kernel's device tree.
  package var sysfs: String
  /// The folder of the udev daemon's socket.
  package var udev: String

  /// The standard folders of Linux.
  package static let standard = SystemRoots()

  /// Creates roots from folders without a trailing slash.
  package init(devices: String = "/dev", sysfs: String = "/sys", udev: String = "/run/udev") {
    (self.devices, self.sysfs, self.udev) = (devices, sysfs, udev)
  }
}
