internal import GPSBase

extension Completions {
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
