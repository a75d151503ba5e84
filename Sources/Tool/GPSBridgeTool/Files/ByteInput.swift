package import GPSSystemCalls
internal import Glibc
internal import GPSBase

/// Reads a file or standard input in pieces; decompresses a gzip file.
package struct ByteInput: ~Copyable {
  /// Whether the input may pause before its next bytes: a pipe, a terminal or a device.
  package let isLive: Bool
  private let descriptor: CInt
  private let isOwned: Bool
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// The reader of a compressed file, and its bytes in the buffer.
  private var gzip: GzipReader?
  private var packed = 0..<0
  private var isAtBegin = true

  /// Creates an input for standard input.
  package init() {
    descriptor = STDIN_FILENO
    isOwned = false
    isLive = Kernel.node(of: STDIN_FILENO)?.isFile != true
  }

  package init(opening path: [UInt8]) throws(ToolError) {
    (descriptor, isLive) = try PlaceOpening.input(path)
    isOwned = true
  }

  deinit { if isOwned { close(descriptor) } }

  /// Passes the next piece to a function.
  ///
  /// - Parameters:
  ///   - deadline: The time to stop waiting at; nil to wait until bytes come.
  ///   - take: The function.
  /// - Returns: Whether there may be more.
  /// - Throws: `ETIMEDOUT` at the deadline; for a compressed file, `EBADMSG` if it is damaged, or `ELIBACC` without
  ///   zlib.
  package mutating func read(
    until deadline: ContinuousClock.Instant? = nil, _ take: (Span<UInt8>) -> Void
  ) throws(Errno) -> Bool {
    while true {
      if let gzip, !packed.isEmpty || gzip.mayHaveMore {
        let (count, made) = try gzip.read(buffer.span.extracting(packed), take)
        packed = packed.lowerBound + count..<packed.upperBound
        if made > 0 { return true }
        continue
      }
      let count = try fill(until: deadline)
      if isAtBegin, !isLive, GzipReader.mayBegin(with: buffer.span.extracting(0..<count)) {
        gzip = try GzipReader()
      }
      isAtBegin = false
      guard let gzip else {
        if count > 0 { take(buffer.span.extracting(0..<count)) }
        return count > 0
      }
      packed = 0..<count
      guard count == 0 else { continue }
      guard gzip.hasEnded else { throw Errno(EBADMSG) }
      return false
    }
  }

  /// Returns to the start of a file.
  mutating func rewind() {
    lseek(descriptor, 0, SEEK_SET)
    (gzip, packed, isAtBegin) = (nil, 0..<0, true)
  }

  /// Reads the next bytes into the buffer; returns their number, 0 at the end.
  private mutating func fill(until deadline: ContinuousClock.Instant?) throws(Errno) -> Int {
    while true {
      // A FIFO that no program has written to yet reads as if it had ended.
      if isLive || deadline != nil { try wait(until: deadline) }
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      }
      let number = errno
      if count >= 0 { return count }
      switch number {
      case EINTR: continue
      case EAGAIN:
        // A terminal has bytes, but not yet a line; or another program has read them.
        try wait(until: deadline)
      default: throw Errno(number)
      }
    }
  }

  /// Waits until the input has bytes or has ended; throws at the deadline.
  private func wait(until deadline: ContinuousClock.Instant?) throws(Errno) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      var milliseconds: CInt = -1
      if let deadline {
        let left = deadline - ContinuousClock.now
        guard left > .zero else { throw Errno(ETIMEDOUT) }
        milliseconds = CInt(clamping: Int((left / .milliseconds(1)).rounded(.up)))
      }
      if unsafe poll(&request, 1, milliseconds) > 0 { return }
    }
  }
}

/// Why a source can't be opened or read.
package enum OpenFailure {
  package static func complaint(_ number: CInt, _ path: [UInt8]) -> ToolError {
    let message = "cannot open \(VisibleText.escaped(path)): \(Errno(number).words)"
    return switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, ENXIO, ENODEV:
      ToolError(code: "not_found", exit: .notFound, message: message, remedy: "check its name and its folder")
    case EACCES, EPERM:
      ToolError(
        code: "permission_denied", exit: .permissionDenied, message: message, reason: owner(of: path),
        remedy: "have its owner allow you to read it (chmod), or read a copy")
    case EBUSY:
      ToolError(code: "busy", exit: .busy, message: message, remedy: "end the program that holds it")
    default: ToolError(code: "cannot_open", exit: .unexpected, message: message, remedy: "read a copy of it")
    }
  }

  package static func reading(_ number: CInt, _ name: String, after count: Int) -> ToolError {
    switch number {
    case EISDIR:
      ToolError(
        code: "is_a_directory", exit: .usage, message: "\(name) is a directory",
        reason: "a recording is a file, or standard input", remedy: "name a file in it")
    case EBADMSG:
      ToolError(
        code: "read_failed", exit: .unexpected,
        message: "cannot read \(name): it is compressed, and damaged or cut off",
        reason: "\(count) bytes of its content were read before",
        remedy: "take the part that can be read: zcat FILE > OTHER")
    case ELIBACC:
      ToolError(
        code: "no_library", exit: .notFound,
        message: "cannot read \(name): it is compressed, and zlib can't be loaded",
        remedy: "apt install zlib1g")
    case EBADF:
      ToolError(
        code: "not_found", exit: .notFound, message: "there is no standard input",
        remedy: "name a file, or give it a pipe")
    default:
      ToolError(
        code: "read_failed", exit: .unexpected, message: "cannot read \(name): \(Errno(number).words)",
        reason: "\(count) bytes were read before", remedy: "check the disk or device it is on, or read a copy"
      )
    }
  }

  private static func owner(of path: [UInt8]) -> String {
    guard let node = Kernel.node(path) else { return "you may not enter a directory on its path" }
    let mode = String(node.mode & 0o7777, radix: 8)
    return "it belongs to user \(node.user), its mode is \(mode), and you are user \(geteuid())"
  }
}
