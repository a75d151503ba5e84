import Glibc

/// Numbers of the kernel's errors, for files that can't have the C library beside a suite.
enum ErrorNumber {
  static let missing = ENOENT
  static let denied = EACCES
  static let notAllowed = EPERM
  static let readOnly = EROFS
  static let busy = EBUSY
  static let full = ENOSPC
  static let overQuota = EDQUOT
  static let isFolder = EISDIR
  static let notOpen = EBADF
  static let broken = EIO
  static let loop = ELOOP
  static let tooLong = ENAMETOOLONG
  static let noFolder = ENOTDIR
  static let noDevice = ENXIO
}
