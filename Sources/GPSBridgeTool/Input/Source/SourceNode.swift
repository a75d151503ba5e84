internal import Glibc

/// What the file system has at a path that was named as a source.
struct SourceNode {
  /// Whether it is a port, or the place of one that is not plugged in.
  let isPort: Bool

  init(at path: [UInt8]) {
    var status = stat()
    let found = unsafe (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
      unsafe name.baseAddress.map { unsafe stat($0, &status) } ?? -1
    }
    if found == 0 {
      isPort = status.st_mode & S_IFMT == S_IFCHR && !Self.isMemory(status.st_rdev) && !Self.isOwn(path)
    } else {
      // Nobody keeps recordings there: what is missing is a device that is not plugged in.
      isPort = path.starts(with: Array("/dev/".utf8)) && path.last != UInt8(ascii: "/")
    }
  }

  /// `/dev/null`, `/dev/zero` and their like, which are read as files: the kernel's major number 1.
  private static func isMemory(_ device: dev_t) -> Bool { (device >> 8) & 0xFFF == 1 }

  /// What this program was started with, a terminal perhaps: that is read as it is, and never set up as a port.
  private static func isOwn(_ path: [UInt8]) -> Bool {
    ["/dev/stdin", "/dev/fd/", "/dev/tty", "/proc/self/"].contains { own in
      own.hasSuffix("/") ? path.starts(with: Array(own.utf8)) : path == Array(own.utf8)
    }
  }

  /// The folder that names without a leading slash belong to.
  static var workingFolder: String {
    guard let folder = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(folder) }
    let text = unsafe String(cString: folder)
    return text == "/" ? "" : text
  }
}
