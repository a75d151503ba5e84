import TestSupport
import Glibc

/// Symbolic links.
enum Links {
  static func make(_ link: String, to target: String) throws { try make(Array(link.utf8), to: target) }

  static func make(_ link: [UInt8], to target: String) throws {
    guard unsafe symlink(target, link.map { CChar(bitPattern: $0) } + [0]) == 0 else { throw SystemFailure() }
  }

  static func remove(_ link: String) { remove(Array(link.utf8)) }

  static func remove(_ link: [UInt8]) { _ = unsafe unlink(link.map { CChar(bitPattern: $0) } + [0]) }
}
