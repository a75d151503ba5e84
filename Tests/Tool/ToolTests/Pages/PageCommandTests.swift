import FoundationEssentials
import GPSBase
import Testing

@testable import GPSBridgeTool

@Suite struct `A command that a page shows` {
  @Test func `is one that the tool knows, with all its flags`() throws {
    let lines = try Self.lines()
    #expect(lines.count > 40)
    for (place, line) in lines {
      for words in ShellLine(line).commands where words[0] == "gpsbridge" && words.count > 1 {
        let parsed = parse(words.dropFirst())
        #expect(
          parsed.problem == nil,
          "\(place): \(line): \(parsed.problem?.message ?? "") \(parsed.problem?.remedy ?? "")")
      }
    }
  }

  @Test func `is one that the tool knows where its own help shows it, too, and each verb has one`() {
    for command in CommandTable.gpsbridge.commands {
      #expect(!command.examples.isEmpty, "\(command.name)")
      for example in command.examples {
        let words = ShellLine(example.term).commands.filter { $0[0] == "gpsbridge" }
        let parsed = words.map { parse($0.dropFirst()) }
        #expect(parsed.contains { $0.command?.name == command.name }, "\(example.term)")
        #expect(parsed.allSatisfy { $0.problem == nil }, "\(example.term)")
      }
    }
  }

  @Test func `is found in a line however it stands there`() {
    #expect(
      ShellLine("$ gpsbridge fix --format geo-uri; echo $?").commands[0] == [
        "gpsbridge", "fix", "--format", "geo-uri",
      ])
    #expect(ShellLine("sudo FILE=x gpsbridge watch # why").commands == [["gpsbridge", "watch"]])
    #expect(
      ShellLine("gpsbridge watch 'a b' 2>/dev/null | head -1").commands == [
        ["gpsbridge", "watch", "a b"], ["head", "-1"],
      ])
    #expect(ShellLine("x=$(gpsbridge fix) > file && gpsbridge wait").commands.count == 3)
    #expect(
      ShellLine("gpsbridge completions bash > /etc/x").commands == [["gpsbridge", "completions", "bash"]])
    #expect(ShellLine("# gpsbridge bogus").commands == [])
  }

  /// All lines of blocks that are no Swift, and all of what stands between back ticks, that begin with a command.
  private static func lines() throws -> [(place: String, line: String)] {
    let folders = ["docs", "Sources", "udev-rules"]
    let paths = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: Places.root + "/" + folder).map {
        folder + "/" + $0
      }
    }
    return try (["README.md", "CONTRIBUTING.md"] + paths.filter { $0.hasSuffix(".md") }).flatMap { path in
      let text = String(decoding: try Places.bytes(of: Places.root + "/" + path), as: UTF8.self)
      return Self.lines(of: text).map { ("\(path):\($0.number)", $0.line) }
    }
  }

  private static func lines(of text: String) -> [(number: Int, line: String)] {
    var found: [(Int, String)] = []
    var language: Substring?
    for (number, line) in zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)) {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
      } else if language == "" {
        // Commands begin at the margin; drawings and screens do not.
        if !line.hasPrefix(" ") { found.append((number, String(line))) }
      } else if language == nil {
        let spans = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        for (index, span) in spans where !index.isMultiple(of: 2) && span.contains("gpsbridge ") {
          found.append((number, String(span.replacing("\\|", with: "|"))))
        }
      }
    }
    return found.filter { $0.1.contains("gpsbridge ") && !$0.1.contains("VERB") }
  }
}
