import Glibc

extension Kernel {
  /// The file system entry behind a path.
  struct Node: Sendable, Hashable {
    var mode: UInt32
    var group: UInt32
    /// The number of the device, unique where names are not.
    var device: UInt64

    /// Whether this is the far side of a terminal in software; majors as of the kernel's list of devices.
    var isPseudoTerminal: Bool {
      let major = (device >> 8) & 0xFFF
      return (136...143).contains(major)
    }

    /// The number in the name of a pseudo-terminal, 5 for /dev/pts/5; nil for any other node.
    var pseudoTerminalNumber: Int? {
      isPseudoTerminal ? Int((device & 0xFF) | ((device >> 12) & 0xFFF00)) : nil
    }

    fileprivate init(_ status: stat) {
      mode = status.st_mode
      group = status.st_gid
      device = UInt64(status.st_rdev)
    }
  }

  /// Looks at what a path leads to; nil if there is nothing, or it may not be seen.
  static func node(_ path: String) -> Node? {
    var status = stat()
    guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
    return Node(status)
  }

  /// Looks at what is open.
  static func node(of descriptor: CInt) -> Node? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return Node(status)
  }

  /// Whether a path leads to a character device; nil if there is nothing, or it may not be seen.
  static func isCharacterDevice(_ path: String) -> Bool? {
    node(path).map { $0.mode & S_IFMT == S_IFCHR }
  }

  /// The corresponding C constant is `O_PATH`, which the module of the C library leaves out.
  private static let pathOnly: CInt = 0o10_000_000

  /// The path without links.
  static func realPath(_ path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    // Not by realpath: umockdev's cuts the beginning off names that do not have it, and ruins the heap. O_PATH opens no
    // device.
    let descriptor = unsafe Glibc.open(path, pathOnly | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = Glibc.close(descriptor) }
    return link("/proc/self/fd/\(descriptor)")
  }

  /// The target of a link, one step only.
  static func link(_ path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { target in
      guard let start = target.baseAddress else { return nil }
      let count = unsafe readlink(path, start, target.count)
      guard count > 0 else { return nil }
      return unsafe String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<count]), as: UTF8.self)
    }
  }

  /// The names in a folder.
  static func entries(_ folder: String) throws(Errno) -> [String] {
    guard let open = unsafe opendir(folder) else { throw .last }
    defer { unsafe closedir(open) }
    var names: [String] = []
    while let entry = unsafe readdir(open) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The beginning of a small file, as those in /proc.
  static func text(_ path: String, limit: Int) -> String? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { _ = Glibc.close(descriptor) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { buffer in
      guard let count = try? unsafe read(descriptor, into: buffer) else { return nil }
      return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
    }
  }
}
