import GPSBase
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

/// What parses, what the help shows, what the manual says and what a shell completes are the same.
@Suite struct `The one table` {
  private let table = CommandTable.gpsbridge

  /// A text without what roff needs.
  private func plain(_ page: String) -> String {
    [("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~"), ("\\e", "\\"), ("\\&", ""), ("\\fB", ""), ("\\fR", "")]
      .reduce(page) { $0.replacing($1.0, with: $1.1) }
  }

  @Test func `has every verb once`() { #expect(Set(CommandTable.verbs).count == CommandTable.verbs.count) }

  @Test(arguments: CommandTable.gpsbridge.shownCommands.map(\.name))
  func `feeds parser, help, manual and completions alike`(verb: String) throws {
    let command = try #require(table.command(verb))
    let flags = command.flags + table.commonFlags
    let page = table.manual.first { $0.manualName == "gpsbridge-\(verb)" }
    let manual = plain(try #require(page).manual)
    let completions = Completions(table)
    let bash = try #require(
      completions.bash.split(separator: "\n").first { $0.hasPrefix("      \(verb)) words=") })
    let fish = completions.fish.split(separator: "\n").filter {
      $0.contains("__fish_seen_subcommand_from \(verb)'")
    }
    let zsh = try #require(
      completions.zsh.split(separator: "\n").first { $0.hasPrefix("  ") && $0.contains(" \(verb)) _arg") })
    for flag in flags {
      #expect(manual.contains("\n\(flag.synopsis)\n\(flag.help)\n"), "--\(flag.name)")
      #expect(bash.contains("--\(flag.name) ") || bash.contains("--\(flag.name)'"), "--\(flag.name)")
      #expect(zsh.contains("'--\(flag.name)\(flag.value == .none ? "" : "=")["), "--\(flag.name)")
      for choice in flag.choices { #expect(zsh.contains(choice), "\(choice)") }
    }
    for flag in command.flags {
      #expect(
        fish.contains { $0.contains("-l \(flag.name) ") && $0.hasSuffix("-d \(flag.help.shellQuoted)") })
    }
    // And nothing else.
    let named = bash.split(whereSeparator: { " ='".contains($0) }).filter { $0.hasPrefix("--") }
    #expect(named.map(String.init) == flags.map { "--\($0.name)" })
    #expect(fish.count { $0.contains(" -l ") } == command.flags.count)
    for operand in command.operands {
      #expect(manual.contains("\n\(operand.placeholder)\n\(operand.help)\n"))
    }
    for code in command.exitCodes { #expect(manual.contains("\n\(code.rawValue)\n\(code.meaning)\n")) }
    for example in command.examples { #expect(manual.contains("\n\(example.term)\n\(example.text)\n")) }
  }

  @Test func `of the core alone has no verb, no flag and no store of the services`() {
    let core = Tool(Verb.core()).table
    let away = Set(CommandTable.verbs).subtracting(core.commands.map(\.name))
    #expect(away == ["serve", "export", "survey", "import", "track", "publish"])
    #expect(
      Set(core.allFlags.map(\.name)).isDisjoint(with: ["store", "gpsd", "http", "web", "fleet", "publish"]))
    #expect(throws: ToolError.self) { try Doors().fixes(of: SourceName(named: "store"), core.parse([])) }
  }

  @Test func `keeps its hidden verbs to itself`() throws {
    let hidden = table.commands.filter(\.isHidden).map(\.name)
    #expect(hidden == ["manual"])
    for verb in hidden {
      #expect(!(try gpsbridge("--help").output.contains("  \(verb) ")))
      #expect(!Completions(table).bash.contains(verb))
      #expect(!table.manual.contains { $0.manualName.contains("-\(verb)") })
    }
  }

  @Test func `names exit codes that the command can have, and no others twice`() {
    #expect(Set(table.commands.flatMap(\.exitCodes)) == Set(ExitCode.allCases))
    for command in table.commands {
      #expect(Set(command.exitCodes).count == command.exitCodes.count && command.exitCodes.first == .done)
      #expect(command.exitCodes == command.exitCodes.sorted { $0.rawValue < $1.rawValue })
    }
  }
}

@Suite struct `The manual` {
  @Test func `is written page by page into a folder`() throws {
    let folder = try WorkFolder()
    let place = "\(folder.path)/man"
    try SmallFile.makeFolder(Array(place.utf8))
    let run = try gpsbridge("manual", place)
    #expect(run == Run(exit: 0, output: "", message: ""))
    let names = Kernel.names(in: place).filter { !$0.hasPrefix(".") }
    #expect(
      names
        == (["gpsbridge.1"] + CommandTable.gpsbridge.shownCommands.map { "gpsbridge-\($0.name).1" }).sorted())
    for name in names {
      let bytes = try SmallFile.read(Array("\(place)/\(name)".utf8))
      #expect(bytes?.starts(with: Array(".TH GPSBRIDGE".utf8)) == true)
    }
  }

