import Glibc

/// The number with which a system call said no.
struct Errno: Error, Hashable, Sendable {
  let rawValue: CInt

  init(_ rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// The number that the last system call left; ask on the very next line.
  static var last: Errno { Errno(errno) }
}
