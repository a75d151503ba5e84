internal import Glibc

/// The folders of settings and of state, by the rules of XDG.
package enum UserFolders {
  /// The files of settings, in the order in which they count.
  package static var configurations: [String] {
    let folders = ["/etc/gpsbridge", folder("XDG_CONFIG_HOME", or: ".config")].compactMap { $0 }
    return folders.flatMap { folder in
      let parts = SmallFile.names(in: folder + "/config.d").filter { $0.hasSuffix(".json5") }
      return ["\(folder)/config.json5"] + parts.map { "\(folder)/config.d/\($0)" }
    }
  }

  /// The folder for what the program has learned; nil for a user without a home.
  package static var state: String? { folder("XDG_STATE_HOME", or: ".local/state") }

  /// A variable of the environment; nil if it is missing or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  private static func folder(_ variable: String, or name: String) -> String? {
    // The rules want absolute paths, and others to be passed over.
    if let folder = environment(variable), folder.hasPrefix("/") { return folder + "/gpsbridge" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(name)/gpsbridge"
  }
}