  @Test func `has no page where there is no folder`() throws {
    let run = try gpsbridge("manual", "/nonexistent")
    #expect(
      run
        == Run(
          exit: 3, output: "",
          message: "error: cannot write /nonexistent/gpsbridge.1: No such file or directory\n"
            + "  try: create the folder first, or name another\n"))
  }

  @Test(.enabled(if: OtherProgram.path(of: "groff") != nil, "there is no groff"))
  func `is without fault in the eyes of groff`() throws {
    for page in CommandTable.gpsbridge.manual {
      let bytes = Array(page.manual.utf8)
      let run = try SystemProgram.run("groff", ["-man", "-ww", "-Tutf8", "-z"], input: bytes)
      #expect(run == Run(exit: 0, output: "", message: ""), "\(page.manualName)")
    }
  }

  @Test func `describes each verb, and the program, with examples and exit statuses`() {
    for page in CommandTable.gpsbridge.manual {
      let sections = page.manual.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map {
        $0.dropFirst(4)
      }
      #expect(Set(sections).count == sections.count, "\(page.manualName)")
      for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "FLAGS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"] {
        #expect(sections.contains { $0 == section }, "\(page.manualName) has no \(section)")
      }
    }
  }
}

@Suite struct `Completion` {
  @Test(.enabled(if: OtherProgram.path(of: "bash") != nil, "there is no bash"))
  func `is a script that bash reads without fault`() throws {
    let script = try gpsbridge("completions", "bash").output
    let run = try SystemProgram.run("bash", ["-n"], input: Array(script.utf8))
    #expect(run == Run(exit: 0, output: "", message: ""))
  }

  @Test(
    .enabled(if: OtherProgram.path(of: "bash") != nil, "there is no bash"),
    arguments: [
      ("gpsbridge wai", "wait"), ("gpsbridge watch --form", "--format"),
      ("gpsbridge watch --format g", "gpsd"), ("gpsbridge fix --format g", "geo-uri"),
      ("gpsbridge watch --types fix,ver", "fix,verdict"), ("gpsbridge completions z", "zsh"),
      ("gpsbridge config c", "check"), ("gpsbridge watch aut", "auto"), ("gpsbridge watch --timeout 3", ""),
      ("gpsbridge --ver", "--version"), ("gpsbridge wait --fix r", "rtk"),
    ])
  func `in bash really completes`(line: String, completed: String) throws {
    let script = try gpsbridge("completions", "bash").output
    let folder = String(decoding: Program.path, as: UTF8.self).split(separator: "/").dropLast().joined(
      separator: "/")
    let asking = """
      \(script)
      PATH=/\(folder):$PATH
      COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; read -ra COMP_WORDS <<<"$COMP_LINE"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      cd /; _gpsbridge; printf '%s\\n' "${COMPREPLY[@]}"

      """
    let run = try SystemProgram.run("bash", ["--norc", "-s"], input: Array(asking.utf8))
    #expect(run.output == completed + "\n" && run.message == "")
  }

  @Test func `is there for three shells, and for no other`() throws {
    for shell in Completions.Shell.allCases {
      let run = try gpsbridge("completions", shell.rawValue)
      #expect(run.exit == 0 && run.output.contains("made by: gpsbridge completions \(shell.rawValue)"))
    }
    #expect(try gpsbridge("completions", "tcsh").exit == 2)
  }

  @Test(arguments: ["zsh", "fish"])
  func `is a script that its shell reads without fault`(shell: String) throws {
    // Where the shell is not there, quotes that are balanced are all that can be seen.
    let script = try gpsbridge("completions", shell).output
    if OtherProgram.path(of: shell) != nil {
      let run = try SystemProgram.run(shell, ["-n"], input: Array(script.utf8))
      #expect(run == Run(exit: 0, output: "", message: ""))
    }
    for line in script.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(line.replacing("'\\''", with: "").count { $0 == "'" } % 2 == 0, "\(line)")
    }
  }
}
