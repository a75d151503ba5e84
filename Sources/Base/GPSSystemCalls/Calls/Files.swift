import Glibc

// Paths, and the small files of the kernel's making.

extension Kernel {
  /// The file system entry behind a path.
  package struct Node: Sendable, Hashable {
    /// The kind of entry and its permissions.
    package var mode: UInt32
    /// The number of the user whose it is.
    package var user: UInt32
    /// The number of the group.
    package var group: UInt32
    /// The number of the device, unique where names are not.
    package var device: UInt64
    /// The file system in which the entry is; a container may have terminals of its own, with the same numbers.
    package var fileSystem: UInt64
    /// How many bytes a plain file has.
    package var size: Int64

    // The same as the macros of <sys/sysmacros.h>, which Swift does not import.

    /// Which driver the device belongs to.
    package var major: UInt32 {
      UInt32(truncatingIfNeeded: (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000)
    }
    /// Which of its driver's devices it is.
    package var minor: UInt32 {
      UInt32(truncatingIfNeeded: device & 0xFF | (device >> 12) & 0xFFFF_FF00)
    }

    /// Whether it is a terminal, or another device that is read byte by byte.
    package var isCharacterDevice: Bool { mode & S_IFMT == S_IFCHR }
    /// Whether it is a plain file.
    package var isFile: Bool { mode & S_IFMT == S_IFREG }
    /// Whether nobody but its owner may read, write or run it.
    package var isPrivate: Bool { mode & 0o077 == 0 }

    /// Whether this is the far side of a terminal in software; majors as of the kernel's list of devices.
    package var isPseudoTerminal: Bool { (136...143).contains((device >> 8) & 0xFFF) }

    /// The number in the name of a pseudo-terminal, 5 for /dev/pts/5; nil for any other node.
    package var pseudoTerminalNumber: Int? {
      isPseudoTerminal ? Int((device & 0xFF) | ((device >> 12) & 0xFFF00)) : nil
    }

    fileprivate init(_ status: stat) {
      mode = status.st_mode
      user = status.st_uid
      group = status.st_gid
      device = UInt64(status.st_rdev)
      fileSystem = UInt64(status.st_dev)
      size = Int64(status.st_size)
    }
  }

  /// Looks at what a path leads to; nil if there is nothing, or it may not be seen.
  package static func node(_ path: String) -> Node? {
    var status = stat()
    guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
    return Node(status)
  }

  /// Looks at what is open.
  package static func node(of descriptor: CInt) -> Node? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return Node(status)
  }

  /// Whether a path leads to something.
  package static func exists(_ path: String) -> Bool { allows(path, F_OK) }

  /// Whether this process may read and write what a path leads to.
  package static func mayReadAndWrite(_ path: String) -> Bool { allows(path, R_OK | W_OK) }

  private static func allows(_ path: String, _ mode: CInt) -> Bool {
    guard !path.utf8.contains(0) else { return false }
    return unsafe access(path, mode) == 0
  }
}

// MARK: - Links

extension Kernel {
  /// The path without links.
  package static func realPath(_ path: String) -> String? {
    // Not by realpath: umockdev's cuts the beginning off names that do not have it, and ruins the heap. O_PATH opens no
    // device.
    guard let descriptor = try? open(path, for: .pathOnly) else { return nil }
    defer { try? close(descriptor) }
    return link("/proc/self/fd/\(descriptor)")
  }

  /// The target of a link as written in it, one step only; nil for no link, and for a target that is not UTF-8.
  package static func link(_ path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { target in
      guard let start = target.baseAddress else { return nil }
      let count = unsafe readlink(path, start, target.count)
      // A target that fills the room may have been cut.
      guard count > 0, count < target.count else { return nil }
      return unsafe String(
        validating: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<count]), as: UTF8.self)
    }
  }

  /// The target of a link as an absolute path, by the text alone; nil for a file that is no link.
  package static func destination(ofLink path: String) -> String? {
    guard let target = link(path) else { return nil }
    return normalized(target.hasPrefix("/") ? target : path + "/../" + target)
  }

  /// A path without `.`, `..` and doubled slashes, by the text alone.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.map { "/" + $0 }.joined()
  }
}

// MARK: - Folders and small files

extension Kernel {
  /// The names in a folder, or so many of them; names that are not UTF-8 are left out, since no device has one.
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

  /// The numbers of the files in a folder, and of the folder and the one above it.
  ///
  /// In the kernel's own trees a number does not come again.
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

  /// The names in a folder, sorted; a folder that cannot be read counts as empty.
  package static func names(in folder: String) -> [String] { ((try? entries(folder)) ?? []).sorted() }

  /// A small file; one that cannot be read counts as absent, since a device may go between two lines of a function.
  ///
  /// The usual limit is a page: no attribute of sysfs is longer.
  package static func contents(of path: String, limit: Int = 4096) -> [UInt8]? {
    guard let descriptor = try? open(path, for: .reading) else { return nil }
    defer { try? close(descriptor) }
    return try? read(descriptor, limit: limit)
  }

  /// The beginning of a small file, as those in /proc.
  package static func text(_ path: String, limit: Int) -> String? {
    contents(of: path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
  }
}
