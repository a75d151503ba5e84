extension Completions {
  /// The script for zsh, a function for its completion system.
  var zsh: String {
    let verbs = table.shownCommands.map { "    \(Self.quoted("\($0.name):\(Self.plain($0.summary))"))" }
    return """
      #compdef gpsbridge
      # zsh completion for gpsbridge; made by: gpsbridge completions zsh
      _gpsbridge_source() {
        local -a ports
        ports=(auto - ${(f)"$(gpsbridge devices --complete 2>/dev/null)"})
        compadd -a ports
        compadd -- \(sources.joined(separator: " "))
        _files
      }
      _gpsbridge() {
        local -a verbs
        verbs=(
      \(verbs.joined(separator: "\n"))
        )
        local context state line
        _arguments -C \(specifications(table.commonFlags)) '1:verb:->verb' '*::word:->word'
        case $state in
          verb) _describe verb verbs ;;
          word)
            case $line[1] in
      \(table.shownCommands.map(arguments).joined(separator: "\n"))
            esac ;;
        esac
      }
      _gpsbridge "$@"

      """
  }

  private func arguments(_ command: Command) -> String {
    let choices = Self.choices(of: command)
    let operand =
      if Self.takesSource(command) {
        " '1:source:_gpsbridge_source'"
      } else if !choices.isEmpty {
        " '1:word:(\(choices.joined(separator: " ")))'"
      } else {
        ""
      }
    return "        \(command.name)) _arguments \(specifications(flags(of: command)))\(operand) ;;"
  }

  private func specifications(_ flags: [Flag]) -> String {
    flags.map { flag in
      let value =
        switch flag.value {
        case .none: ""
        case .text(let placeholder) where Self.isFile(flag): ":\(Self.plain(placeholder)):_files"
        case .text(let placeholder): ":\(placeholder):"
        case .word(let placeholder, let choices): ":\(placeholder):(\(choices.joined(separator: " ")))"
        case .list(let placeholder, let choices):
          ":\(placeholder):_values -s , \(placeholder) \(choices.joined(separator: " "))"
        }
      // The equals sign lets zsh complete `--format=gpsd` too.
      let names =
        ["--\(flag.name)" + (flag.value == .none ? "" : "=")]
        + [flag.short.map { "-\($0)" }].compactMap { $0 }
      return names.map { Self.quoted("\($0)[\(Self.plain(flag.help))]\(value)") }.joined(separator: " ")
    }.joined(separator: " ")
  }

  /// Removes characters that have a meaning in a specification.
  private static func plain(_ text: String) -> String { String(text.map { "[]:".contains($0) ? " " : $0 }) }
}
