import Glibc

@testable import GPSBridgeTool

/// What lies at a path, as the tests of the report's file ask.
enum Lying {
  static func mode(_ path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  static func link(_ path: String, to target: String) { _ = unsafe symlink(target, path) }

  static func text(_ path: String) -> String? {
    try? String(decoding: Places.bytes(of: path), as: UTF8.self)
  }
}
