internal import GPSSystemCalls
internal import Glibc
internal import GPSBase

/// The file, device or pipe at an output path, examined before anything is written.
enum OutputPlace: Hashable {
  case standardOutput
  /// A file that is created or replaced, with the mode of the old one.
  case file([UInt8], mode: UInt32?)
  /// A device or a pipe, which is written directly.
  case stream([UInt8])

  /// Examines a path; `-` is standard output.
  init(_ path: [UInt8], overwrites: Bool) throws(ToolError) {
    // By another name, it is `/dev/stdout`.
    guard path != [UInt8(ascii: "-")], !Self.isStandardOutput(path) else {
      self = .standardOutput
      return
    }
    let name = VisibleText.escaped(path)
    let node: Kernel.Node
    do throws(Errno) { node = try Kernel.look(path, ofLink: true) } catch {
      guard error == .noSuchFile else { throw OutputFailure.opening(error.rawValue, name) }
      self = .file(path, mode: nil)
      return
    }
    self =
      try node.kind == S_IFLNK
      ? Self.behindLink(path, name, overwrites) : Self.place(path, node, name, overwrites)
  }

  private static func isStandardOutput(_ path: [UInt8]) -> Bool {
    guard fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY,
      let output = Kernel.node(of: STDOUT_FILENO), let node = Kernel.node(path)
    else { return false }
    return node.isSame(as: output)
  }

  /// Follows a link, unless another user may have put it there.
  private static func behindLink(
    _ path: [UInt8], _ name: String, _ overwrites: Bool
  ) throws(ToolError) -> OutputPlace {
    let folder = PathCall.split(path).folder
    let isOwn = Kernel.node(path, ofLink: true)?.isTrusted ?? true
    if !isOwn || Kernel.node(folder)?.isShared == true {
      throw OutputFailure.link(name, isOwn ? VisibleText.escaped(folder) : nil)
    }
    guard let node = Kernel.node(path) else { throw OutputFailure.looseLink(name) }
    if node.isStream { return .stream(path) }
    guard let target = PathCall.resolved(path) else { throw OutputFailure.looseLink(name) }
    return try place(target, node, name, overwrites)
  }

  private static func place(
    _ path: [UInt8], _ node: Kernel.Node, _ name: String, _ overwrites: Bool
  ) throws(ToolError) -> OutputPlace {
    if node.isStream { return .stream(path) }
    switch node.kind {
    case S_IFREG where overwrites: return .file(path, mode: node.mode & 0o777)
    case S_IFREG: throw OutputFailure.exists(name)
    case S_IFDIR: throw OutputFailure.isFolder(name)
    default: throw OutputFailure.opening(EINVAL, name)
    }
  }
}

/// Why an output can't be made or written.
package enum OutputFailure {
  /// The remedy when the output can't be written.
  static func remedy(_ number: CInt) -> String {
    switch number {
    case ENOSPC, EDQUOT: "free space there, or write somewhere else"
    case EBADF: "give it a standard output"
    default: "check where the output goes"
    }
  }

  static func exists(_ name: String) -> ToolError {
    ToolError(
      code: "exists", exit: .usage, message: "\(name) already exists",
      remedy: "choose another name, or overwrite it with --force")
  }

  static func isFolder(_ name: String) -> ToolError {
    ToolError(
      code: "is_a_directory", exit: .usage, message: "\(name) is a directory", remedy: "name a file in it")
  }

  /// The complaint about a link in a folder that others may write to, or about one of another user.
  fileprivate static func link(_ name: String, _ folder: String?) -> ToolError {
    ToolError(
      code: "unsafe_link", exit: .permissionDenied,
      message: "\(name) is a symbolic link, and is not followed",
      reason: folder.map { "others may write to \($0), so another user may have put it there" }
        ?? "it belongs to another user", remedy: "choose another name, or a folder of your own")
  }

  fileprivate static func looseLink(_ name: String) -> ToolError {
    ToolError(
      code: "loose_link", exit: .notFound, message: "\(name) is a symbolic link that leads nowhere",
      remedy: "remove it, or choose another name")
  }

  package static func opening(_ number: CInt, _ name: String) -> ToolError {
    let message = "cannot write \(name): \(Errno(number).words)"
    return switch number {
    case ENOENT, ENOTDIR:
      ToolError(
        code: "not_found", exit: .notFound, message: message,
        remedy: "create the folder first (mkdir -p), or check the name")
    case ENXIO:
      ToolError(
        code: "no_reader", exit: .notFound, message: "cannot write \(name): no program reads it",
        reason: "it is a pipe", remedy: "start its reader first, or name a file")
    case EXDEV:
      ToolError(
        code: "unsafe_pipe", exit: .permissionDenied,
        message: "\(name) belongs to another user, and is not written to",
        reason: "others may write to its folder, so its owner may have put it there to read positions",
        remedy: "choose another name, or a folder of your own")
    case ENAMETOOLONG, ELOOP, ENODEV:
      ToolError(code: "not_found", exit: .notFound, message: message, remedy: "check the name")
    case EACCES, EPERM, EROFS:
      ToolError(
        code: "permission_denied", exit: .permissionDenied, message: message,
        remedy: "write to a folder of your own, or have this one's owner allow it")
    default:
      ToolError(
        code: "cannot_open", exit: .unexpected, message: message, remedy: OutputFailure.remedy(number))
    }
  }

  package static func writing(_ number: CInt, _ name: String, left: String) -> ToolError {
    let reason = number == EAGAIN ? "its reader accepts no more bytes" : Errno(number).words
    return ToolError(
      code: number == ENOSPC || number == EDQUOT ? "disk_full" : "write_failed", exit: .unexpected,
      message: "cannot write \(name): \(reason)", reason: left, remedy: OutputFailure.remedy(number))
  }
}
