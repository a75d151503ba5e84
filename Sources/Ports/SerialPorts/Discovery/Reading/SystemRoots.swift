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
  /// Where the device nodes lie.
  public var devices: String
  /// Where the kernel shows its device tree.
  public var sysfs: String
  /// Where the udev daemon keeps its socket.
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
