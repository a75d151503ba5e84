import Glibc

// Paths, and small files such as those in /proc and sysfs.

extension Kernel {
  /// The properties of a file system entry.
  package struct Node: Sendable, Hashable {
    /// The type and the permissions.
    package var mode: UInt32
    package var user: UInt32
    package var group: UInt32
    /// The device number, which is unique, unlike names.
    package var device: UInt64
    /// The file system of the entry; a container can have its own terminals with the same numbers.
    package var fileSystem: UInt64
    /// The number of the entry on its file system.
    package var number: UInt64
    /// The size of a regular file in bytes.
    package var size: Int64
    /// The number of its names; 0 for an open file that was removed.
    package var names: Int
    /// The last change of its content, in milliseconds since 1970.
    package var modified: Int64

    // The same as the macros of <sys/sysmacros.h>, which Swift does not import.

    package var major: UInt32 {
      UInt32(truncatingIfNeeded: (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000)
    }
    /// The device's number within its driver.
    package var minor: UInt32 { UInt32(truncatingIfNeeded: device & 0xFF | (device >> 12) & 0xFFFF_FF00) }

    /// The kind of entry, such as `S_IFREG`.
    package var kind: UInt32 { mode & S_IFMT }
    /// Whether it is a character device, such as a terminal.
    package var isCharacterDevice: Bool { kind == S_IFCHR }
    package var isFile: Bool { kind == S_IFREG }
    /// Whether it is a pipe or a character device, whose bytes have no end.
    package var isStream: Bool { kind == S_IFIFO || isCharacterDevice }
    /// Whether both are the same entry under two names.
    package func isSame(as other: Node) -> Bool {
      (fileSystem, number) == (other.fileSystem, other.number)
    }
    /// Whether only its owner may read, write or execute it.
    package var isPrivate: Bool { mode & 0o077 == 0 }

    /// Whether it is the slave side of a pseudo-terminal, by the major numbers in the kernel's list.
    package var isPseudoTerminal: Bool { (136...143).contains((device >> 8) & 0xFFF) }

    /// The number in a pseudo-terminal's name: 5 for /dev/pts/5; nil for any other entry.
    package var pseudoTerminalNumber: Int? {
      isPseudoTerminal ? Int((device & 0xFF) | ((device >> 12) & 0xFFF00)) : nil
    }

    fileprivate init(_ status: stat) {
      mode = status.st_mode
      user = status.st_uid
      group = status.st_gid
      device = UInt64(status.st_rdev)
      fileSystem = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
      size = Int64(status.st_size)
      names = Int(status.st_nlink)
      modified = Int64(status.st_mtim.tv_sec) &* 1000 &+ Int64(status.st_mtim.tv_nsec) / 1_000_000
    }
  }

  /// Returns the properties of a path's target, or of a link itself.
  package static func look(_ path: some Collection<UInt8>, ofLink: Bool = false) throws(Errno) -> Node {
    var status = stat()
    let name = try cName(path)
    _ = try call { unsafe ofLink ? lstat(name, &status) : stat(name, &status) }
    return Node(status)
  }

  /// The same; nil if it does not exist or is not accessible.
  package static func node(_ path: some Collection<UInt8>, ofLink: Bool = false) -> Node? {
    try? look(path, ofLink: ofLink)
  }

  /// The same for a path in UTF-8.
  package static func node(_ path: String, ofLink: Bool = false) -> Node? { node(path.utf8, ofLink: ofLink) }

  /// Returns the properties of an open file.
  package static func node(of descriptor: CInt) -> Node? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return Node(status)
  }

  /// Returns the bytes that a user may still write on the disk of a path; nil if the disk does not report it.
  package static func freeBytes(at path: String) -> Int64? {
    var status = statvfs()
    guard !path.utf8.contains(0), unsafe statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
    let bytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return bytes.overflow ? .max : Int64(clamping: bytes.partialValue)
  }

  package static func exists(_ path: String) -> Bool { allows(path, F_OK) }

  /// Returns whether this process may read a path's target.
  package static func mayRead(_ path: String) -> Bool { allows(path, R_OK) }

  /// Returns whether this process may read and write a path's target.
  package static func mayReadAndWrite(_ path: String) -> Bool { allows(path, R_OK | W_OK) }

  private static func allows(_ path: String, _ mode: CInt) -> Bool {
    guard !path.utf8.contains(0) else { return false }
    return unsafe access(path, mode) == 0
  }

  // MARK: - Links

  package static func realPath(_ path: String) -> String? {
    // Not with realpath: umockdev's version truncates names that lack its prefix, and corrupts the heap.
    // O_PATH does not open the device.
    guard let descriptor = try? open(path, for: .pathOnly) else { return nil }
    defer { try? close(descriptor) }
    return link("/proc/self/fd/\(descriptor)")
  }

  /// Returns the target of a link as stored, without following further; nil if it is not a link or not UTF-8.
  package static func link(_ path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { target in
      guard let start = target.baseAddress else { return nil }
      let count = unsafe readlink(path, start, target.count)
      // A target that fills the buffer may be truncated.
      guard count > 0, count < target.count else { return nil }
      return unsafe String(
        validating: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<count]), as: UTF8.self)
    }
  }

  /// Returns the target of a link as an absolute path, lexically; nil if the file is not a link.
  package static func destination(ofLink path: String) -> String? {
    guard let target = link(path) else { return nil }
    return normalized(target.hasPrefix("/") ? target : path + "/../" + target)
  }

  /// Returns a path without `.`, `..` and repeated slashes, lexically.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.map { "/" + $0 }.joined()
  }

  // MARK: - Folders and small files

  /// Returns at most `most` names in a folder, omitting names that are not UTF-8: no device has one.
  package static func entries(_ folder: String, most: Int = .max) throws(Errno) -> [String] {
    var names: [String] = []
    try forEachEntry(of: folder) { entry in
      guard names.count < most else { return }
      let name = unsafe withUnsafeBytes(of: &entry.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the inode numbers of the files in a folder, of the folder itself, and of its parent.
  ///
  /// The kernel's own file systems do not reuse these numbers.
  package static func numbers(in folder: String) throws(Errno) -> [UInt64] {
    var numbers: [UInt64] = []
    try forEachEntry(of: folder) { numbers.append(UInt64($0.d_ino)) }
    return numbers
  }

  private static func forEachEntry(of folder: String, _ body: (inout dirent) -> Void) throws(Errno) {
    guard !folder.utf8.contains(0) else { throw .noSuchFile }
    guard let open = unsafe opendir(folder) else { throw .last }
    defer { unsafe closedir(open) }
    while let entry = unsafe readdir(open) { unsafe body(&entry.pointee) }
  }

  /// Returns the sorted names in a folder; empty if the folder can't be read.
  package static func names(in folder: String) -> [String] { ((try? entries(folder)) ?? []).sorted() }

  /// Returns the contents of a small file; nil if it can't be read, such as when its device was unplugged.
  ///
  /// The default limit is a page: no sysfs attribute is longer.
  package static func contents(of path: String, limit: Int = 4096) -> [UInt8]? {
    guard let descriptor = try? open(path, for: .reading) else { return nil }
    defer { try? close(descriptor) }
    return try? read(descriptor, limit: limit)
  }

  /// Returns the start of a small file, such as one in /proc.
  package static func text(_ path: String, limit: Int) -> String? {
    contents(of: path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
  }
}
