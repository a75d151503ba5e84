import GPSSystemCalls
import Glibc

/// Who may do what with a file or a folder of a test.
enum FileMode {
  static func change(_ path: String, _ mode: mode_t) { unsafe _ = chmod(path, mode) }

  /// Makes a folder one like `/tmp`.
  static func letEverybodyIn(_ folder: String) { change(folder, 0o1777) }

  /// The mode of a file; nil where there is none.
  static func of(_ path: String) -> mode_t? { Kernel.node(path, ofLink: true).map { $0.mode & 0o7777 } }
}
