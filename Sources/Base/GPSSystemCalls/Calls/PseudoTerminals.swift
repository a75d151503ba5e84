import Glibc

// Terminals in software: the near side is a descriptor of ours, and the far side is a path that programs open like a port.

extension Kernel {
  /// Makes a pseudo-terminal whose near side never blocks; its far side is raw, so that nothing is echoed or changed.
  package static func openPseudoTerminal() throws(Errno) -> (descriptor: CInt, path: String) {
    let descriptor = try open("/dev/ptmx", for: .device)
    do throws(Errno) {
      // The numbers of TIOCSPTLCK and TIOCGPTN, which are macros with a type in them: Swift does not import them.
      var (lock, number): (CInt, CInt) = (0, 0)
      _ = try call { unsafe ioctl(descriptor, 0x4004_5431, &lock) }
      _ = try call { unsafe ioctl(descriptor, 0x8004_5430, &number) }
      try makeRaw(descriptor)
      return (descriptor, "/dev/pts/\(number)")
    } catch {
      try? close(descriptor)
      throw error
    }
  }

  /// Has a terminal pass on all bytes as they are, whatever a program has set before.
  package static func makeRaw(_ descriptor: CInt) throws(Errno) {
    var settings = termios()
    _ = try call { unsafe tcgetattr(descriptor, &settings) }
    unsafe cfmakeraw(&settings)
    _ = try call { unsafe tcsetattr(descriptor, TCSANOW, &settings) }
  }

  /// Throws away what was written into a terminal at a path, both ways, and was not read.
  ///
  /// For a moment the path is open; behind that a pseudo-terminal that nobody else has open counts as hung up.
  package static func forgetUnread(inTerminal path: String) {
    guard let descriptor = try? open(path, for: .device) else { return }
    tcflush(descriptor, TCIOFLUSH)
    try? close(descriptor)
  }
}

// MARK: - Who may open it

extension Kernel {
  /// The number of a group; nil if there is no such group.
  package static func groupNumber(_ name: String) -> UInt32? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { text in
      var record = unsafe group()
      var found: UnsafeMutablePointer<group>?
      guard let start = text.baseAddress,
        unsafe getgrnam_r(name, &record, start, text.count, &found) == 0, let row = unsafe found
      else { return nil }
      return unsafe row.pointee.gr_gid
    }
  }

  /// Gives a file of ours to a group; its owner stays.
  package static func give(_ path: String, toGroup group: UInt32) throws(Errno) {
    _ = try call { unsafe chown(path, uid_t.max, group) }
  }

  /// Says who may do what with a file of ours, as the nine bits of its mode.
  package static func permit(_ path: String, _ mode: UInt32) throws(Errno) {
    _ = try call { unsafe chmod(path, mode) }
  }
}

// MARK: - A name of its own

extension Kernel {
  /// Lets a link lead somewhere, in one step: who opens it finds the old target or the new one.
  ///
  /// An earlier link or file of that name is replaced.
  package static func replaceLink(_ path: String, to target: String) throws(Errno) {
    guard !path.utf8.contains(0), !target.utf8.contains(0) else { throw .noSuchFile }
    let beside = "\(path).\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    _ = try call { unsafe symlink(target, beside) }
    do throws(Errno) {
      _ = try call { unsafe rename(beside, path) }
    } catch {
      try? removeFile(Array(beside.utf8))
      throw error
    }
  }
}
