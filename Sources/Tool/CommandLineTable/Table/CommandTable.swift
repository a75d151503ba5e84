/// The one table of commands and flags: parsing, help, and whatever else speaks of them follow from it.
package struct CommandTable: Sendable {
  var summary: String
  var commands: [Command]
  /// Flags that stand without a command, and with any.
  var commonFlags: [Flag]

  package init(summary: String, commands: [Command], commonFlags: [Flag]) {
    self.summary = summary
    self.commands = commands
    self.commonFlags = commonFlags
  }

  /// Those that are of interest to everybody.
  var shownCommands: [Command] { commands.filter { !$0.isHidden } }

  /// Every flag of every command, each once.
  var allFlags: [Flag] {
    var flags = commonFlags
    for flag in commands.flatMap(\.flags) where !flags.contains(flag) { flags.append(flag) }
    return flags
  }
}
