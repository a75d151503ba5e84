internal import Glibc
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

  /// This machine.
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
    var status = stat()
    guard isName(path), unsafe stat(root + path, &status) == 0 else { return nil }
    let number = UInt64(status.st_rdev)
    let major = (number >> 8) & 0xFFF | (number >> 32) & ~0xFFF
    let minor = number & 0xFF | (number >> 12) & ~0xFF
    return Owner(
      user: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777,
      device: status.st_mode & S_IFMT == S_IFCHR ? "c\(major):\(minor)" : nil)
  }

  /// The beginning of a file; even long lists of users and groups are below the limit.
  func bytes(_ path: String, most: Int = Kernel.smallFile) -> [UInt8]? {
    isName(path) ? Kernel.contents(of: root + path, limit: most) : nil
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

  func names(in folder: String) -> [String] { isName(folder) ? Kernel.names(in: root + folder) : [] }

  /// Whether a folder exists but this user can't read it.
  func isClosed(_ folder: String) -> Bool {
    guard isName(folder), let stream = unsafe opendir(root + folder) else { return errno == EACCES }
    unsafe closedir(stream)
    return false
  }

  /// The direct target of a link.
  func link(_ path: String) -> String? {
    guard isName(path) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map {
        unsafe readlink(root + path, $0.assumingMemoryBound(to: CChar.self), bytes.count)
      } ?? -1
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// A zero byte would end the name early.
  private func isName(_ path: String) -> Bool { !path.utf8.contains(0) }
}
