/// The serial ports that are there, and how that is known.
public struct SerialPortList: Sendable, Hashable {
  /// The ports in the order of their places.
  ///
  /// USB ports, and soldered ones with real hardware; never consoles, never pseudo-terminals.
  public var ports: [SerialPortDescription]
  /// Who was asked.
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
    return SmallFile.names(in: sysfs + "/class/tty").filter(PortNames.isPlausible).compactMap { name in
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
