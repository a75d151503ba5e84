internal import CommandLineTable
internal import GPSBridge
internal import Glibc
internal import Texts
internal import ToolFiles

/// A recording that grows on the disk: after each write it is whole, and what was written is there after a crash.
///
/// Written bytes outlive the program at once; the machine's own end they outlive when they are synced.
struct RecordingFile: Sendable {
  let path: [UInt8]
  private(set) var size = 0
  private var isSynced = true
  private let descriptor: CInt
  /// Whether it is a file on a disk, and no device or pipe.
  private let isRegular: Bool

  /// Makes a file; one that is there is replaced only if that is asked for, and no link is ever followed.
  init(_ path: [UInt8], overwrites: Bool) throws(ToolError) {
    self.path = path
    let name = ShownText.of(path)
    do throws(SystemFault) {
      if case .stream(let stream) = try Self.place(path, overwrites) {
        isRegular = false
        descriptor = try PathCall.open(stream, O_WRONLY | O_NOCTTY)
        return
      }
      isRegular = true
      if overwrites { unsafe unlink(PathCall.text(path)) }
      descriptor = try PathCall.open(
        path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: PathCall.mode(in: PathCall.split(path).folder))
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

  /// What stands there may be refused for being a link or a folder; a fault of the look itself shows at the opening.
  private static func place(_ path: [UInt8], _ overwrites: Bool) throws(SystemFault) -> OutputPlace {
    switch PathCall.look(path, followsLinks: false) {
    case .success(let status) where [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT): .stream(path)
    case .success(let status) where status.st_mode & S_IFMT == S_IFDIR: throw SystemFault(number: EISDIR)
    case .success, .failure: .file(path, mode: nil)
    }
  }

  /// Appends whole lines; where that fails, nothing of them is left.
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
        // On a full disk a part of a line may have had room.
        if isRegular { ftruncate(descriptor, size) }
        throw SystemFault(number: number)
      }
    }
    size += bytes.count
    isSynced = false
  }

  /// Sees to it that what was written outlives the machine's end.
  mutating func sync() throws(SystemFault) {
    guard !isSynced, isRegular else { return }
    while fdatasync(descriptor) != 0 {
      let number = errno
      if number != EINTR { throw SystemFault(number: number) }
    }
    isSynced = true
  }

  /// Syncs and closes; it is not used any more.
  mutating func finish() throws(SystemFault) {
    defer { if descriptor != STDOUT_FILENO { close(descriptor) } }
    try sync()
  }

  /// Closes it, and takes its name away.
  func discard() {
    if descriptor != STDOUT_FILENO { close(descriptor) }
    if isRegular { unsafe unlink(PathCall.text(path)) }
  }

  /// A new name is in its folder only when that is synced, too.
  private static func syncFolder(of path: [UInt8]) {
    guard let folder = try? PathCall.open(PathCall.split(path).folder, O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder)
    close(folder)
  }
}
