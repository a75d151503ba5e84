import Glibc

/// Small files and folders of the kernel's making, read whole.
///
/// An unreadable file counts as absent: a device may go between two lines of the same function.
enum SmallFile {
  /// No attribute of sysfs is longer than a page.
  private static let limit = 4096

  /// The content of a file.
  static func bytes(at path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: limit)
    while all.count < limit {
      let count = unsafe read(descriptor, &buffer, limit - all.count)
      if count > 0 {
        all += buffer[..<count]
      } else if count == 0 {
        break
      } else if errno != EINTR {
        return nil
      }
    }
    return all
  }

  /// The target of a symbolic link, as written in it.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: limit)
    let count = unsafe readlink(path, &buffer, limit)
    guard count > 0, count < limit else { return nil }
    return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names in a folder, sorted; names that are not UTF-8 are left out, since no device has one.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether a path leads to something.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether this process may read and write what a path leads to.
  static func mayReadAndWrite(_ path: String) -> Bool { unsafe access(path, R_OK | W_OK) == 0 }

  /// Major and minor number of a character device; nil for everything else.
  static func characterDevice(at path: String) -> DeviceNumber? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    // Same as the macros of <sys/sysmacros.h>, which Swift does not import.
    let device = UInt64(status.st_rdev)
    return DeviceNumber(
      major: UInt32(truncatingIfNeeded: (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000),
      minor: UInt32(truncatingIfNeeded: device & 0xFF | (device >> 12) & 0xFFFF_FF00))
  }

  /// Whether a path leads to something that is no character device: a file, a folder, a pipe.
  static func isNoDevice(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFCHR
  }

  /// A path without `.`, `..` and doubled slashes, by the text alone.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.map { "/" + $0 }.joined()
  }

  /// The target of a symbolic link as an absolute path; nil for a file that is no link.
  static func destination(ofLink path: String) -> String? {
    guard let target = target(ofLink: path) else { return nil }
    if target.hasPrefix("/") { return normalized(target) }
    return normalized(path + "/../" + target)
  }
}
