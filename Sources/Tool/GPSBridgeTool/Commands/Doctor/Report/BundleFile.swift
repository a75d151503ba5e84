internal import GPSSystemCalls
internal import Glibc
internal import GPSBase

/// The file for a report: readable only by its owner, never through a link, and overwritten only on request.
struct BundleFile {
  private let path: [UInt8]
  private let isForced: Bool

  init(_ name: Argument, isForced: Bool) throws(ToolError) {
    guard name.text != "-" else {
      throw ToolError(
        code: "wrong_form", exit: .usage, message: "--bundle needs a file, not -",
        remedy: "name a file: --bundle report.txt")
    }
    path = name.bytes
    self.isForced = isForced
  }

  var shown: String { VisibleText.escaped(path) }

  /// Throws if something exists that must not be overwritten.
  func check() throws(ToolError) {
    guard let kind = Kernel.node(path, ofLink: true)?.kind else { return }
    guard kind == S_IFREG else {
      let what = kind == S_IFLNK ? "a link" : kind == S_IFDIR ? "a folder" : "no file"
      throw ToolError(
        code: "not_a_file", exit: .usage, message: "\(shown) exists, and is \(what)",
        reason: "a report is never written through one", remedy: "name another file")
    }
    guard isForced else {
      throw ToolError(
        code: "exists", exit: .usage, message: "\(shown) already exists",
        remedy: "name another file, or add --force")
    }
  }

  /// Writes the whole file at once; unless forced, it does not replace a file created meanwhile.
  func write(_ bytes: [UInt8]) throws(ToolError) {
    try check()
    do throws(Errno) { try Kernel.replaceFile(path, with: bytes, isNew: !isForced) } catch {
      throw failure(error.rawValue)
    }
  }

  private func failure(_ number: CInt) -> ToolError {
    ToolError(
      code: number == EACCES || number == EPERM || number == EROFS
        ? "permission_denied" : number == ENOENT ? "not_found" : "write_failed",
      exit: number == EACCES || number == EPERM || number == EROFS
        ? .permissionDenied : number == ENOENT || number == ENOTDIR ? .notFound : .unexpected,
      message: "cannot write \(shown): \(Errno(number).words)",
      remedy: number == ENOENT ? "create the folder first, or name another" : OutputFailure.remedy(number))
  }
}
