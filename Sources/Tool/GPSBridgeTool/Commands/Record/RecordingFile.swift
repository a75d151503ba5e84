internal import CommandLineTable
internal import GPSBridge
internal import Glibc
internal import GPSBase
internal import ToolFiles

/// A recording that grows on the disk: it is whole after each write, and survives a crash.
///
/// Written bytes survive the end of the program at once, and the end of the machine once they are synced.
struct RecordingFile: Sendable {
  let path: [UInt8]
  private(set) var size = 0
  private var isSynced = true
  private let descriptor: CInt
  /// Whether it is a file on a disk rather than a device or a pipe.
  private let isRegular: Bool
  /// The name that it has until its first bytes are written: the file that it replaces stays until then.
  private var temporary: [UInt8]?

  /// Makes a file; an existing one is replaced only by request, and links are never followed.
  init(_ path: [UInt8], overwrites: Bool) throws(ToolError) {
    self.path = path
    let name = VisibleText.escaped(path)
    do throws(SystemFault) {
      if case .stream(let stream) = try Self.place(path, overwrites) {
        isRegular = false
        descriptor = try PathCall.open(stream, O_WRONLY | O_NOCTTY)
        return
      }
      isRegular = true
      let folder = PathCall.split(path).folder
      let mode = PathCall.mode(in: folder)
      if overwrites, case .success = PathCall.look(path, followsLinks: false) {
        (descriptor, temporary) = try TemporaryName.open(in: folder, mode: mode)
      } else {
        descriptor = try PathCall.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      }
    } catch  where error.number == EEXIST {
      throw OutputFailure.exists(name)
    } catch {
      throw OutputFailure.opening(error.number, name)
    }
    Self.syncFolder(of: path)
  }

  /// Standard output.
  init() {
    path = Array("-".utf8)
    descriptor = STDOUT_FILENO
    isRegular = false
  }

  /// The kind of place at a path; a folder is refused, and a fault of this look shows at the opening.
  private static func place(_ path: [UInt8], _ overwrites: Bool) throws(SystemFault) -> OutputPlace {
    switch PathCall.look(path, followsLinks: false) {
    case .success(let status) where [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT): .stream(path)
    case .success(let status) where status.st_mode & S_IFMT == S_IFDIR: throw SystemFault(number: EISDIR)
    case .success, .failure: .file(path, mode: nil)
    }
  }

  /// Appends whole lines; on failure, none of them is left.
  mutating func append(_ bytes: [UInt8]) throws(SystemFault) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      let number = errno
      if count >= 0 {
        written += count
      } else if number != EINTR {
        // A full disk may have taken a part of a line.
        if isRegular { ftruncate(descriptor, size) }
        throw SystemFault(number: number)
      }
    }
    try takeName()
    size += bytes.count
    isSynced = false
  }

  /// Replaces the old file, now that there is something to replace it with.
  private mutating func takeName() throws(SystemFault) {
    guard let temporary else { return }
    guard unsafe rename(PathCall.text(temporary), PathCall.text(path)) == 0 else {
      throw SystemFault(number: errno)
    }
    self.temporary = nil
    Self.syncFolder(of: path)
  }

  /// Syncs the file, so that its bytes survive the end of the machine.
  mutating func sync() throws(SystemFault) {
    guard !isSynced, isRegular else { return }
    while fdatasync(descriptor) != 0 {
      let number = errno
      if number != EINTR { throw SystemFault(number: number) }
    }
    isSynced = true
  }

  /// Syncs and closes the file; it must not be used after this.
  mutating func finish() throws(SystemFault) {
    defer { if descriptor != STDOUT_FILENO { close(descriptor) } }
    try sync()
  }

  /// Closes the file and removes it.
  func discard() {
    if descriptor != STDOUT_FILENO { close(descriptor) }
    if isRegular { unsafe unlink(PathCall.text(temporary ?? path)) }
  }

  /// A new name survives only if its folder is synced, too.
  private static func syncFolder(of path: [UInt8]) {
    guard let folder = try? PathCall.open(PathCall.split(path).folder, O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder)
    close(folder)
  }
}
