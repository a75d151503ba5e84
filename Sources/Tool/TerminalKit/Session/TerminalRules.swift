internal import GPSBase

/// Whether a terminal gets colors, and whether it is limited to ASCII.
package struct TerminalRules: Hashable, Sendable {
  package enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

  package var isColored: Bool
  package var isPlain: Bool

  /// Decides by the command line, then by the environment, then by the kind of output.
  ///
  /// `NO_COLOR` and `CLICOLOR_FORCE` follow no-color.org and bixense.com/clicolors: they count if they are
  /// not empty, the latter only if it is not `0`.
  package init(color: ColorChoice, isASCII: Bool, isTerminal: Bool, environment: (String) -> String?) {
    func said(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        if said("NO_COLOR") != nil {
          false
        } else if let force = said("CLICOLOR_FORCE"), force != "0" {
          true
        } else {
          isTerminal && said("TERM") != "dumb" && said("TERM") != nil
        }
      }
    isPlain = isASCII || !Self.isUTF8(said)
  }

  /// Whether the locale uses UTF-8, by the first of the three variables that is set.
  package static func isUTF8(_ said: (String) -> String?) -> Bool {
    guard let locale = said("LC_ALL") ?? said("LC_CTYPE") ?? said("LANG") else { return false }
    let letters = locale.lowercased().filter { $0 != "-" }
    return letters.holds("utf8")
  }

  /// Whether a terminal with this name supports cursor control.
  package static func canDraw(on terminal: String?) -> Bool {
    guard let terminal, !terminal.isEmpty else { return false }
    return terminal != "dumb" && terminal != "unknown"
  }
}
