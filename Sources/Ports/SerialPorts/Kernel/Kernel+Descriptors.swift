import Glibc

extension Kernel {
  /// Opens a device: no controlling terminal, no waiting for a carrier, nothing for child processes.
  static func open(_ path: String) throws(Errno) -> CInt {
    // Swift's text may hold a NUL, where C's ends: it would open another file than the one named.
    guard !path.utf8.contains(0) else { throw .noSuchFile }
    return try call { unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
  }

  /// Gives a descriptor back, once.
  ///
  /// Linux has freed the number even if it answers EINTR. A second attempt could close a descriptor that another thread
  /// has just opened, so there is none, and an interrupted close counts as done.
  static func close(_ descriptor: CInt) throws(Errno) {
    guard Glibc.close(descriptor) != 0 else { return }
    let error = Errno.last
    if error != .interrupted { throw error }
  }

  /// Reads what is there, at most as much as fits; zero bytes may mean the end, see `read(from:)` of the line.
  static func read(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    try count { unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Writes as much as the kernel takes at once.
  static func write(_ descriptor: CInt, _ bytes: borrowing Span<UInt8>) throws(Errno) -> Int {
    while true {
      let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 { return written }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }

  /// The `poll` events of a descriptor right now, without waiting.
  static func events(_ descriptor: CInt) throws(Errno) -> CInt {
    var asked = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
    _ = try call { unsafe poll(&asked, 1, 0) }
    return CInt(asked.revents)
  }

  /// Whether the other side has hung up.
  static func isHungUp(_ descriptor: CInt) throws(Errno) -> Bool {
    try events(descriptor) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Takes the advisory lock of a file for this descriptor alone, or throws EWOULDBLOCK.
  static func lock(_ descriptor: CInt) throws(Errno) { _ = try call { flock(descriptor, LOCK_EX | LOCK_NB) } }

  /// Releases the advisory lock, even if other processes share the descriptor.
  static func unlock(_ descriptor: CInt) throws(Errno) { _ = try call { flock(descriptor, LOCK_UN) } }
}
