/// Reads a command line by the table: verb, flags and operands in any order.
///
/// A value follows its flag as `--flag value` or `--flag=value`.
struct ArgumentParser {
  let table: CommandTable

  func parse(_ arguments: [Argument]) -> ParsedArguments {
    var parsed = ParsedArguments()
    // Flags may stand in front of their verb, and two verbs may mean different things by one name.
    let verb = arguments.lazy.compactMap { word in table.commands.first { $0.verb.rawValue == word.text } }.first
    let flags = (verb?.flags ?? []) + table.allFlags
    var rest = arguments[...]
    var flagsHaveEnded = false
    while let argument = rest.popFirst() {
      let text = argument.text
      if flagsHaveEnded || text == "-" || !text.hasPrefix("-") {
        parsed.operands.append(argument)
      } else if text == "--" {
        flagsHaveEnded = true
      } else {
        take(argument, &rest, flags, &parsed)
      }
    }
    findCommand(&parsed)
    return parsed
  }

  /// The words between commas, those that are empty left out.
  static func words(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }

  // MARK: Flags

  private func take(
    _ argument: Argument, _ rest: inout ArraySlice<Argument>, _ flags: [Flag], _ parsed: inout ParsedArguments
  ) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let written = String(decoding: parts[0], as: UTF8.self)
    guard let flag = flag(written, among: flags) else {
      return parsed.complain(Usage.unknownFlag(ShownText.of(parts[0]), table.allFlags))
    }
    let attached = parts.count > 1 ? Argument(Array(parts[1])) : nil
    guard flag.value != .none else {
      guard attached == nil else { return parsed.complain(Usage.unwantedValue(flag)) }
      return parsed.set(flag, Argument(""))
    }
    // A flag behind it is no value: the value was forgotten.
    guard let value = attached ?? (rest.first?.text.hasPrefix("--") == false ? rest.popFirst() : nil),
      !value.bytes.isEmpty
    else { return parsed.complain(Usage.missingValue(flag)) }
    if let problem = problem(with: value, of: flag) { return parsed.complain(problem) }
    parsed.set(flag, value)
  }

  private func flag(_ written: String, among flags: [Flag]) -> Flag? {
    flags.first { flag in
      written == "--\(flag.name)" || flag.short.map { written == "-\($0)" } ?? false
    }
  }

  private func problem(with value: Argument, of flag: Flag) -> Complaint? {
    switch flag.value {
    case .none, .text: return nil
    case .word(_, let choices):
      return choices.contains(value.text) ? nil : Usage.unknownWord(value, flag)
    case .list(_, let choices):
      let words = Self.words(value.text)
      guard !words.isEmpty else { return Usage.missingValue(flag) }
      return words.first { !choices.contains($0) }.map { Usage.unknownWord(Argument($0), flag) }
    }
  }

  // MARK: The verb and what belongs to it

  private func findCommand(_ parsed: inout ParsedArguments) {
    guard !parsed.operands.isEmpty else { return }
    let verb = parsed.operands.removeFirst()
    guard let command = table.commands.first(where: { $0.verb.rawValue == verb.text }) else {
      return parsed.complain(Usage.unknownVerb(verb, table.commands))
    }
    parsed.command = command
    for flag in parsed.flags where !command.flags.contains(flag) && !table.commonFlags.contains(flag) {
      parsed.complain(Usage.foreignFlag(flag, command))
    }
    if parsed.operands.count < command.operands.count {
      parsed.complain(Usage.missingOperand(command, command.operands[parsed.operands.count]))
    } else if parsed.operands.count > command.operands.count {
      parsed.complain(Usage.tooMany(command, parsed.operands[command.operands.count]))
    }
  }
}
