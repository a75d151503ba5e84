import Glibc

/// The system calls, one Swift function each: errors, interruptions and tests come in here and nowhere else.
///
/// Each function throws the ``Errno`` that the kernel gave. Interrupted calls are made again, but for `close`,
/// see there. A module with calls that no other needs, as those of terminals, adds them in an extension, through
/// ``call(_:)``.
package enum Kernel {
  /// Makes a call until no signal interrupts it; a result below zero is an error.
  @inline(__always) package static func call(_ body: () -> CInt) throws(Errno) -> CInt {
    while true {
      let result = body()
      if result >= 0 { return result }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }

  /// The same for calls that count bytes.
  @inline(__always) static func count(_ body: () -> Int) throws(Errno) -> Int {
    while true {
      let result = body()
      if result >= 0 { return result }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }
}

// MARK: - Opening and closing

extension Kernel {
  /// The purpose for which a path is opened.
  ///
  /// In each case the file becomes no controlling terminal and is closed in child processes.
  package struct Purpose: Sendable, Hashable {
    fileprivate let flags: CInt
    fileprivate var permissions: UInt32 = 0

    /// A device to read from and write to, without waiting for a carrier.
    package static let device = Purpose(flags: O_RDWR | O_NONBLOCK)
    /// A file to read; a pipe is opened too, without waiting for a writer.
    package static let reading = Purpose(flags: O_RDONLY | O_NONBLOCK)
    /// A new file to write; an earlier one of that name is emptied.
    package static let overwriting = Purpose(flags: O_WRONLY | O_CREAT | O_TRUNC, permissions: 0o644)
    /// A new file to write; an earlier one of that name is an error.
    package static let creating = Purpose(flags: O_WRONLY | O_CREAT | O_EXCL, permissions: 0o644)
    /// The same, for this user alone.
    package static let creatingPrivate = Purpose(flags: O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
    /// A pipe or a device to write to, without ever waiting.
    package static let writingAtOnce = Purpose(flags: O_WRONLY | O_NONBLOCK)
    /// A name to follow; no device is opened.
    ///
    /// The corresponding C constant is `O_PATH`, which the module of the C library leaves out.
    package static let pathOnly = Purpose(flags: 0o10_000_000)
  }

  /// Opens a path.
  package static func open(_ path: String, for purpose: Purpose) throws(Errno) -> CInt {
    // Swift's text may hold a NUL, where C's ends: it would open another file than the one named.
    guard !path.utf8.contains(0) else { throw .noSuchFile }
    return try call { unsafe Glibc.open(path, purpose.flags | O_NOCTTY | O_CLOEXEC, purpose.permissions) }
  }

  /// Occupies the numbers of closed standard descriptors, so that no other file gets them.
  ///
  /// Reading and writing there fails with EBADF, as with a closed descriptor.
  package static func occupyStandardDescriptors() {
    for (number, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 {
      // The kernel returns the lowest free number.
      _ = unsafe Glibc.open("/dev/null", flags)
    }
  }

  /// Gives a descriptor back, once.
  ///
  /// Linux has freed the number even if it answers EINTR. A second attempt could close a descriptor that another thread
  /// has just opened, so there is none, and an interrupted close counts as done.
  package static func close(_ descriptor: CInt) throws(Errno) {
    guard Glibc.close(descriptor) != 0 else { return }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}

// MARK: - Reading

extension Kernel {
  /// Reads what is there, at most as much as fits; zero bytes may mean the end, or only that nothing came in time.
  package static func read(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Int {
    try count { unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Reads what is there, at most as much as a buffer has room for; the buffer keeps its length.
  package static func read(_ descriptor: CInt, into buffer: inout [UInt8]) throws(Errno) -> Int {
    try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(Errno) in
      try unsafe read(descriptor, into: UnsafeMutableRawBufferPointer(bytes))
    }
  }

  /// Reads to the end, or to a limit.
  package static func read(_ descriptor: CInt, limit: Int) throws(Errno) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit, 65_536))
    while all.count < limit {
      let count = try read(descriptor, into: &piece)
      guard count > 0 else { break }
      all += piece[..<min(count, limit - all.count)]
    }
    return all
  }
}

// MARK: - Writing

extension Kernel {
  /// The descriptor of the standard output.
  package static let standardOutput = STDOUT_FILENO

  /// Writes as much as the kernel takes at once.
  package static func write(_ descriptor: CInt, _ bytes: borrowing Span<UInt8>) throws(Errno) -> Int {
    while true {
      let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 { return written }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }

  /// Writes as much as the kernel takes at once; a pipe without a reader is an error like any other.
  ///
  /// It would end the program by a signal. The program's own wishes about that signal stay as they are.
  package static func writeToPipe(_ descriptor: CInt, _ bytes: borrowing Span<UInt8>) throws(Errno) -> Int {
    var signals = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    do throws(Errno) {
      return try write(descriptor, bytes)
    } catch {
      if error == .brokenPipe, !wasPending {
        var none = timespec()
        _ = unsafe sigtimedwait(&signals, nil, &none)
      }
      throw error
    }
  }

  /// Whether the kernel takes bytes now, or has an error to tell.
  package static func isWritable(_ descriptor: CInt) -> Bool {
    var asked = pollfd(fd: descriptor, events: CShort(POLLOUT), revents: 0)
    return unsafe poll(&asked, 1, 0) != 0
  }

  /// The kinds of files that have a reader, who may be slow.
  package enum SlowKind: Sendable { case pipe, terminal, socket }

  /// The kind of a descriptor whose reader may be slow; nil for files, and for devices, of which some never say that they
  /// take bytes and always do: the kernel's log is one.
  package static func slowKind(of descriptor: CInt) -> SlowKind? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    case S_IFCHR where isatty(descriptor) == 1: .terminal
    default: nil
    }
  }

  /// Waits until the kernel takes bytes again.
  package static func waitUntilWritable(_ descriptor: CInt) {
    var asked = pollfd(fd: descriptor, events: CShort(POLLOUT), revents: 0)
    _ = unsafe poll(&asked, 1, -1)
  }

  /// Sees to it that all that was written is on the disk.
  package static func synchronize(_ descriptor: CInt) throws(Errno) { _ = try call { fsync(descriptor) } }
}

// MARK: - State of a descriptor

extension Kernel {
  /// Whether the other side has hung up, as far as can be told without waiting.
  package static func isHungUp(_ descriptor: CInt) throws(Errno) -> Bool {
    var asked = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
    _ = try call { unsafe poll(&asked, 1, 0) }
    return CInt(asked.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Takes the advisory lock of a file for this descriptor alone, or throws EWOULDBLOCK.
  package static func lock(_ descriptor: CInt) throws(Errno) {
    _ = try call { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Releases the advisory lock, even if other processes share the descriptor.
  package static func unlock(_ descriptor: CInt) throws(Errno) { _ = try call { flock(descriptor, LOCK_UN) } }
}

// MARK: - Time

extension Kernel {
  /// Nanoseconds of the clock that nobody sets.
  package static func monotonicNanoseconds() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Holds the thread until that clock shows a time.
  package static func sleep(untilMonotonicNanoseconds nanoseconds: Int64) {
    var wake = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil) == EINTR {}
  }
}
