import Glibc

/// The number with which a system call said no.
package struct Errno: Error, Hashable, Sendable {
  package let rawValue: CInt

  package init(_ rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// The number that the last system call left; ask on the very next line.
  package static var last: Errno { Errno(errno) }

  /// The C library's words for it, as "Permission denied".
  package var words: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let start = text.baseAddress else { return "error \(rawValue)" }
      let failed = unsafe strerror_r(rawValue, start, 128)
      return failed == 0 ? unsafe String(cString: start) : "error \(rawValue)"
    }
  }
}

extension Errno {
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

  /// Whether the device behind a descriptor is gone: a hang-up shows itself in each of these.
  package var isGone: Bool { self == .inputOutput || self == .noSuchAddress || self == .noSuchDevice }

  /// Whether a driver has never heard of what it was asked for.
  ///
  /// A driver without a request answers ENOTTY, some EINVAL; CDC-ACM answers a break with EOPNOTSUPP.
  package var isUnsupported: Bool {
    self == .notATerminal || self == .invalid || self == .notSupported || self == .notImplemented
  }
}
