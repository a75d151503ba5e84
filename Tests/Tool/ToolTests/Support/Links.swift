import GPSSystemCalls
import Glibc
import TestSupport

/// Symbolic links.
enum Links {
  static func make(_ link: String, to target: String) throws { try make(Array(link.utf8), to: target) }

  static func make(_ link: [UInt8], to target: String) throws {
    guard unsafe symlink(target, link.map { CChar(bitPattern: $0) } + [0]) == 0 else { throw SystemFailure() }
  }

  static func remove(_ link: String) { remove(Array(link.utf8)) }

  static func remove(_ link: [UInt8]) { _ = unsafe unlink(link.map { CChar(bitPattern: $0) } + [0]) }

  /// Whether a process has a path open, by what the kernel tells of it.
  static func isOpen(_ path: String, by process: pid_t) -> Bool {
    let folder = "/proc/\(process)/fd/"
    return Kernel.names(in: folder).contains { Kernel.link(folder + $0) == path }
  }

  /// Writes to what a path leads to, without waiting.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure() }
    defer { close(descriptor) }
    _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
  }
}
