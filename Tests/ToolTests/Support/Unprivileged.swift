import Glibc

@testable import GPSBridgeTool

/// Runs the program as a user who may nothing.
enum Unprivileged {
  private static let isRoot = geteuid() == 0

  /// Whether there is a way to be one: root may everything, and needs `setpriv` to give that up.
  static let isPossible = unsafe !isRoot || access("/usr/bin/setpriv", X_OK) == 0

  /// Runs a command line; the build folder may be closed to others, so they get a copy of the program.
  static func run(_ words: [String], environment: [String: String] = [:]) throws -> Run {
    guard isRoot else {
      return try Program.run(
        [Program.path] + words.map { Array($0.utf8) }, input: nil, environment: environment)
    }
    let folder = try TemporaryFolder()
    let copy = try folder.file(
      Array("gpsbridge".utf8), try Places.bytes(of: String(decoding: Program.path, as: UTF8.self)),
      mode: 0o755)
    let drop = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    return try withExtendedLifetime(folder) {
      try Program.run(
        drop.map { Array($0.utf8) } + [copy] + words.map { Array($0.utf8) }, input: nil,
        environment: environment)
    }
  }
}
