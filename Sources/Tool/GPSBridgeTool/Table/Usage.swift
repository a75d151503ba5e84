internal import GPSBase

/// The errors of a command line.
package enum Usage {
  static let noVerb = wrong(
    "no_verb", "a verb is missing", "usage: gpsbridge VERB [flags]", "gpsbridge --help lists the verbs")

  static func unknownVerb(_ verb: Argument, _ commands: [Command]) -> ToolError {
    let known = commands.map(\.name)
    let remedy = NearestName.find(to: verb.text, among: known).map { "did you mean: gpsbridge \($0)" }
    return wrong(
      "unknown_verb", "there is no verb \(verb.shown)", "known: \(known.joined(separator: ", "))",
      remedy ?? "gpsbridge --help lists the verbs")
  }

  static func unknownFlag(_ shown: String, _ flags: [Flag], of command: Command?) -> ToolError {
    let remedy = NearestName.find(to: shown, among: flags.map { "--\($0.name)" }).map {
      "did you mean \($0)?"
    }
    let verb = command.map { " \($0.name)" } ?? ""
    return wrong(
      "unknown_flag", "there is no flag \(shown)", nil, remedy ?? "gpsbridge\(verb) --help lists the flags")
  }

  static func foreignFlag(_ flag: Flag, _ command: Command) -> ToolError {
    wrong(
      "unknown_flag", "\(command.name) has no flag --\(flag.name)", nil,
      "gpsbridge \(command.name) --help lists its flags")
  }

  static func unwantedValue(_ flag: Flag) -> ToolError {
    wrong("unwanted_value", "--\(flag.name) takes no value", nil, "write --\(flag.name)")
  }

  static func missingValue(_ flag: Flag) -> ToolError {
    let expected = flag.choices.isEmpty ? flag.help : "known: \(flag.choices.joined(separator: ", "))"
    return wrong("missing_value", "--\(flag.name) needs a value", expected, "write \(flag.synopsis)")
  }

  static func unknownWord(_ word: Argument, _ flag: Flag) -> ToolError {
    let remedy = NearestName.find(to: word.text, among: flag.choices).map { "did you mean \($0)?" }
    return wrong(
      "unknown_value", "--\(flag.name) does not accept \(word.shown)",
      "known: \(flag.choices.joined(separator: ", "))", remedy ?? "name one of them")
  }

  package static func missingOperand(_ command: Command, _ operand: Command.Operand) -> ToolError {
    wrong(
      "missing_operand", "\(command.name) needs \(operand.placeholder): \(operand.help)",
      "usage: \(command.usages[0])", "gpsbridge \(command.name) --help shows more")
  }

  package static func tooMany(_ command: Command, _ operand: Argument, of operands: [Argument] = [])
    -> ToolError
  {
    guard command.name == "monitor", operands.count == 2 else {
      return wrong(
        "too_many_operands", "\(operand.shown) is one word too many",
        "usage: \(command.usages[0])", "leave it out; quote names that contain spaces")
    }
    let sources = operands.map(\.shown).joined(separator: " ")
    return wrong(
      "too_many_operands", "monitor shows one source, and \(operand.shown) is a second one",
      "usage: \(command.usages[0])", "gpsbridge compare \(sources) compares the two")
  }

  static func unknownOperand(_ command: Command, _ operand: Command.Operand, _ word: Argument) -> ToolError {
    let remedy = NearestName.find(to: word.text, among: operand.choices)
    return wrong(
      "unknown_value", "\(command.name) does not accept \(word.shown)",
      "known: \(operand.choices.joined(separator: ", "))",
      remedy.map { "did you mean: gpsbridge \(command.name) \($0)" } ?? "name one of them")
  }

  /// The error for an invalid value of a flag; the usual remedy is the example of its form.
  package static func wrongForm(
    _ flag: Flag, _ value: String, expected: String, _ remedy: String? = nil
  ) -> ToolError {
    wrong(
      "wrong_form", "--\(flag.name) can't be \(VisibleText.escaped(value.utf8))", expected,
      remedy ?? "write it like --\(flag.name) \(flag.form?.example.shellWord ?? "")")
  }

  /// The error for contradictory flags.
  package static func contradiction(_ message: String, _ remedy: String) -> ToolError {
    wrong("contradiction", message, nil, remedy)
  }

  private static func wrong(
    _ code: String, _ message: String, _ reason: String?, _ remedy: String
  ) -> ToolError { ToolError(code: code, exit: .usage, message: message, reason: reason, remedy: remedy) }
}

/// The name that the user may have meant.
package enum NearestName {
  /// The most similar name; nil if none is similar enough.
  package static func find(to written: String, among names: [String]) -> String? {
    // A name that begins with the written text is certainly meant.
    if written.count > 2, let longer = names.first(where: { $0.hasPrefix(written) }) { return longer }
    let near = names.map { ($0, distance(Array(written.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
    guard let near, near.1 <= max(1, near.0.utf8.count / 3) else { return nil }
    return near.0
  }

  /// The number of letters to insert, delete, replace, or swap with their neighbor.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    // A long text is hardly a mistyped short name, and the table would be large.
    guard a.count <= 64, b.count <= 64 else { return .max }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [Int](repeating: i + 1, count: b.count + 1)
      for j in 0..<b.count {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
