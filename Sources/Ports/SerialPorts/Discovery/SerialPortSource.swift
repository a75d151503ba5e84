/// Where the knowledge about ports comes from.
public enum SerialPortSource: Sendable, Hashable {
  /// The udev daemon tells, after its rules have run.
  case udev
  /// There is no udev here, as in most containers: `/dev` is watched and `/sys` is read.
  ///
  /// What udev's rules add is missing then: a modem's GPS port cannot be told from its others.
  case deviceFolder(reason: String)

  /// What can be asked here.
  static func available(in roots: SystemRoots) -> SerialPortSource {
    let standard = SystemRoots.standard
    guard roots.devices == standard.devices, roots.sysfs == standard.sysfs else {
      return .deviceFolder(reason: "the devices of \(roots.devices) were asked for")
    }
    let socket = roots.udev + "/control"
    guard SmallFile.exists(socket) else {
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
