import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

/// A value that a flag takes; nil where it takes none.
private func sample(_ flag: Flag) -> String? {
  flag.value == .none ? nil : flag.choices.first ?? flag.form?.example ?? "5"
}

/// The verb of a command, and words for all its operands.
private func beginning(_ command: Command) -> [String] {
  [command.name] + command.operands.map { $0.choices.first ?? "x" }
}

/// Every order of some things.
private func orders<Element>(_ elements: [Element]) -> [[Element]] {
  guard !elements.isEmpty else { return [[]] }
  return elements.indices.flatMap { index in
    var rest = elements
    let first = rest.remove(at: index)
    return orders(rest).map { [first] + $0 }
  }
}

@Suite struct `Every flag in the table` {
  private let table = CommandTable.gpsbridge

  @Test func `has a name of its own in each command, of small letters`() {
    for command in table.commands {
      let flags = command.flags + table.commonFlags
      let names = flags.flatMap { [$0.name] + [$0.short].compactMap { $0 } }
      #expect(Set(names).count == names.count, "\(command.name)")
      // People type -V for the version.
      #expect(names.allSatisfy { $0 == "V" || $0.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x2D } })
      #expect(flags.allSatisfy { $0.name.utf8.count >= 2 && !$0.help.isEmpty })
    }
  }

  @Test func `is followed by a value in every command, or in none, except --device`() {
    for (name, flags) in Dictionary(grouping: table.allFlags, by: \.name) where name != "device" {
      #expect(Set(flags.map { $0.value == .none }).count == 1, "--\(name)")
    }
    // `wait --device` waits for one, and `publish --device NAME` is one: the parser looks at the verb before it.
    let bare = table.commands.filter { $0.flags.contains { $0.name == "device" && $0.value == .none } }
    #expect(bare.map(\.name) == ["wait"] && parse(["wait", "--device"]).problem == nil)
    let named = parse(["publish", "http://localhost", "--device", "truck-42", "--tenant", "acme"])
    #expect(named.problem == nil && named.flags.contains { $0.name == "device" && $0.value != .none })
  }

  @Test func `is read with its value behind it or behind an equals sign`() {
    for command in table.commands {
      for flag in command.flags + table.commonFlags {
        let value = sample(flag)
        let forms = value.map { [["--\(flag.name)", $0], ["--\(flag.name)=\($0)"]] } ?? [["--\(flag.name)"]]
        for form in forms {
          let parsed = parse(beginning(command) + form)
          // Some flags go with others only.
          #expect([nil, "contradiction"].contains(parsed.problem?.code) && parsed.flags == [flag], "\(form)")
          #expect(parsed.value(of: flag) == value ?? "", "\(form)")
          #expect(parsed.operands.map(\.text) == Array(beginning(command).dropFirst()), "\(form)")
        }
      }
    }
  }

  @Test func `is read in its short form, if it has one`() {
    for command in table.commands {
      for flag in command.flags + table.commonFlags {
        guard let short = flag.short else { continue }
        let words = beginning(command) + ["-\(short)"] + [sample(flag)].compactMap { $0 }
        #expect(parse(words).flags == [flag], "\(words)")
      }
    }
  }

  @Test func `says the same in every order`() {
    let pieces = [["watch"], ["x.nmea"], ["--format=gpsd"], ["--types", "sky"], ["--stats"]]
    for order in orders(pieces) {
      // The verb comes before the file: the first word that is no flag is the verb.
      let words = order.flatMap { $0 }
      guard let verb = words.firstIndex(of: "watch"), let file = words.firstIndex(of: "x.nmea"), verb < file
      else { continue }
      let parsed = parse(words)
      #expect(parsed.problem == nil && parsed.command?.name == "watch", "\(words)")
      #expect(parsed.operands == [Argument("x.nmea")] && parsed.value(of: .format) == "gpsd", "\(words)")
      #expect(parsed.list(of: .types) == ["sky"], "\(words)")
      #expect(Set(parsed.flags) == [.format, .types, .stats], "\(words)")
    }
  }

  @Test func `complains about a value that it lacks, or that it does not want`() {
    for command in table.commands {
      for flag in command.flags + table.commonFlags {
        let start = beginning(command)
        if flag.value == .none {
          #expect(parse(start + ["--\(flag.name)=yes"]).problem?.code == "unwanted_value")
          #expect(parse(start + ["--\(flag.name)="]).problem?.code == "unwanted_value")
        } else {
          for words in [["--\(flag.name)"], ["--\(flag.name)="], ["--\(flag.name)", "--help"]] {
            #expect(parse(start + words).problem?.code == "missing_value", "\(words)")
          }
        }
      }
    }
  }

