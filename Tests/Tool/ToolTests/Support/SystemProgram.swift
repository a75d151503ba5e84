import Glibc

/// A program of the system that this one is held against, if it is installed.
enum SystemProgram {
  /// Where it is, by the `PATH`; nil if it is not.
  static func path(of name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  static let gpsbabel = path(of: "gpsbabel")
  static let socat = path(of: "socat")
  static let strace = path(of: "strace")

  /// Runs it over a text.
  static func run(_ name: String, _ arguments: [String], input: [UInt8]) throws -> Run {
    try Program.run(([path(of: name) ?? name] + arguments).map { Array($0.utf8) }, input: input)
  }
}
