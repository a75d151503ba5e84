internal import GPSBase

/// Shell completion scripts for the table: verbs, flags, their values, and connected ports.
struct Completions {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  let table: CommandTable
  /// Source names that are not files, such as `sim:walk`.
  let sources: [String]

  init(_ table: CommandTable, sources: [String]) { (self.table, self.sources) = (table, sources) }

  func script(for shell: String) -> String {
    switch Shell(rawValue: shell) {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    case nil: ""
    }
  }

  func flags(of command: Command) -> [Flag] { command.flags + table.commonFlags }

  /// Whether a command takes a source, which may be a port.
  static func takesSource(_ command: Command) -> Bool {
    command.operands.contains { $0.placeholder == "SOURCE" }
  }

  /// The words that the first operand may be.
  static func choices(of command: Command) -> [String] {
    command.operands.first.map { $0.choices + $0.suggestions } ?? []
  }

  /// Whether a flag's value names a file, a folder, or a link that will be made.
  static func isFile(_ flag: Flag) -> Bool {
    guard case .text(let placeholder) = flag.value else { return false }
    return ["FILE", "DIR", "LINK"].contains { placeholder.holds($0) }
  }

  /// The word that may replace a file name: `auto` in `LINK|auto`.
  static func word(of flag: Flag) -> String? {
    guard isFile(flag), case .text(let words) = flag.value, let bar = words.firstIndex(of: "|") else {
      return nil
    }
    // Uppercase words are placeholders.
    let word = words[words.index(after: bar)...]
    return word == word.lowercased() ? String(word) : nil
  }

  /// The script for fish, with one line per word.
  var fish: String {
    let verbs = table.shownCommands.map(\.name).joined(separator: " ")
    var lines = [
      "# fish completion for gpsbridge; made by: gpsbridge completions fish", "set -l verbs \(verbs)",
      "complete -c gpsbridge -f",
    ]
    for command in table.shownCommands {
      lines.append(
        "complete -c gpsbridge -n \"not __fish_seen_subcommand_from $verbs\" -a \(command.name) "
          + "-d \(command.summary.shellQuoted)")
    }
    for flag in table.commonFlags { lines.append("complete -c gpsbridge \(specification(flag))") }
    for command in table.shownCommands {
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for flag in command.flags { lines.append("complete -c gpsbridge \(condition) \(specification(flag))") }
      if Self.takesSource(command) {
        lines.append(
          "complete -c gpsbridge \(condition) -a 'auto - (gpsbridge devices --complete 2>/dev/null)'")
        lines.append(
          "complete -c gpsbridge -n '__fish_seen_subcommand_from \(command.name); and \(Self.mayBeFile)' -F")
        lines.append("complete -c gpsbridge \(condition) -a \(sources.joined(separator: " ").shellQuoted)")
      }
      let choices = Self.choices(of: command)
      if !choices.isEmpty {
        lines.append("complete -c gpsbridge \(condition) -a \(choices.joined(separator: " ").shellQuoted)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// After a colon, fish would propose files too, such as `sim:tmp/`.
  private static let mayBeFile =
    "not string match -qr \"^(sim|id|path|serial|usb|gpsd|tcp|udp):\" -- (commandline -ct)"

  /// The part of the current word before its last comma.
  private static let head =
    "commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' ''"

  private func specification(_ flag: Flag) -> String {
    let short = flag.short.map { "-s \($0) " } ?? ""
    let value = flag.value == .none ? "" : Self.isFile(flag) ? "-r -F " : "-x "
    let words = flag.choices.joined(separator: " ")
    let choices =
      switch flag.value {
      case .none: ""
      case .text: Self.word(of: flag).map { "-a \($0) " } ?? ""
      case .word: "-a \(words.shellQuoted) "
      // After the last comma, another word may follow.
      case .list:
        "-a \("(printf '%s\\n' (\(Self.head)){\(flag.choices.joined(separator: ","))})".shellQuoted) "
      }
    return "\(short)-l \(flag.name) \(value)\(choices)-d \(flag.help.shellQuoted)"
  }

  /// The script for zsh, a function for its completion system.
  var zsh: String {
    let verbs = table.shownCommands.map { "    \("\($0.name):\(Self.plain($0.summary))".shellQuoted)" }
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
      return names.map { "\($0)[\(Self.plain(flag.help))]\(value)".shellQuoted }.joined(separator: " ")
    }.joined(separator: " ")
  }

  /// Removes characters that have a meaning in a specification.
  private static func plain(_ text: String) -> String { String(text.map { "[]:".contains($0) ? " " : $0 }) }

  /// The script for bash, without other dependencies.
  ///
  /// Bash splits words at colons: `usb:1546` arrives as three words, and completions omit the first two.
  var bash: String {
    let verbs = table.shownCommands.map(\.name)
    let first = (verbs + names(table.commonFlags)).joined(separator: " ").shellQuoted
    return """
      # bash completion for gpsbridge; made by: gpsbridge completions bash
      _gpsbridge() {
        local word verb='' index words='' choices='' list='' sources='' files='' head choice flag
        word=${COMP_LINE:0:COMP_POINT}
        word=${word##*[[:space:]]}
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          case ${COMP_WORDS[index]} in
            \(verbs.joined(separator: " | "))) verb=${COMP_WORDS[index]}; break ;;
          esac
        done
        flag=${COMP_WORDS[COMP_CWORD - 1]}
        if [[ $word == --*=* ]]; then flag=${word%%=*}; word=${word#*=}; fi
        case $verb:$flag in
      \(valueCases)
        esac
        if [[ -n $files ]]; then
          words=$choices
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
        elif [[ -n $list ]]; then
          head=${word%"${word##*,}"}
          for choice in $choices; do words+="$head$choice "; done
        elif [[ -n $choices ]]; then
          words=$choices
        else
          case $verb in
      \(table.shownCommands.map(wordsCase).joined(separator: "\n"))
            *) words=\(first) ;;
          esac
          if [[ -n $sources && $word != -?* ]]; then
            words+=" auto - $(gpsbridge devices --complete 2>/dev/null)"
            if [[ $word == sim:* ]]; then words+=" \(sources.joined(separator: " "))"; else words+=" sim:"; fi
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
          fi
        fi
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$word")
        if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
          COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
        fi
      }
      complete -F _gpsbridge gpsbridge

      """
  }

  // `watch:--format) choices='ndjson gpsd …' ;;`
  private var valueCases: String {
    var lines: [String] = []
    for command in table.shownCommands {
      for flag in command.flags where flag.value != .none {
        let names =
          [flag.name].map { "\(command.name):--\($0)" }
          + [flag.short].compactMap { $0 }.map { "\(command.name):-\($0)" }
        let choices = flag.choices.joined(separator: " ").shellQuoted
        let answer =
          switch flag.value {
          // Free text has no completions.
          case .text where Self.isFile(flag): "files=yes choices=\((Self.word(of: flag) ?? "").shellQuoted)"
          case .none, .text: "return"
          case .word: "choices=\(choices)"
          case .list: "choices=\(choices) list=yes"
          }
        lines.append("    \(names.joined(separator: " | "))) \(answer) ;;")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func wordsCase(_ command: Command) -> String {
    let words = Self.choices(of: command) + names(flags(of: command))
    let sources = Self.takesSource(command) ? " sources=yes" : ""
    return "      \(command.name)) words=\(words.joined(separator: " ").shellQuoted)\(sources) ;;"
  }

  private func names(_ flags: [Flag]) -> [String] {
    flags.flatMap { flag in ["--\(flag.name)"] + [flag.short.map { "-\($0)" }].compactMap { $0 } }
  }
}
