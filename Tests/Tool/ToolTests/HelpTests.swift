import Testing

@testable import GPSBridgeTool

@Suite struct `The help` {
  @Test func `fits a terminal of 80 columns, and of a verb lists every flag that the table gives it`() {
    let page = HelpPage(.gpsbridge)
    for command in [nil] + CommandTable.gpsbridge.commands.map(Optional.some) {
      let text = page.text(about: command)
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      guard let command else { continue }
      for flag in command.flags + CommandTable.gpsbridge.commonFlags {
        #expect(text.contains("  \(flag.synopsis) "), "\(flag.name)")
        for choice in flag.choices { #expect(text.contains(choice)) }
      }
      for operand in command.operands { #expect(text.contains(operand.placeholder)) }
      for code in command.exitCodes { #expect(text.contains("\n  \(code.rawValue)  ")) }
    }
  }

  @Test func `lists every verb, and each verb is in the table`() throws {
    let run = try gpsbridge("--help")
    #expect(run.exit == 0)
    #expect(run.message == "")
    for command in CommandTable.gpsbridge.commands {
      #expect(run.output.contains("\n  \(command.name) ") == !command.isHidden, "\(command.name)")
    }
  }

  @Test func `shows only examples that parse`() {
    for example in CommandTable.gpsbridge.commands.flatMap(\.examples) {
      // Single quotes are around a word, or a part of one.
      var words = [""]
      var isQuoted = false
      for character in example.line {
        if character == "'" {
          isQuoted.toggle()
        } else if character == " ", !isQuoted {
          words.append("")
        } else {
          words[words.count - 1].append(character)
        }
      }
      let arguments = words.dropFirst().prefix { !["<", ">", "&&", "|"].contains($0) }
      let parsed = CommandTable.gpsbridge.parse(arguments.map { Argument($0) })
      #expect(parsed.problem == nil, "\(example.line)")
    }
  }

  @Test func `comes even when the rest is wrong`() throws {
    #expect(try gpsbridge("watch", "--bogus", "-h").exit == 0)
  }

  @Test func `is beside the version`() throws {
    #expect(try gpsbridge("--version").output == "gpsbridge \(Tool.version)\n")
  }

  @Test(arguments: [["wacth", "--help"], ["help", "wacth"], ["wacth", "--version"]])
  func `about a verb that does not exist is an error with a suggestion`(words: [String]) throws {
    let run = try gpsbridge(words)
    #expect(run.exit == 2)
    #expect(run.output == "")
    #expect(
      run.message.contains("there is no verb wacth") && run.message.contains("did you mean: gpsbridge watch"))
  }
}
