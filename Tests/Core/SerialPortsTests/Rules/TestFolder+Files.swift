import Glibc
import TestSupport

extension TestFolder {
  /// Writes a file, and makes the folders on the way to it.
  @discardableResult func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    let folders = name.split(separator: "/").dropLast()
    for count in folders.indices.map({ $0 + 1 }) {
      unsafe mkdir(file(folders.prefix(count).joined(separator: "/")), 0o755)
    }
    let target = try write(name, Array(text.utf8))
    unsafe chmod(target, mode)
    return target
  }

  func text(_ name: String) throws -> String { try contents(of: file(name)) }

  func has(_ name: String) -> Bool { isThere(file(name)) }

  /// Runs the script that installs with this folder as its root; the environment of the tests decides nothing.
  func run(_ words: String..., with variables: [String: String] = [:]) throws -> ScriptRun {
    let clean = [
      "DESTDIR": path, "PREFIX": "", "RULESDIR": "", "UNITSDIR": "", "AUTOSTART": "", "OPEN": "",
      "UDEV_CONTROL": "/nowhere", "SYSTEMD_RUNS": "/nowhere", "PROC_NET": "/nowhere", "GEOCLUE": "/nowhere",
    ]
    return try ScriptRun(
      [RulesFolder.path + "/install.sh"] + words, environment: clean.merging(variables) { $1 })
  }
}

/// Whether there is something of that name, a link to nowhere included.
func isThere(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}
