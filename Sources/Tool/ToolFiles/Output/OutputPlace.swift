package import CommandLineTable
package import Glibc
internal import Texts

/// The file, device or pipe at the place of an output, looked at before anything is written.
package enum OutputPlace: Hashable {
  /// Standard output.
  case standardOutput
  /// A file that is made or replaced; the mode of the one that is there.
  case file([UInt8], mode: mode_t?)
  /// A device or a pipe, which is written to as it is.
  case stream([UInt8])

  /// Looks at a path; `-` is standard output.
  package init(_ path: [UInt8], overwrites: Bool) throws(Complaint) {
    guard path != [UInt8(ascii: "-")] else {
      self = .standardOutput
      return
    }
    // As `/dev/stdout`.
    guard !Self.isStandardOutput(path) else {
      self = .standardOutput
      return
    }
    let name = ShownText.of(path)
    switch PathCall.look(path, followsLinks: false) {
    case .failure(let fault) where fault.number == ENOENT: self = .file(path, mode: nil)
    case .failure(let fault): throw OutputFailure.opening(fault.number, name)
    case .success(let status) where status.st_mode & S_IFMT == S_IFLNK:
      self = try Self.behindLink(path, name, overwrites)
    case .success(let status): self = try Self.place(path, status, name, overwrites)
    }
  }

  private static func isStandardOutput(_ path: [UInt8]) -> Bool {
    var output = stat()
    guard unsafe fstat(STDOUT_FILENO, &output) == 0,
      case .success(let status) = PathCall.look(path, followsLinks: true)
    else { return false }
    return status.st_dev == output.st_dev && status.st_ino == output.st_ino
  }

  /// A link that somebody else may have put there leads where they want.
  private static func behindLink(
    _ path: [UInt8], _ name: String, _ overwrites: Bool
  ) throws(Complaint) -> OutputPlace {
    let folder = PathCall.split(path).folder
    if case .success(let status) = PathCall.look(folder, followsLinks: true), status.st_mode & S_IWOTH != 0 {
      throw OutputFailure.link(name, ShownText.of(folder))
    }
    guard case .success(let status) = PathCall.look(path, followsLinks: true) else {
      throw OutputFailure.looseLink(name)
    }
    if isStream(status) { return .stream(path) }
    guard let target = PathCall.resolved(path) else { throw OutputFailure.looseLink(name) }
    return try place(target, status, name, overwrites)
  }

  private static func place(
    _ path: [UInt8], _ status: stat, _ name: String, _ overwrites: Bool
  ) throws(Complaint) -> OutputPlace {
    if isStream(status) { return .stream(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG where overwrites: return .file(path, mode: status.st_mode & 0o777)
    case S_IFREG: throw OutputFailure.exists(name)
    case S_IFDIR: throw OutputFailure.isFolder(name)
    default: throw OutputFailure.opening(EINVAL, name)
    }
  }

  private static func isStream(_ status: stat) -> Bool {
    [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT)
  }
}
