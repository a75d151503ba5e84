internal import GPSBase

extension Verb {
  static let completions = Verb("completions") {
    Command(
      .setUp, summary: "print command completions for bash, zsh or fish",
      description: "The shell then completes verbs, flags, values and the ports that are connected.",
      operands: [
        Operand(
          placeholder: "SHELL", help: "bash, zsh or fish", choices: Completions.Shell.allCases.map(\.rawValue)
        )
      ],
      flags: [],
      exitCodes: [.done, .usage],
      examples: [
        Example(
          "gpsbridge completions bash > /etc/bash_completion.d/gpsbridge", "for bash, from the next shell on"),
        Example("gpsbridge completions zsh > ~/.zfunc/_gpsbridge", "for zsh, with ~/.zfunc in fpath"),
        Example("gpsbridge completions fish > ~/.config/fish/completions/gpsbridge.fish", "for fish"),
      ])
  } run: { (parsed, output) throws(ToolError) in
    output.write(text: Completions(parsed.table).script(for: parsed.operand(0)?.text ?? ""))
    return .done
  }
}

extension Completions {
  /// Includes the simulated receivers among the sources, for completion after `sim:`.
  init(_ table: CommandTable) {
    self.init(table, sources: ScenarioList.summaries.map { "sim:\($0.name)" } + ["sim:multi"])
  }
}
