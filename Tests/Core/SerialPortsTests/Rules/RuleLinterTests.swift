import Testing

@Suite struct `The linter of rules` {
  private func findings(_ text: String) -> [String] { RuleLinter.findings(in: text).map(\.description) }

  @Test(arguments: [RulesFolder.main, RulesFolder.autostart])
  func `finds nothing in ours`(_ name: String) throws {
    let text = try RulesFolder.text(name)
    #expect(findings(text) == [])
    #expect(!RuleReader(text).statements.isEmpty)
  }

  @Test func `finds nothing in what a person is told to copy`() throws {
    let examples = try RulesFolder.examples()
    #expect(examples.count == 3)
    #expect(findings(examples.map { $0 + "\n" }.joined()) == [])
  }

  @Test(arguments: [
    ("GOTO=\"end\"\n", "1: GOTO end, which is nowhere"),
    ("LABEL=\"end\"\n", "1: nobody goes to end"),
    ("LABEL=\"a\"\nGOTO=\"a\"\n", "2: GOTO a, which lies behind"),
    ("GOTO=\"a\"\nLABEL=\"a\"\nLABEL=\"a\"\n", "3: a second label a"),
    ("SUBSYTEM==\"tty\"\n", "1: SUBSYTEM is not a key"),
    ("KERNEL=\"ttyACM0\"\n", "1: KERNEL cannot be set"),
    ("GOTO==\"a\"\n", "1: GOTO cannot be asked for"),
    ("LABEL+=\"a\"\n", "1: LABEL wants ="),
    ("ATTRS==\"1546\"\n", "1: ATTRS wants an {attribute}"),
    ("ENV{}==\"1\"\n", "1: ENV wants an {attribute}"),
    ("KERNEL{a}==\"1\"\n", "1: KERNEL takes no {attribute}"),
    ("TAG=\"uaccess\"\n", "1: TAG= takes away what other rules have added"),
    ("SYMLINK=\"gps\"\n", "1: SYMLINK= takes away what other rules have added"),
    ("ENV{SYSTEMD_WANTS}=\"a.service\"\n", "1: ENV{SYSTEMD_WANTS}= takes away what other rules have added"),
    ("ENV{A}:=\"1\"\n", "1: ENV: the operator := is not used here"),
    ("KERNEL===\"1\"\n", "1: KERNEL: the operator === is not used here"),
    ("TEST=\"power\"\n", "1: TEST cannot be set"),
    ("MODE=\"0666\"\n", "1: MODE: the mode is the system's business; uaccess lets people in"),
    ("GROUP=\"plugdev\"\n", "1: GROUP: the group is the system's business"),
    ("OWNER=\"me\"\n", "1: OWNER: the owner is the system's business"),
    ("RUN+=\"/bin/sh\"\n", "1: RUN: no program is run from these rules"),
    ("RUN{builtin}+=\"kmod\"\n", "1: RUN: no program is run from these rules"),
    ("PROGRAM==\"/bin/true\"\n", "1: PROGRAM: no program is run from these rules"),
    ("IMPORT{program}=\"/bin/true\"\n", "1: IMPORT: nothing is imported by these rules"),
    ("RESULT==\"1\"\n", "1: RESULT: no program is run from these rules"),
    ("NAME=\"gps0\"\n", "1: NAME: only network interfaces are named so"),
    ("KERNEL==\"a\" SUBSYSTEM==\"b\"\n", "1: no comma after KERNEL"),
    ("KERNEL==\"a\",\n", "1: a comma at the end"),
    ("KERNEL==\"a\n", "1: the quotes after KERNEL are not closed"),
    ("KERNEL==a\n", "1: neither key, operator nor text in quotes at: KERNEL==a"),
    ("KERNEL \"a\"\n", "1: neither key, operator nor text in quotes at: KERNEL \"a\""),
    ("==\"a\"\n", "1: neither key, operator nor text in quotes at: ==\"a\""),
    ("ATTRS{idVendor==\"1546\"\n", "1: ATTRS{ has no }"),
    ("KERNEL==\"a\", \\\n", "1: continued beyond the last line"),
    ("KERNEL==\"a\", \\\n# why\nACTION==\"add\"\n", "2: a comment inside a continued line"),
    ("KERNEL==\"a\" \n", "1: blanks at the end"),
    ("KERNEL==\"a\"", "1: the last line has no end"),
  ])
  func `finds a planted fault`(text: String, finding: String) {
    #expect(findings(text) == [finding])
  }

  @Test func `reads a rule over several lines, with its first line's number`() {
    let reader = RuleReader(
      "# why\n\nSUBSYSTEM==\"tty\", \\\n  ENV{A b}!=\"x, =\\\\y\",GOTO=\"end\"\n\nLABEL=\"end\"\n")
    #expect(reader.findings == [])
    #expect(
      reader.statements == [
        RuleStatement(
          line: 3,
          tokens: [
            RuleToken(key: "SUBSYSTEM", attribute: nil, operation: "==", value: "tty"),
            RuleToken(key: "ENV", attribute: "A b", operation: "!=", value: "x, =\\\\y"),
            RuleToken(key: "GOTO", attribute: nil, operation: "=", value: "end"),
          ]),
        RuleStatement(
          line: 6, tokens: [RuleToken(key: "LABEL", attribute: nil, operation: "=", value: "end")]),
      ])
  }

  @Test func `says each of several faults, by line`() {
    #expect(
      findings("RUN+=\"a\", MODE=\"1\"\nGOTO=\"x\"\n").map { $0.prefix(7) } == [
        "1: RUN:", "1: MODE", "2: GOTO",
      ])
  }
}
