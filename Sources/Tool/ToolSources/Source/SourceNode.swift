internal import Glibc

/// What the file system has at a path that was named as a source.
struct SourceNode {
  /// Whether it is a port, or the place of one that is not plugged in.
  let isPort: Bool

  init(at path: [UInt8]) {
    var status = stat()
    let found = unsafe Self.look(path) { unsafe stat($0, &status) }
    if found == 0 {
      isPort = status.st_mode & S_IFMT == S_IFCHR && !Self.isMemory(status.st_rdev) && !Self.isOwn(path)
    } else {
      isPort = Self.isPlaceOfPort(path)
    }
  }

  /// Whether a port may come to be where nothing is: then it is waited for, and is no recording that is missing.
  private static func isPlaceOfPort(_ path: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    guard let last = path.last, last != slash else { return false }
    // Nobody keeps recordings there: what is missing is a device that is not plugged in.
    if path.starts(with: Array("/dev/".utf8)) { return true }
    // A name for a pseudo-terminal, whose program has ended.
    if isLink(path) { return true }
    // Such a name before its program runs: a whole path without an ending, where recordings have one. Nobody puts it
    // into the root folder, so that `/nonexistent` is no port.
    guard path.first == slash, let end = path.lastIndex(of: slash), end > 0 else { return false }
    let name = path[(end + 1)...]
    return name.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ".") } && isFolder(Array(path[..<end]))
  }

  private static func isLink(_ path: [UInt8]) -> Bool {
    var status = stat()
    return unsafe look(path) { unsafe lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func isFolder(_ path: [UInt8]) -> Bool {
    var status = stat()
    return unsafe look(path) { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func look(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> CInt) -> CInt {
    unsafe (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
      unsafe name.baseAddress.map { unsafe body($0) } ?? -1
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
