extension Completions {
  /// The script for fish, with one line per word.
  var fish: String {
    let verbs = table.shownCommands.map(\.name).joined(separator: " ")
    var lines = [
      "# fish completion for gpsbridge; made by: gpsbridge completions fish",
      "set -l verbs \(verbs)",
      "complete -c gpsbridge -f",
    ]
    for command in table.shownCommands {
      lines.append(
        "complete -c gpsbridge -n \"not __fish_seen_subcommand_from $verbs\" -a \(command.name) "
          + "-d \(Self.quoted(command.summary))")
    }
    for flag in table.commonFlags { lines.append("complete -c gpsbridge \(specification(flag))") }
    for command in table.shownCommands {
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for flag in command.flags { lines.append("complete -c gpsbridge \(condition) \(specification(flag))") }
      if Self.takesSource(command) {
        lines.append(
          "complete -c gpsbridge \(condition) -F -a 'auto - (gpsbridge devices --complete 2>/dev/null)'")
        lines.append(
          "complete -c gpsbridge \(condition) -a \(Self.quoted(sources.joined(separator: " ")))")
      }
      let choices = Self.choices(of: command)
      if !choices.isEmpty {
        lines.append("complete -c gpsbridge \(condition) -a \(Self.quoted(choices.joined(separator: " ")))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

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
      case .word: "-a \(Self.quoted(words)) "
      // After the last comma, another word may follow.
      case .list:
        "-a \(Self.quoted("(printf '%s\\n' (\(Self.head)){\(flag.choices.joined(separator: ","))})")) "
      }
    return "\(short)-l \(flag.name) \(value)\(choices)-d \(Self.quoted(flag.help))"
  }
}
