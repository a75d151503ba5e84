import TestSupport

/// A program of the system that this one is held against, if it is installed.
enum SystemProgram {
  static let gpsbabel = OtherProgram.path(of: "gpsbabel")
  static let socat = OtherProgram.path(of: "socat")
  static let strace = OtherProgram.path(of: "strace")

  /// Runs it over a text.
  static func run(_ name: String, _ arguments: [String], input: [UInt8]) throws -> Run {
    try Program.run(([OtherProgram.path(of: name) ?? name] + arguments).map { Array($0.utf8) }, input: input)
  }
}
