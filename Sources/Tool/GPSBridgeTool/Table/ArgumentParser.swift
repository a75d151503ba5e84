internal import GPSBase

/// Parses a command line by the table: verb, flags and operands in any order.
///
/// A value is written `--flag value` or `--flag=value`. Flags with one name may differ between commands in
/// their text, but not in whether they take a value, because the verb may come after them.
package struct ArgumentParser {
  private let table: CommandTable
  /// All commands, which are made only if a flag or an unknown verb needs them.
  private lazy var commands = table.commands

  init(_ table: CommandTable) { self.table = table }

  mutating func parse(_ arguments: [Argument]) -> ParsedArguments {
    var parsed = ParsedArguments(table)
    var written: [WrittenFlag] = []
    var rest = arguments[...]
    var flagsHaveEnded = false
    while let argument = rest.popFirst() {
      let text = argument.text
      if flagsHaveEnded || text == "-" || !text.hasPrefix("-") {
        parsed.operands.append(argument)
      } else if text == "--" {
        flagsHaveEnded = true
      } else {
        // `wait --device` has no value, and `publish --device NAME` has one.
        let own = parsed.operands.first.flatMap { table.command($0.text)?.flags } ?? []
        written.append(split(argument, &rest, own))
      }
    }
    findCommand(&parsed)
    for flag in written { take(flag, &parsed) }
    checkOperands(&parsed)
    // Settings may complete the flags of some commands, so these are checked later.
    if let command = parsed.command, !table.groups.contains(where: { $0.name == command.name }) {
      parsed.check(command.rules)
    }
    return parsed
  }

  /// The words between commas, without empty ones.
  package static func words(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }

  // MARK: - Flags

  /// A flag as it was written, and the argument that may be its value.
  private struct WrittenFlag {
    var name: [UInt8]
    var attached: Argument?
    var following: Argument?

    func isWritten(_ flag: Flag) -> Bool {
      if name.starts(with: "--".utf8) { return name.dropFirst(2).elementsEqual(flag.name.utf8) }
      guard let short = flag.short, name.first == UInt8(ascii: "-") else { return false }
      return name.dropFirst().elementsEqual(short.utf8)
    }

    /// Whether a short flag's value follows its letter directly.
    func isShort(of flag: Flag) -> Bool {
      guard let short = flag.short, flag.value != .none, name.count > 2 else { return false }
      return name.starts(with: "-\(short)".utf8)
    }
  }

  private mutating func firstFlag(where isMet: (Flag) -> Bool) -> Flag? {
    if let flag = table.commonFlags.first(where: isMet) { return flag }
    for command in commands { if let flag = command.flags.first(where: isMet) { return flag } }
    return nil
  }

  /// The first flag of that name in another command, preferably one that accepts the value, since `--format` has
  /// several forms.
  private mutating func foreignFlag(_ written: WrittenFlag) -> Flag? {
    for flag in commands.flatMap(\.flags) where written.isWritten(flag) {
      guard let value = written.attached ?? written.following else { return flag }
      if problem(with: Self.spelled(value, flag), of: flag) == nil { return flag }
    }
    return firstFlag(where: written.isWritten)
  }

  private mutating func split(
    _ argument: Argument, _ rest: inout ArraySlice<Argument>, _ own: [Flag]
  ) -> WrittenFlag {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    var written = WrittenFlag(name: Array(parts[0]))
    if !written.name.starts(with: "--".utf8), let short = firstFlag(where: { written.isShort(of: $0) }) {
      // `-n5`, as in most programs.
      written = WrittenFlag(name: Array("-\(short.short ?? "")".utf8))
      written.attached = Argument(Array(argument.bytes.dropFirst(2)))
    } else if parts.count > 1 {
      written.attached = Argument(Array(parts[1]))
    } else if let flag = own.first(where: written.isWritten) ?? firstFlag(where: written.isWritten),
      flag.value != .none,
      // A flag can't be a value, so the value is missing.
      rest.first?.text.hasPrefix("--") == false
    {
      written.following = rest.popFirst()
    }
    return written
  }

  private mutating func take(_ written: WrittenFlag, _ parsed: inout ParsedArguments) {
    let own = (parsed.command?.flags ?? []) + table.commonFlags
    guard let flag = own.first(where: written.isWritten) ?? foreignFlag(written) else {
      return parsed.complain(
        Usage.unknownFlag(VisibleText.escaped(written.name), known(own), of: parsed.command))
    }
    if let command = parsed.command, !own.contains(flag) { parsed.complain(Usage.foreignFlag(flag, command)) }
    guard flag.value != .none else {
      guard written.attached == nil else { return parsed.complain(Usage.unwantedValue(flag)) }
      return parsed.set(flag, Argument(""))
    }
    guard let value = written.attached ?? written.following, !value.bytes.isEmpty else {
      return parsed.complain(Usage.missingValue(flag))
    }
    let spelled = Self.spelled(value, flag)
    if let problem = problem(with: spelled, of: flag) { return parsed.complain(problem) }
    parsed.set(flag, spelled)
  }

  /// Corrects the case of a value's words, such as `gga` to `GGA`.
  private static func spelled(_ value: Argument, _ flag: Flag) -> Argument {
    func known(_ word: String) -> String {
      flag.choices.contains(word) ? word : flag.choices.first { $0.lowercased() == word.lowercased() } ?? word
    }
    return switch flag.value {
    case .none, .text: value
    case .word: flag.choices.contains(value.text) ? value : Argument(known(value.text))
    case .list: Argument(words(value.text).map(known).joined(separator: ","))
    }
  }

  /// The flags to compare with: the command's, if there is a command.
  private func known(_ own: [Flag]) -> [Flag] { own.count > table.commonFlags.count ? own : table.allFlags }

  private func problem(with value: Argument, of flag: Flag) -> ToolError? {
    switch flag.value {
    case .none: return nil
    case .text: return flag.form?.complaint(value.text, flag)
    case .word(_, let choices): return choices.contains(value.text) ? nil : Usage.unknownWord(value, flag)
    case .list(_, let choices):
      let words = Self.words(value.text)
      guard !words.isEmpty else { return Usage.missingValue(flag) }
      return words.first { !choices.contains($0) }.map { Usage.unknownWord(Argument($0), flag) }
    }
  }

  // MARK: - Commands

  private mutating func findCommand(_ parsed: inout ParsedArguments) {
    guard !parsed.operands.isEmpty else { return }
    let verb = parsed.operands.removeFirst()
    // `gpsbridge help watch`, as in other programs with verbs.
    if verb.text == "help" {
      findCommand(&parsed)
      if parsed.problem == nil { parsed.set(.help, Argument("")) }
      return
    }
    guard let command = table.command(verb.text) else {
      return parsed.complain(Usage.unknownVerb(verb, commands.filter { !$0.isHidden }))
    }
    parsed.command = command
  }

  private func checkOperands(_ parsed: inout ParsedArguments) {
    guard let command = parsed.command else { return }
    let needed = command.operands.prefix { !$0.isOptional }
    if parsed.operands.count < needed.count {
      parsed.complain(Usage.missingOperand(command, needed[parsed.operands.count]))
    } else if parsed.operands.count > command.operands.count, command.operands.last?.isRepeated != true {
      let extra = parsed.operands[command.operands.count]
      parsed.complain(Usage.tooMany(command, extra, of: parsed.operands))
    }
    for (operand, word) in zip(command.operands, parsed.operands)
    where !operand.choices.isEmpty && !operand.choices.contains(word.text) {
      parsed.complain(Usage.unknownOperand(command, operand, word))
    }
  }
}

extension CommandTable {
  package func parse(_ arguments: [Argument]) -> ParsedArguments {
    var parser = ArgumentParser(self)
    return parser.parse(arguments)
  }
}
