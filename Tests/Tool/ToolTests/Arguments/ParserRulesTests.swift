import GPSBase
import Testing

@testable import GPSBridgeTool

/// A small table, so that what is tested are the rules and not our commands.
private enum Small {
  static let level = Flag("level", .word(placeholder: "L", choices: ["low", "high"]), short: "l", help: "l")
  static let name = Flag("name", "N", help: "what it is called")
  static let kinds = Flag("kinds", .list(placeholder: "K", choices: ["a", "b"]), help: "k")
  static let loud = Flag("loud", help: "l")

  static let table = CommandTable(
    summary: "",
    commands: [
      Command(
        .keep, name: "record", summary: "keep it", description: "",
        operands: [
          Command.Operand(placeholder: "FROM", help: "f"),
          Command.Operand(placeholder: "TO", help: "t", isOptional: true),
        ],
        flags: [level, name, kinds], exitCodes: [.done], examples: []),
      Command(
        .keep, name: "version", summary: "tell", description: "", operands: [], flags: [loud],
        exitCodes: [.done], examples: []),
      Command(
        .keep, name: "completions", summary: "c", description: "",
        operands: [Command.Operand(placeholder: "SHELL", help: "s", choices: ["bash", "fish"])], flags: [],
        exitCodes: [.done], examples: []),
    ].map { command in (command.name, { command }) },
    commonFlags: [.help])
}

@Suite struct `A line of words and flags` {
  /// What the parser makes of a line; `·` is a blank within a word.
  private func reading(_ line: String) -> String {
    let words = line.split(separator: " ").map { Argument(String($0).replacing("·", with: " ")) }
    let parsed = Small.table.parse(words)
    let operands = parsed.operands.enumerated().map { " \($0.offset)=\($0.element.shown)" }.joined()
    let flags = parsed.flags.map { " \($0.name)=\(parsed.value(of: $0) ?? "nothing")" }.joined()
    let kinds = parsed.list(of: Small.kinds).map { " kinds are \($0)" } ?? ""
    let problem = parsed.problem.map { "  \($0.code): \($0.text)" } ?? ""
    return "$ \(line)\n  \(parsed.command?.name ?? "no command")\(operands)\(flags)\(kinds)\n\(problem)"
  }

  @Test func `is read as it was found right`() throws {
    let rows: KeyValuePairs<String, [String]> = [
      "Nothing is neither a command nor a problem.": [""],
      "The last of equal flags counts.": [
        "record x --level=low --level high", "record x -l high --level=low",
      ],
      "All behind the first equals sign is the value.": ["record x --name=a=b==", "record x --name=--·--"],
      "A dash and a single letter are a value, and two dashes are a flag.": [
        "record x --name -", "record x --name -5", "record x --name --level", "record x --name --",
      ],
      "The empty words of a list are left out.": [
        "record x --kinds a,,b,", "record x --kinds ,", "record x --kinds a,c", "record x",
      ],
      "It is asked for all that it needs, and for no more.": [
        "record", "record a", "record a b", "record a b c",
      ],
      "Where a command has a choice, no other words are accepted.": [
        "completions fish", "completions fisch", "completions cmd.exe", "completions Bash",
      ],
      "The first problem counts, and the line is read to its end.": [
        "record x --level=middle --bogus --name=n", "recrod x --name=n", "recrod --name=n",
      ],
      "A flag of another command is called so.": [
        "version --level=low", "version --loud", "record x --loud",
      ],
      "A value may follow its letter, and no flag is known by its beginning.": [
        "record x -lhigh", "record x --lev=high", "record x --Level=high",
      ],
    ]
    let text = rows.map { "# \($0.key)\n" + $0.value.map(reading).joined() }.joined()
    try Transcript.expect(text, is: "parser-rules")
    #expect(Small.table.parse(["record", "a"].map { Argument($0) }).operand(1) == nil)
  }

  @Test func `keeps the bytes of a name that is no text`() {
    let wrong: [UInt8] = [0x2F, 0xFF, 0x3D, 0xFE]
    let words = [Argument("record"), Argument(wrong), Argument(Array("--name=".utf8) + wrong)]
    let parsed = Small.table.parse(words)
    #expect(parsed.problem == nil && parsed.operand(0)?.bytes == wrong)
    #expect(parsed.argument(of: Small.name)?.bytes == wrong && parsed.operand(0)?.shown == #"/\xff=\xfe"#)
  }
}

@Suite struct `A flag` {
  @Test func `has choices only where its words are known`() {
    #expect(Small.level.choices == ["low", "high"] && Small.kinds.choices == ["a", "b"])
    #expect(Small.name.choices == [] && Small.loud.choices == [])
  }

  @Test func `is in the table once, whoever shares it`() {
    let names = CommandTable.gpsbridge.allFlags
    #expect(Set(names).count == names.count && names.contains(.timeout) && names.contains(.help))
  }
}

@Suite struct `A page of help` {
  @Test func `breaks its lines between words, and loses none`() {
    let words = (0..<60).map { "word\($0)" }
    var command = Small.table.commands[1]
    command.flags = [Flag("long", help: words.joined(separator: " "))]
    let text = Small.table.page(about: command).help
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      text.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("word") } == words)
  }
}
