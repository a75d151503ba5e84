import Glibc

/// The system calls, as one Swift function each: the only place for errors, interruptions and test hooks.
///
/// Each function throws the kernel's ``Errno``. Interrupted calls are repeated, except for `close`; see
/// there. A module that alone needs certain calls, such as for terminals, adds them in an extension with
/// ``call(_:)``.
package enum Kernel {
  /// Repeats a call until no signal interrupts it; a negative result is an error.
  package static func call(_ body: () -> CInt) throws(Errno) -> CInt { try repeated(body) }

  /// The same for a call that returns a count of bytes.
  package static func call(_ body: () -> Int) throws(Errno) -> Int { try repeated(body) }

  /// Generic code is slow in other modules.
  @inline(__always)
  private static func repeated<Number: SignedInteger>(_ body: () -> Number) throws(Errno) -> Number {
    while true {
      let result = body()
      if result >= 0 { return result }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }

  // MARK: - Opening and closing

  /// The purpose for which a path is opened.
  ///
  /// In all cases, the file does not become the controlling terminal and is closed on exec.
  package struct Purpose: Sendable, Hashable {
    fileprivate let flags: CInt
    fileprivate var permissions: UInt32 = 0

    /// A device to read and write, opened without waiting for a carrier.
    package static let device = Purpose(flags: O_RDWR | O_NONBLOCK)
    /// A file to read and write; a link to it is refused.
    package static let lockFile = Purpose(flags: O_RDWR | O_NONBLOCK | O_NOFOLLOW)
    /// A file to read; a pipe is opened without waiting for a writer.
    package static let reading = Purpose(flags: O_RDONLY | O_NONBLOCK)
    /// A file to write; an existing one is truncated.
    package static let overwriting = Purpose(flags: O_WRONLY | O_CREAT | O_TRUNC, permissions: 0o644)
    /// A new file to write; an existing one is an error.
    package static let creating = Purpose(flags: O_WRONLY | new, permissions: 0o644)
    /// A new file to write, accessible to this user only.
    package static let creatingPrivate = Purpose(flags: O_WRONLY | new, permissions: 0o600)
    /// A pipe or device to write, in nonblocking mode.
    package static let writingAtOnce = Purpose(flags: O_WRONLY | O_NONBLOCK)
    /// A path only; a device is not opened.
    ///
    /// The corresponding C constant is `O_PATH`, which the Glibc module omits.
    package static let pathOnly = Purpose(flags: 0o10_000_000)
    /// The same, but for a link itself.
    package static let entry = Purpose(flags: 0o10_000_000 | O_NOFOLLOW)
  }

  package static func open(_ path: String, for purpose: Purpose) throws(Errno) -> CInt {
    try open(Array(path.utf8), purpose.flags, permissions: purpose.permissions)
  }

  /// Opens a path of bytes, which need not be UTF-8, with other flags.
  package static func open(_ path: [UInt8], _ flags: CInt, permissions: UInt32 = 0) throws(Errno) -> CInt {
    let name = try cName(path)
    return try call { unsafe Glibc.open(name, flags | O_NOCTTY | O_CLOEXEC, permissions) }
  }

  /// The flags of a file that must be new; an attacker's link is also an error.
  private static let new = O_CREAT | O_EXCL

  /// Creates a file; an existing one is an error.
  package static func create(_ path: [UInt8], _ flags: CInt, permissions: UInt32) throws(Errno) -> CInt {
    try open(path, new | flags, permissions: permissions)
  }

  /// Creates a file with an unpredictable name, which no other program can occupy first.
  package static func createUnique(
    in folder: [UInt8], named prefix: String = uniquePrefix, _ flags: CInt, permissions: UInt32
  ) throws(Errno) -> (CInt, name: [UInt8]) {
    while true {
      let path = uniqueName(in: folder, named: prefix)
      do throws(Errno) {
        return (try create(path, flags, permissions: permissions), path)
      } catch  where error == .exists {}
    }
  }

  package static func uniqueName(in folder: [UInt8], named prefix: String = uniquePrefix) -> [UInt8] {
    path(of: Array((prefix + String(UInt64.random(in: .min ... .max), radix: 36)).utf8), in: folder)
  }

  package static let uniquePrefix = ".gpsbridge-"

  /// The path of a name in a folder; an empty folder is the current one.
  static func path(of name: [UInt8], in folder: [UInt8]) -> [UInt8] {
    folder + (folder.isEmpty || folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name
  }

  /// Converts a path to a C string; one that contains a NUL would be a different path there.
  static func cName(_ path: some Collection<UInt8>) throws(Errno) -> [CChar] {
    guard !path.contains(0) else { throw .noSuchFile }
    return path.map { CChar(bitPattern: $0) } + [0]
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

  /// Closes a descriptor, once.
  ///
  /// Linux frees the number even if it returns EINTR. A second attempt could close a descriptor that another
  /// thread has just opened, so an interrupted close counts as done.
  package static func close(_ descriptor: CInt) throws(Errno) {
    guard Glibc.close(descriptor) != 0 else { return }
    let error = Errno.last
    if error != .interrupted { throw error }
  }

  // MARK: - Reading

  /// Reads available bytes, up to the size of the buffer; zero means the end of file or a timeout.
  package static func read(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Int { try call { unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) } }

  /// Reads available bytes, up to the length of the buffer, which does not change.
  package static func read(_ descriptor: CInt, into buffer: inout [UInt8]) throws(Errno) -> Int {
    try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(Errno) in
      try unsafe read(descriptor, into: UnsafeMutableRawBufferPointer(bytes))
    }
  }

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

  // MARK: - Writing

  /// The descriptor of standard output.
  package static let standardOutput = STDOUT_FILENO

  /// Writes as many bytes as the kernel accepts at once.
  package static func write(_ descriptor: CInt, _ bytes: borrowing Span<UInt8>) throws(Errno) -> Int {
    try call { unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) } }
  }

  /// Writes as many bytes as the kernel accepts at once, and throws an error for a pipe without a reader.
  ///
  /// Otherwise SIGPIPE would end the program. The program's own handling of the signal is unchanged.
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
    do throws(Errno) { return try write(descriptor, bytes) } catch {
      if error == .brokenPipe, !wasPending {
        var none = timespec()
        _ = unsafe sigtimedwait(&signals, nil, &none)
      }
      throw error
    }
  }

  /// Returns whether the kernel accepts bytes now or would report an error.
  package static func isWritable(_ descriptor: CInt) -> Bool {
    var asked = pollfd(fd: descriptor, events: CShort(POLLOUT), revents: 0)
    return unsafe poll(&asked, 1, 0) != 0
  }

  /// The kinds of descriptors whose reader may be slow.
  package enum SlowKind: Sendable { case pipe, terminal, socket }

  /// Returns the kind of a descriptor whose reader may be slow; nil for files and other devices.
  ///
  /// Some devices never poll as writable although they always accept bytes, such as the kernel log.
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

  /// Waits until the kernel accepts bytes again.
  package static func waitUntilWritable(_ descriptor: CInt) {
    var asked = pollfd(fd: descriptor, events: CShort(POLLOUT), revents: 0)
    _ = unsafe poll(&asked, 1, -1)
  }

  /// Flushes all written bytes to the disk.
  package static func synchronize(_ descriptor: CInt) throws(Errno) { _ = try call { fsync(descriptor) } }

  // MARK: - State of a descriptor

  /// Returns whether the other side has hung up, without waiting.
  package static func isHungUp(_ descriptor: CInt) throws(Errno) -> Bool {
    var asked = pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0)
    _ = try call { unsafe poll(&asked, 1, 0) }
    return CInt(asked.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Acquires the exclusive advisory lock of a file; unless it waits, throws EWOULDBLOCK if another process holds it.
  package static func lock(_ descriptor: CInt, waits: Bool = false) throws(Errno) {
    _ = try call { flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) }
  }

  /// Releases the advisory lock, even if other processes share the descriptor.
  package static func unlock(_ descriptor: CInt) throws(Errno) { _ = try call { flock(descriptor, LOCK_UN) } }

  // MARK: - Time

  /// Returns the monotonic clock in nanoseconds.
  package static func monotonicNanoseconds() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Blocks the thread until the monotonic clock reaches a time.
  package static func sleep(untilMonotonicNanoseconds nanoseconds: Int64) {
    var wake = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil) == EINTR {}
  }
}
