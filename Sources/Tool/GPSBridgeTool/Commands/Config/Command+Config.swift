internal import CommandLineTable

extension Command {
  static let config = Command(
    verb: .config,
    summary: "show the settings that count, or check their files",
    operands: [
      Operand(
        placeholder: "ACTION", help: "show (what is settled), or check (whether all files are right)",
        choices: ["show", "check"])
    ],
    flags: [.origin],
    exitCodes: [.done, .usage, .permissionDenied],
    examples: [
      Example(line: "gpsbridge config show --origin", help: "each setting, and the line that it comes from"),
      Example(line: "gpsbridge config check", help: "after an edit"),
    ])
}

extension Flag {
  static let origin = Flag(
    name: "origin", help: "where each setting comes from: a file and its line, or a variable")
}
