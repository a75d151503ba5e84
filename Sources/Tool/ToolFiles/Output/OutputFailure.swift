package import CommandLineTable
internal import Glibc

/// Why an output can't be made or written.
package enum OutputFailure {
  package static func exists(_ name: String) -> Complaint {
    Complaint(
      code: "exists", exit: .usage, message: "\(name) is there already", reason: nil,
      hint: "take another name, or write over it with --force")
  }

  package static func isFolder(_ name: String) -> Complaint {
    Complaint(
      code: "is_a_directory", exit: .usage, message: "\(name) is a directory", reason: nil,
      hint: "name a file in it")
  }

  package static func link(_ name: String, _ folder: String) -> Complaint {
    Complaint(
      code: "unsafe_link", exit: .permissionDenied,
      message: "\(name) is a symbolic link, and is not followed",
      reason: "everybody may write to \(folder), so anybody may have put it there",
      hint: "take another name, or a folder of your own")
  }

  static func looseLink(_ name: String) -> Complaint {
    Complaint(
      code: "loose_link", exit: .notFound, message: "\(name) is a symbolic link that leads nowhere",
      reason: nil, hint: "remove it, or take another name")
  }

  package static func opening(_ number: CInt, _ name: String) -> Complaint {
    let message = "cannot write \(name): \(SystemError.text(number))"
    return switch number {
    case ENOENT, ENOTDIR:
      Complaint(
        code: "not_found", exit: .notFound, message: message, reason: nil,
        hint: "make the folder first (mkdir -p), or check the name")
    case ENAMETOOLONG, ELOOP, ENXIO, ENODEV:
      Complaint(code: "not_found", exit: .notFound, message: message, reason: nil, hint: "check the name")
    case EACCES, EPERM, EROFS:
      Complaint(
        code: "permission_denied", exit: .permissionDenied, message: message, reason: nil,
        hint: "write to a folder of your own, or have this one's owner allow it")
    default:
      Complaint(
        code: "cannot_open", exit: .unexpected, message: message, reason: nil,
        hint: SystemError.writingHint(number))
    }
  }

  package static func writing(_ number: CInt, _ name: String, left: String) -> Complaint {
    Complaint(
      code: number == ENOSPC || number == EDQUOT ? "disk_full" : "write_failed", exit: .unexpected,
      message: "cannot write \(name): \(SystemError.text(number))", reason: left,
      hint: SystemError.writingHint(number))
  }
}
