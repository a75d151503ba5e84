import GPSSystemCalls
import TestSupport

/// The rules files as they lie in the source tree.
enum RulesFolder {
  static let root = ProjectFolder.path
  static let path = root + "/udev-rules"
  static let main = "61-gpsbridge.rules"
  static let autostart = "62-gpsbridge-autostart.rules"

  static func text(_ name: String) throws -> String { try contents(of: path + "/" + name) }

  /// The lines that a person is to copy, without their #.
  static func examples() throws -> [String] {
    try text(main).split(separator: "\n").filter { $0.hasPrefix("#SUBSYSTEM") }.map { String($0.dropFirst()) }
  }
}

/// The text of a file.
func contents(of path: String) throws -> String {
  guard let text = Kernel.text(path, limit: 1 << 20) else { throw ScriptFailure(what: "cannot open \(path)") }
  return text
}

/// The result of running a script.
struct ScriptRun {
  /// The exit status; 128 and the signal where one ended it.
  let status: CInt
  /// Its output, on either stream.
  let output: String
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs words as they are, with variables added to the environment.
  init(_ words: [String], environment: [String: String] = [:]) throws {
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let run = try TestSupport.OtherProgram(
      "/usr/bin/env", variables + ["sh", "-c", #"exec "$@" 2>&1"#, "sh"] + words)
    (status, output) = (run.status, run.output)
  }
}

struct ScriptFailure: Error {
  var what: String
}
