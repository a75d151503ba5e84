import Glibc

/// The result of running a script.
struct ScriptRun {
  /// The exit status; 128 and the signal where one ended it.
  var status: CInt
  /// Its output, on either stream.
  var output: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs words as they are, with variables added to the environment.
  init(_ words: [String], environment: [String: String] = [:]) throws {
    let variables = environment.map { quoted("\($0.key)=\($0.value)") }.sorted()
    let command = (["env"] + variables + words.map(quoted)).joined(separator: " ") + " 2>&1 </dev/null"
    guard let pipe = unsafe popen(command, "re") else { throw ScriptFailure(what: "cannot run \(words)") }
    output = String(decoding: unsafe everything(from: pipe), as: UTF8.self)
    let status = unsafe pclose(pipe)
    self.status = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// A word that the shell takes as it is.
private func quoted(_ word: String) -> String {
  let marks = word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  return "'" + marks + "'"
}
