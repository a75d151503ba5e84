import Glibc

/// Runs the program as a user who may nothing.
enum Unprivileged {
  static let isRoot = geteuid() == 0

  /// Whether there is a way to be one: root may everything, and needs `setpriv` to give that up.
  static let isPossible = unsafe !isRoot || access("/usr/bin/setpriv", X_OK) == 0

  /// Runs a command line; the build folder may be closed to others, so they get a copy of the program.
  static func run(_ words: [String], environment: [String: String] = [:]) throws -> Run {
    try withWords(words) { try Program.run($0, input: nil, environment: environment) }
  }

  /// Gives the whole command line to a closure, within which it can be run.
  static func withWords<Result>(_ words: [String], _ body: ([[UInt8]]) throws -> Result) throws -> Result {
    guard isRoot else { return try body(Program.words(words)) }
    let folder = try WorkFolder()
    let copy = try folder.write(
      Array("gpsbridge".utf8), try Places.bytes(of: String(decoding: Program.path, as: UTF8.self)),
      mode: 0o755)
    return try withExtendedLifetime(folder) { try body(drop + [copy] + words.map { Array($0.utf8) }) }
  }

  /// Stands before the words of any program that such a user runs.
  static let drop: [[UInt8]] =
    isRoot
    ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"].map { Array($0.utf8) } : []
}
