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
        name: "record", summary: "keep it",
        operands: [
          Command.Operand(placeholder: "FROM", help: "f"),
          Command.Operand(placeholder: "TO", help: "t", isOptional: true),
        ],
        flags: [level, name, kinds], exitCodes: [.done], examples: []),
      Command(
        name: "version", summary: "tell", operands: [], flags: [loud], exitCodes: [.done], examples: []),
      Command(
        name: "completions", summary: "c",
        operands: [Command.Operand(placeholder: "SHELL", help: "s", choices: ["bash", "fish"])], flags: [],
        exitCodes: [.done], examples: []),
    ].map { command in (command.name, { command }) },
    commonFlags: [.help])
}

private func parse(_ words: String...) -> ParsedArguments {
  Small.table.parse(words.map { Argument($0) })
}

@Suite struct `A line of words and flags` {
  @Test func `of nothing has neither a command nor a problem`() {
    let parsed = parse()
    #expect(parsed.command == nil)
    #expect(parsed.problem == nil)
    #expect(parsed.flags.isEmpty)
  }

  @Test func `lets the last of equal flags count`() {
    #expect(parse("record", "x", "--level=low", "--level", "high").value(of: Small.level) == "high")
    #expect(parse("record", "x", "-l", "high", "--level=low").value(named: "level") == "low")
  }

  @Test func `keeps everything behind the first equals sign`() {
    #expect(parse("record", "x", "--name=a=b==").value(of: Small.name) == "a=b==")
    #expect(parse("record", "x", "--name=-- --").value(of: Small.name) == "-- --")
  }

  @Test func `takes a dash and a single letter for a value, and two dashes for a flag`() {
    #expect(parse("record", "x", "--name", "-").value(of: Small.name) == "-")
    #expect(parse("record", "x", "--name", "-5").value(of: Small.name) == "-5")
    #expect(parse("record", "x", "--name", "--level").problem?.code == "missing_value")
    #expect(parse("record", "x", "--name", "--").problem?.code == "missing_value")
  }

  @Test func `leaves out the empty words of a list`() {
    #expect(parse("record", "x", "--kinds", "a,,b,").list(of: Small.kinds) == ["a", "b"])
    #expect(parse("record", "x", "--kinds", ",").problem?.code == "missing_value")
    #expect(parse("record", "x", "--kinds", "a,c").problem?.message == "--kinds does not accept c")
    #expect(parse("record", "x").list(of: Small.kinds) == nil)
  }

  @Test func `is asked for all that it needs, and for no more`() {
    #expect(parse("record").problem?.message == "record needs FROM: f")
    #expect(parse("record").problem?.reason == "usage: gpsbridge record FROM [TO] [flags]")
    #expect(parse("record", "a").problem == nil)
    #expect(parse("record", "a", "b").problem == nil)
    #expect(parse("record", "a", "b", "c").problem?.message == "c is one word too many")
  }

  @Test func `has operands by their place, and none where they were left out`() {
    let parsed = parse("record", "a")
    #expect(parsed.operand(0) == Argument("a"))
    #expect(parsed.operand(1) == nil)
  }

  @Test func `has words that are no others where a command has a choice`() {
    #expect(parse("completions", "fish").problem == nil)
    #expect(parse("completions", "fisch").problem?.hint == "did you mean: gpsbridge completions fish")
    #expect(parse("completions", "cmd.exe").problem?.hint == "name one of them")
    #expect(parse("completions", "Bash").problem?.code == "unknown_value")
  }

  @Test func `tells of its first problem, and is read to its end all the same`() {
    let parsed = parse("record", "x", "--level=middle", "--bogus", "--name=n")
    #expect(parsed.problem?.message == "--level does not accept middle")
    #expect(parsed.value(of: Small.name) == "n")
    #expect(parse("recrod", "x", "--name=n").problem?.hint == "did you mean: gpsbridge record")
    #expect(parse("recrod", "--name=n").value(of: Small.name) == "n")
  }

  @Test func `says whose flag it was that the command has not`() {
    #expect(parse("version", "--level=low").problem?.message == "version has no flag --level")
    #expect(parse("version", "--loud").problem == nil)
    #expect(parse("record", "x", "--loud").problem?.hint == "gpsbridge record --help lists its flags")
  }

  @Test func `takes a value right behind a letter, and does not know a flag by its beginning`() {
    #expect(parse("record", "x", "-lhigh").problem == nil)
    #expect(parse("record", "x", "--lev=high").problem?.hint == "did you mean --level?")
    #expect(parse("record", "x", "--Level=high").problem?.code == "unknown_flag")
  }

  @Test func `keeps the bytes of a name that is no text`() {
    let wrong: [UInt8] = [0x2F, 0xFF, 0x3D, 0xFE]
    let words = [Argument("record"), Argument(wrong), Argument(Array("--name=".utf8) + wrong)]
    let parsed = Small.table.parse(words)
    #expect(parsed.problem == nil)
    #expect(parsed.operand(0)?.bytes == wrong)
    #expect(parsed.argument(of: Small.name)?.bytes == wrong)
    #expect(parsed.operand(0)?.shown == #"/\xff=\xfe"#)
  }
}

@Suite struct `A flag` {
  @Test func `is written in the help with its letter and what follows it`() {
    #expect(Small.level.synopsis == "-l, --level L")
    #expect(Small.name.synopsis == "--name N")
    #expect(Small.loud.synopsis == "--loud")
  }

  @Test func `has choices only where its words are known`() {
    #expect(Small.level.choices == ["low", "high"])
    #expect(Small.kinds.choices == ["a", "b"])
    #expect(Small.name.choices == [])
    #expect(Small.loud.choices == [])
  }

  @Test func `is in the table once, whoever shares it`() {
    let names = CommandTable.gpsbridge.allFlags
    #expect(Set(names).count == names.count)
    #expect(names.contains(.timeout) && names.contains(.help))
  }
}

@Suite struct `A page of help` {
  private let page = HelpPage(Small.table)

  @Test func `begins with what it is about`() throws {
    #expect(page.text(about: nil).hasPrefix("gpsbridge: \n\nusage: gpsbridge VERB [flags]\n"))
    let record = page.text(about: Small.table.commands[0])
    #expect(record.hasPrefix("gpsbridge record: keep it\n\nusage: gpsbridge record FROM [TO] [flags]\n"))
    #expect(record.contains("\n  FROM  f\n  TO    t\n\nflags:\n  -l, --level L  l\n"))
    #expect(record.hasSuffix("\n"))
  }

  @Test func `has no empty list of operands`() {
    #expect(page.text(about: Small.table.commands[1]).contains("[flags]\n\nflags:\n"))
  }

  @Test func `breaks its lines between words, and loses none`() {
    let words = (0..<60).map { "word\($0)" }
    var command = Small.table.commands[1]
    command.flags = [Flag("long", help: words.joined(separator: " "))]
    let text = page.text(about: command)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      text.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("word") } == words)
  }
}
