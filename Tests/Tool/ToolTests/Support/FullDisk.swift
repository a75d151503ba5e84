import Glibc
import TestSupport

/// A disk of a few kilobytes, for what must not be lost when there is no room.
final class FullDisk {
  static let isPossible = geteuid() == 0

  let path: String
  private let folder: WorkFolder

  init(bytes: Int) throws {
    folder = try WorkFolder()
    path = "\(folder.path)/disk"
    unsafe mkdir(path, 0o755)
    guard unsafe mount("none", path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw SystemFailure() }
  }

  deinit {
    unsafe umount(path)
    unsafe rmdir(path)
  }

  /// Leaves no room.
  func fill() throws {
    let descriptor = unsafe open("\(path)/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure() }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0, count: 4096)
    while unsafe write(descriptor, block, block.count) > 0 {}
  }
}