  @Test func `is suggested for a word with one letter wrong, lost, added or swapped`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let known = Set(table.allFlags.map(\.name))
    for command in table.commands {
      for flag in command.flags + table.commonFlags {
        for word in Self.slips(of: flag.name, &random) where !known.contains(word) {
          let problem = parse(beginning(command) + ["--\(word)"]).problem
          #expect(problem?.code == "unknown_flag", "--\(word), seed \(seed)")
          let name = problem?.remedy.drop { $0 != "-" }.dropFirst(2).dropLast()
          // It may be as near to another flag (--sqeed to --seed and --speed), or that one's beginning (--out).
          let isNear = name.map {
            NearestName.distance(Array($0.utf8), Array(word.utf8)) == 1 || $0.hasPrefix(word)
          }
          #expect(name.map(String.init) == flag.name || isNear == true, "--\(word), seed \(seed)")
        }
      }
    }
  }

  /// A name with one letter wrong, lost, added or swapped, at each place.
  private static func slips(of name: String, _ random: inout SeededGenerator) -> [String] {
    let letters = Array(name)
    return letters.indices.flatMap { place in
      var wrong = letters
      wrong[place] = letters[place] == "q" ? "z" : "q"
      var added = letters
      added.insert("q", at: place)
      var swapped = letters
      swapped.swapAt(place, Int.random(in: max(0, place - 1)...place, using: &random))
      var lost = letters
      lost.remove(at: place)
      return [wrong, lost, added, swapped].map { String($0) }
    }
  }

  @Test func `is suggested for its beginning, where no other begins so`() {
    for command in table.commands {
      let flags = command.flags + table.commonFlags
      for flag in flags {
        for length in 1..<flag.name.count {
          let start = String(flag.name.prefix(length))
          guard flags.count(where: { $0.name.hasPrefix(start) }) == 1,
            !table.allFlags.contains(where: { $0.name == start })
          else { continue }
          #expect(
            parse(beginning(command) + ["--\(start)"]).problem?.remedy == "did you mean --\(flag.name)?",
            "\(start)")
        }
      }
    }
  }

  @Test func `suggests each of its words for one that is nearly it`() {
    for command in table.commands {
      for flag in command.flags {
        for choice in flag.choices {
          let start = beginning(command) + ["--\(flag.name)"]
          let problem = parse(start + [choice + "q"]).problem
          #expect(problem?.code == "unknown_value", "\(choice)")
          #expect(problem?.remedy == "did you mean \(choice)?", "\(choice)")
          #expect(parse(start + [choice]).problem == nil, "\(choice)")
        }
      }
    }
  }

  @Test func `of another command is refused with the command's own name`() {
    #expect(parse(["version", "--timeout", "5s"]).problem?.message == "version has no flag --timeout")
    #expect(parse(["--timeout", "5s", "version"]).problem?.code == "unknown_flag")
  }

  @Test func `means what its command says where others have one of that name`() {
    #expect(parse(["fix", "--format", "geo-uri"]).problem == nil)
    #expect(parse(["--format", "geo-uri", "fix"]).problem == nil)
    #expect(parse(["watch", "--format", "geo-uri"]).problem?.code == "unknown_value")
    #expect(parse(["fix", "--format", "csv"]).problem?.code == "unknown_value")
  }
}

@Suite struct `Any words at all` {
  @Test func `give either a command or a complaint with a remedy, and never bring the tool down`() {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let likely = [
      "watch", "x", "-", "--", "--help", "-h", "--version", "--format", "csv", "--format=gpsd", "--types",
      "fix,sky",
      "--types=", "--reference", "2026-11-20", "--stats", "--stats=1", "-x", "---", "--=", "=", "", " ",
      "--format=x=y",
      "\u{1B}[31m",
    ]
    for _ in 0..<5000 {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        likely.randomElement(using: &random) ?? ""
      }
      let parsed = parse(words)
      if let problem = parsed.problem {
        #expect(problem.exit == .usage, "\(words), seed \(seed)")
        #expect(!problem.code.isEmpty && !problem.message.isEmpty, "\(words), seed \(seed)")
        #expect(!problem.message.unicodeScalars.contains("\u{1B}"), "\(words), seed \(seed)")
      } else if let command = parsed.command {
        #expect(parsed.operands.count <= command.operands.count, "\(words), seed \(seed)")
      } else {
        #expect(parsed.operands.isEmpty, "\(words), seed \(seed)")
      }
    }
  }

  @Test func `behind two dashes are files, whatever they look like`() {
    for word in ["--help", "-h", "--", "-", "--format=csv", "watch"] {
      let parsed = parse(["watch", "--", word])
      #expect(parsed.problem == nil && parsed.operands == [Argument(word)] && parsed.flags.isEmpty, "\(word)")
    }
  }
}

@Suite struct `Types of records` {
  @Test func `go with the formats that have types, and with no others`() {
    for format in OutputFormat.allCases {
      let parsed = parse(["watch", "x", "--types=fix", "--format", format.rawValue])
      let allowed = format == .ndjson || format == .gpsd
      #expect((parsed.problem == nil) == allowed, "\(format)")
    }
  }
}
