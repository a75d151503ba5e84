import Glibc

/// The error number of a failed system call.
package struct Errno: Error, Hashable, Sendable {
  package let rawValue: CInt

  package init(_ rawValue: CInt) { self.rawValue = rawValue }

  /// The error number of the last system call; read it immediately after the call.
  package static var last: Errno { Errno(errno) }

  /// The C library's description, such as "Permission denied".
  package var words: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let start = text.baseAddress else { return "error \(rawValue)" }
      let failed = unsafe strerror_r(rawValue, start, 128)
      return failed == 0 ? unsafe String(cString: start) : "error \(rawValue)"
    }
  }

  package static let notPermitted = Errno(EPERM)
  package static let noSuchFile = Errno(ENOENT)
  package static let noSuchProcess = Errno(ESRCH)
  package static let interrupted = Errno(EINTR)
  package static let inputOutput = Errno(EIO)
  package static let noSuchAddress = Errno(ENXIO)
  package static let badDescriptor = Errno(EBADF)
  package static let wouldBlock = Errno(EAGAIN)
  package static let accessDenied = Errno(EACCES)
  package static let busy = Errno(EBUSY)
  package static let exists = Errno(EEXIST)
  package static let noSuchDevice = Errno(ENODEV)
  package static let notADirectory = Errno(ENOTDIR)
  package static let isADirectory = Errno(EISDIR)
  package static let invalid = Errno(EINVAL)
  package static let fileTooLarge = Errno(EFBIG)
  package static let noSpace = Errno(ENOSPC)
  package static let quotaExceeded = Errno(EDQUOT)
  package static let readOnly = Errno(EROFS)
  package static let brokenPipe = Errno(EPIPE)
  package static let tooManyOpen = Errno(EMFILE)
  package static let tooManyOpenInSystem = Errno(ENFILE)
  package static let notATerminal = Errno(ENOTTY)
  package static let addressInUse = Errno(EADDRINUSE)
  package static let nameTooLong = Errno(ENAMETOOLONG)
  package static let tooManyLinks = Errno(ELOOP)
  package static let notSupported = Errno(EOPNOTSUPP)
  package static let notImplemented = Errno(ENOSYS)
  package static let noLocks = Errno(ENOLCK)

  /// Whether the device of a descriptor is gone: a hang-up can cause any of these errors.
  package var isGone: Bool { self == .inputOutput || self == .noSuchAddress || self == .noSuchDevice }

  /// Whether a driver does not support a request.
  ///
  /// Drivers return ENOTTY or EINVAL for an unknown request; CDC-ACM returns EOPNOTSUPP for a break.
  package var isUnsupported: Bool {
    self == .notATerminal || self == .invalid || self == .notSupported || self == .notImplemented
  }
}
