import Glibc

// Pseudo-terminals: we hold the master's descriptor, and programs open the slave by its path, like a port.

extension Kernel {
  /// Opens a nonblocking pseudo-terminal in raw mode, so that it neither echoes nor changes bytes.
  package static func openPseudoTerminal() throws(Errno) -> (descriptor: CInt, path: String) {
    let descriptor = try open("/dev/ptmx", for: .device)
    do throws(Errno) {
      // The values of TIOCSPTLCK and TIOCGPTN. Swift does not import these macros, since they contain a type.
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

  /// Sets a terminal to raw mode, regardless of earlier settings.
  package static func makeRaw(_ descriptor: CInt) throws(Errno) {
    var settings = termios()
    _ = try call { unsafe tcgetattr(descriptor, &settings) }
    unsafe cfmakeraw(&settings)
    _ = try call { unsafe tcsetattr(descriptor, TCSANOW, &settings) }
  }

  /// Discards unread bytes of a terminal, in both directions.
  ///
  /// This opens and closes the path. After that, a pseudo-terminal that is not open reports a hang-up.
  package static func forgetUnread(inTerminal path: String) {
    guard let descriptor = try? open(path, for: .device) else { return }
    tcflush(descriptor, TCIOFLUSH)
    try? close(descriptor)
  }

  /// Whether a terminal has bytes that the program on it has not read; nil if that program has it exclusively.
  package static func hasUnread(inTerminal path: String) -> Bool? {
    guard let descriptor = try? open(path, for: .device) else { return nil }
    defer { try? close(descriptor) }
    // It waits for bytes that the kernel is still passing from one side to the other.
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, 0)
    var count: CInt = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count > 0 : nil
  }

  // MARK: - Permissions

  /// Changes the group of a file of ours, but not its owner.
  package static func give(_ path: String, toGroup group: UInt32) throws(Errno) {
    _ = try call { unsafe chown(path, uid_t.max, group) }
  }

  /// Sets the nine permission bits of a file of ours.
  package static func permit(_ path: String, _ mode: UInt32) throws(Errno) {
    _ = try call { unsafe chmod(path, mode) }
  }

  // MARK: - Links

  /// Creates or replaces a link atomically: opening it finds the old target or the new one.
  ///
  /// An existing link or file with that name is replaced.
  package static func replaceLink(_ path: String, to target: String) throws(Errno) {
    guard !path.utf8.contains(0), !target.utf8.contains(0) else { throw .noSuchFile }
    let beside = "\(path).\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    _ = try call { unsafe symlink(target, beside) }
    do throws(Errno) { _ = try call { unsafe rename(beside, path) } } catch {
      try? removeFile(Array(beside.utf8))
      throw error
    }
  }
}
