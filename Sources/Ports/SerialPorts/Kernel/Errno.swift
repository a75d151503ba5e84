import Glibc

/// The number with which a system call said no.
struct Errno: Error, Hashable, Sendable {
  let rawValue: CInt

  init(_ rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// The number that the last system call left; ask on the very next line.
  static var last: Errno { Errno(errno) }

  /// The C library's words for it, as "Permission denied".
  var words: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let start = text.baseAddress else { return "error \(rawValue)" }
      let failed = unsafe strerror_r(rawValue, start, 128)
      return failed == 0 ? unsafe String(cString: start) : "error \(rawValue)"
    }
  }
}

extension Errno {
  static let notPermitted = Errno(EPERM)
  static let noSuchFile = Errno(ENOENT)
  static let noSuchProcess = Errno(ESRCH)
  static let interrupted = Errno(EINTR)
  static let inputOutput = Errno(EIO)
  static let noSuchAddress = Errno(ENXIO)
  static let badDescriptor = Errno(EBADF)
  static let wouldBlock = Errno(EAGAIN)
  static let accessDenied = Errno(EACCES)
  static let busy = Errno(EBUSY)
  static let noSuchDevice = Errno(ENODEV)
  static let notADirectory = Errno(ENOTDIR)
  static let isADirectory = Errno(EISDIR)
  static let invalid = Errno(EINVAL)
  static let tooManyOpen = Errno(EMFILE)
  static let tooManyOpenInSystem = Errno(ENFILE)
  static let notATerminal = Errno(ENOTTY)
  static let nameTooLong = Errno(ENAMETOOLONG)
  static let tooManyLinks = Errno(ELOOP)
  static let notSupported = Errno(EOPNOTSUPP)
  static let notImplemented = Errno(ENOSYS)
  static let noLocks = Errno(ENOLCK)

  /// Whether the device behind a descriptor is gone: a hang-up shows itself in each of these.
  var isGone: Bool { self == .inputOutput || self == .noSuchAddress || self == .noSuchDevice }

  /// Whether a driver has never heard of what it was asked for.
  ///
  /// A driver without a request answers ENOTTY, some EINVAL; CDC-ACM answers a break with EOPNOTSUPP.
  var isUnsupported: Bool {
    self == .notATerminal || self == .invalid || self == .notSupported || self == .notImplemented
  }
}
