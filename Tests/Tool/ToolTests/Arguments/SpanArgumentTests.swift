import GPSBase
import Testing

@testable import GPSBridgeTool
@testable import GPSServiceVerbs

/// Each flag of each command whose text has a form.
private let formed: [(command: Command, flag: Flag, form: Form)] = CommandTable.gpsbridge.commands.flatMap {
  command in command.flags.compactMap { flag in flag.form.map { (command, flag, $0) } }
}

/// The complaint about a text of a flag, without the ones about other flags that it needs.
private func complaint(_ text: String, _ command: Command, _ flag: Flag) -> ToolError? {
  let words = [command.name] + command.operands.map { $0.choices.first ?? "x" } + ["--\(flag.name)=\(text)"]
  let problem = parse(words).problem
  return problem?.code == "contradiction" ? nil : problem
}

@Suite struct `The text of a flag with a form` {
  @Test func `is refused in every command if it has another form, with a text that has it`() {
    #expect(formed.count > 40)
    // A link may have any name.
    for (command, flag, form) in formed where flag != .portLink {
      #expect(complaint(form.example, command, flag) == nil, "\(command.name) --\(flag.name)")
      let refused = complaint(" ", command, flag)
      #expect(refused?.exit == .usage && refused?.remedy.isEmpty == false, "\(command.name) --\(flag.name)")
    }
  }

  @Test func `is a span of time that is written one way in every command`() {
    let spans = formed.filter { $0.form.complaint("soon", $0.flag)?.reason == DurationText.forms }
    #expect(spans.count > 18)
    for (command, flag, _) in spans {
      for span in ["2min", "2m", "1m30s", "90s", "1.5m", "90"] {
        #expect(complaint(span, command, flag) == nil, "\(command.name) --\(flag.name) \(span)")
      }
      for span in ["soon", "5 min", "1h30", "30m1h", "400d"] {
        #expect(
          complaint(span, command, flag)?.message == "--\(flag.name) can't be \(span)", "\(command.name)")
      }
    }
  }

  @Test(arguments: ["watch", "export"]) func `may be a day, which the calendar has`(verb: String) throws {
    let command = try #require(CommandTable.gpsbridge.commands.first { $0.name == verb })
    for day in ["2026-11-20", "2024-02-29", "1980-01-06", "2000-02-29", "2099-12-31"] {
      #expect(complaint(day, command, .reference) == nil, "\(day)")
    }
    for day in ["2026-02-29", "2100-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00"] {
      #expect(complaint(day, command, .reference)?.reason == "the calendar has no such day", "\(day)")
    }
    for day in [
      "1.2.2026", "2026-1-1", "20261120", "2026/11/20", "26-11-20", "2026-11-2x", "2026-11-20-1",
      "+026-11-20",
    ] {
      #expect(complaint(day, command, .reference)?.reason == "a day is written YYYY-MM-DD", "\(day)")
    }
  }

  @Test(arguments: ["0", "1.5", "x", "+1", "-1"]) func `may be a count from 1`(text: String) throws {
    let command = try #require(CommandTable.gpsbridge.commands.first { $0.name == "watch" })
    #expect(complaint(text, command, .count)?.reason == "a whole number from 1 is expected")
  }
}
