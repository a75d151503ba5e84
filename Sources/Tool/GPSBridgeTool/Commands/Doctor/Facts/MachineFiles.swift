internal import SerialPorts
internal import GPSBase
internal import GPSSystemCalls

/// The files in which Linux describes a machine: `/proc`, `/sys`, `/etc`, `/run`, `/dev`.
///
/// The doctor reads all facts about a machine through this type, and opens only files. A test moves the root
/// to a folder that describes any machine.
///
/// A file that can't be read counts as missing: processes end and devices disappear while we read.
struct MachineFiles: Sendable {
  /// The root of the machine's tree, without a slash at the end; empty for this machine.
  let root: String

  static let here = MachineFiles(root: "")

  /// The folders in which the library finds the ports of this machine.
  var ports: SystemRoots {
    root.isEmpty
      ? .standard : SystemRoots(devices: root + "/dev", sysfs: root + "/sys", udev: root + "/run/udev")
  }

  /// A file's owner and permissions.
  struct Owner: Hashable, Sendable {
    var user: UInt32
    var group: UInt32
    var mode: UInt32
    /// The device number in udev's form: `c166:0`; nil unless it is a character device.
    var device: String?
  }

  func exists(_ path: String) -> Bool { owner(of: path) != nil }

  func owner(of path: String) -> Owner? {
    Kernel.node(root + path).map { node in
      Owner(
        user: node.user, group: node.group, mode: node.mode & 0o7777,
        device: node.isCharacterDevice ? "c\(node.major):\(node.minor)" : nil)
    }
  }

  /// The beginning of a file; even long lists of users and groups are below the limit.
  func bytes(_ path: String, most: Int = Kernel.smallFile) -> [UInt8]? {
    Kernel.contents(of: root + path, limit: most)
  }

  func text(_ path: String, most: Int = Kernel.smallFile) -> String? {
    bytes(path, most: most).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line of a small file, such as a kernel attribute; nil if it is empty.
  func line(_ path: String) -> String? {
    guard let first = text(path, most: 4096)?.split(separator: "\n").first else { return nil }
    let shown = VisibleText.escaped(String(first).utf8)
    return shown.isEmpty ? nil : shown
  }

  func names(in folder: String) -> [String] { Kernel.names(in: root + folder) }

  /// Whether a folder exists but this user can't read it.
  func isClosed(_ folder: String) -> Bool {
    do throws(Errno) { _ = try Kernel.entries(root + folder, most: 0) } catch {
      return error == .accessDenied
    }
    return false
  }

  func link(_ path: String) -> String? { Kernel.link(root + path) }
}
