package import CommandLineTable
internal import Glibc
internal import Texts

/// Why a source can't be opened or read.
package enum OpenFailure {
  package static func complaint(_ number: CInt, _ path: [UInt8]) -> Complaint {
    let name = ShownText.of(path)
    return switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, ENXIO, ENODEV:
      Complaint(
        code: "not_found", exit: .notFound, message: "cannot open \(name): \(SystemError.text(number))",
        reason: nil, hint: "check the name; - reads standard input")
    case EACCES, EPERM:
      Complaint(
        code: "permission_denied", exit: .permissionDenied,
        message: "cannot open \(name): \(SystemError.text(number))", reason: owner(of: path),
        hint: "have its owner allow you to read it (chmod), or read a copy")
    case EBUSY:
      Complaint(
        code: "busy", exit: .busy, message: "cannot open \(name): \(SystemError.text(number))", reason: nil,
        hint: "end the program that holds it")
    default:
      Complaint(
        code: "cannot_open", exit: .unexpected, message: "cannot open \(name): \(SystemError.text(number))",
        reason: nil, hint: "read a copy of it")
    }
  }

  package static func reading(_ number: CInt, _ name: String, after count: Int) -> Complaint {
    switch number {
    case EISDIR:
      Complaint(
        code: "is_a_directory", exit: .usage, message: "\(name) is a directory",
        reason: "a recording is a file, or standard input", hint: "name a file in it")
    case EBADF:
      Complaint(
        code: "not_found", exit: .notFound, message: "there is no standard input", reason: nil,
        hint: "name a file, or give it a pipe")
    default:
      Complaint(
        code: "read_failed", exit: .unexpected, message: "cannot read \(name): \(SystemError.text(number))",
        reason: "\(count) bytes were read before", hint: "look at the disk or device it is on, or read a copy"
      )
    }
  }

  private static func owner(of path: [UInt8]) -> String {
    var status = stat()
    let found = unsafe (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
      unsafe name.baseAddress.map { unsafe stat($0, &status) } ?? -1
    }
    guard found == 0 else { return "a directory on the way to it is closed to you" }
    let mode = String(status.st_mode & 0o7777, radix: 8)
    return "it belongs to user \(status.st_uid), its mode is \(mode), and you are user \(geteuid())"
  }
}
