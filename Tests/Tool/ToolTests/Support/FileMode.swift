import Glibc

/// Who may do what with a file or a folder of a test.
enum FileMode {
  static func change(_ path: String, _ mode: mode_t) { unsafe _ = chmod(path, mode) }
}
