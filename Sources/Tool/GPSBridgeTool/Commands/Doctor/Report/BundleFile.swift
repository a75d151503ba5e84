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
        code: "wrong_form", exit: .usage, message: "--bundle needs a file, which - is not", reason: nil,
        hint: "name a file: --bundle report.txt")
    }
    path = name.bytes
    self.isForced = isForced
  }

  var shown: String { VisibleText.escaped(path) }

  /// Throws if something exists that must not be overwritten.
  func check() throws(ToolError) {
    var status = stat()
    guard unsafe path.withName({ unsafe lstat($0, &status) }) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      let what = kind == S_IFLNK ? "a link" : kind == S_IFDIR ? "a folder" : "no file"
      throw ToolError(
        code: "not_a_file", exit: .usage, message: "\(shown) exists, and is \(what)",
        reason: "a report is never written through one", hint: "name another file")
    }
    guard isForced else {
      throw ToolError(
        code: "exists", exit: .usage, message: "\(shown) already exists", reason: nil,
        hint: "name another file, or add --force")
    }
  }

  /// Writes the whole file: a new one next to it, which is then renamed.
  func write(_ bytes: [UInt8]) throws(ToolError) {
    try check()
    let beside = path + Array(".\(getpid()).new".utf8)
    // `O_EXCL`: fail if an attacker planted a link.
    let descriptor = unsafe beside.withName {
      unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    let number = errno
    guard descriptor >= 0 else { throw failure(number) }
    do throws(ToolError) {
      try fill(descriptor, bytes)
      try take(beside)
    } catch {
      unsafe _ = beside.withName { unsafe unlink($0) }
      throw error
    }
  }

  private func fill(_ descriptor: CInt, _ bytes: [UInt8]) throws(ToolError) {
    let output = ByteOutput(descriptor)
    output.write(bytes)
    output.flush()
    let synced = fsync(descriptor)
    let number = errno
    close(descriptor)
    if let problem = output.failure ?? (synced == 0 ? nil : number) { throw failure(problem) }
  }

  /// Renames the new file; unless forced, a file created meanwhile stays.
  private func take(_ beside: [UInt8]) throws(ToolError) {
    let done = unsafe beside.withName { old in
      unsafe path.withName { new in unsafe isForced ? rename(old, new) : link(old, new) }
    }
    let number = errno
    guard done == 0 else { throw failure(number) }
    if !isForced { unsafe _ = beside.withName { unsafe unlink($0) } }
  }

  private func failure(_ number: CInt) -> ToolError {
    ToolError(
      code: number == EACCES || number == EPERM || number == EROFS
        ? "permission_denied" : number == ENOENT ? "not_found" : "write_failed",
      exit: number == EACCES || number == EPERM || number == EROFS
        ? .permissionDenied : number == ENOENT || number == ENOTDIR ? .notFound : .unexpected,
      message: "cannot write \(shown): \(Errno(number).words)", reason: nil,
      hint: number == ENOENT ? "create the folder first, or name another" : OutputFailure.remedy(number))
  }
}

extension [UInt8] {
  /// The name as a C string, valid during the call.
  fileprivate func withName(_ body: (UnsafePointer<CChar>) -> CInt) -> CInt {
    unsafe (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { name in
      unsafe name.baseAddress.map { unsafe body($0) } ?? -1
    }
  }
}
