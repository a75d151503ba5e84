import Glibc

/// A program of the system that ours is held against, if it is installed.
enum OtherProgram {
  /// Where it is, by the `PATH`; nil if it is not.
  static func path(of name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  static let gpsbabel = path(of: "gpsbabel")
  static let xmllint = path(of: "xmllint")
  static let socat = path(of: "socat")
  static let strace = path(of: "strace")
}
