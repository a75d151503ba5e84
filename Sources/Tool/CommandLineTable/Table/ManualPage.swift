/// Manual pages, made of the table, in the language of `man`.
struct ManualPage {
  private let table: CommandTable
  private let version: String

  init(_ table: CommandTable, version: String) {
    self.table = table
    self.version = version
  }

  /// Every page, by the name of its file.
  var all: [(name: String, text: String)] {
    [("gpsbridge.1", overview)]
      + table.shownCommands.map { ("gpsbridge-\($0.verb.rawValue).1", page($0)) }
  }

  private var overview: String {
    var lines = head("gpsbridge", table.summary)
    lines += ["gpsbridge VERB [SOURCE] [FLAGS]".roff]
    lines += [".SH DESCRIPTION"]
    lines += [
      "A GPS receiver on a USB cable becomes a location service: it is found, watched, and explained.".roff
    ]
    lines += ["Data go to standard output, and all that is said to people to standard error.".roff]
    lines +=
      [".SH VERBS"] + table.shownCommands.flatMap { entry("gpsbridge-\($0.verb.rawValue)(1)", $0.summary) }
    lines += [".SH SOURCE"] + SourceHelp.rows.flatMap { entry($0.written, $0.meaning) }
    lines += [".SH OPTIONS"] + table.commonFlags.flatMap { entry($0.synopsis, $0.help) }
    lines += [".SH EXIT STATUS"] + ExitCode.allCases.flatMap { entry("\($0.rawValue)", $0.meaning) }
    lines += entry("128+n", "ended by the signal n")
    lines += [".SH ENVIRONMENT"] + environment.flatMap { entry($0.name, $0.text) }
    lines +=
      [".SH FILES"]
      + entry(
        "$XDG_CONFIG_HOME/gpsbridge/config.json5", "settings; see gpsbridge-config(1)")
    lines += entry("$XDG_STATE_HOME/gpsbridge/ports.json", "ports behind which a receiver once spoke")
    lines += [".SH SEE ALSO"] + [references(table.shownCommands)]
    return finished(lines)
  }

  private var environment: [(name: String, text: String)] {
    Configuration.help(table).map { (Configuration.variable($0.name), $0.text) } + [
      ("NO_COLOR", "no colors, whatever its value"),
      ("CLICOLOR_FORCE", "colors also where the output is no terminal, unless it is 0"),
      ("TERM", "what the terminal can do; dumb gets lines instead of a screen, and no colors"),
      ("LC_ALL, LC_CTYPE, LANG", "plain characters where the locale is not UTF-8"),
      ("LC_ALL, LC_MEASUREMENT, LANG", "the units where nothing names them"),
      ("TZ", "the zone of the times of events on the screen"),
      ("XDG_CONFIG_HOME", "the folder of settings, ~/.config without it"),
      ("XDG_STATE_HOME", "the folder of what is remembered, ~/.local/state without it"),
    ]
  }

  private func page(_ command: Command) -> String {
    let name = "gpsbridge-\(command.verb.rawValue)"
    var lines = head(name, command.summary)
    lines += [command.usage.roff]
    if !command.operands.isEmpty {
      lines += [".SH OPERANDS"] + command.operands.flatMap { entry($0.placeholder, $0.help) }
    }
    lines += [".SH OPTIONS"]
    for flag in command.flags + table.commonFlags { lines += entry(flag.synopsis, flag.help) }
    if command.verb == .config {
      lines += [".SH SETTINGS"] + Configuration.help(table).flatMap { entry($0.name, $0.text) }
      lines +=
        [".SH FILES"] + entry("/etc/gpsbridge/config.json5, /etc/gpsbridge/config.d/*.json5", "for all users")
      lines += entry(
        "$XDG_CONFIG_HOME/gpsbridge/config.json5, $XDG_CONFIG_HOME/gpsbridge/config.d/*.json5", "for one user"
      )
      lines += [".SH ENVIRONMENT"]
      lines += Configuration.help(table).flatMap {
        entry(Configuration.variable($0.name), "the setting \($0.name), outweighing the files")
      }
    }
    lines += [".SH EXIT STATUS"] + command.exitCodes.flatMap { entry("\($0.rawValue)", $0.meaning) }
    lines += [".SH EXAMPLES"] + command.examples.flatMap { entry($0.line, $0.help) }
    lines +=
      [".SH SEE ALSO"] + [
        references(table.shownCommands.filter { $0.verb != command.verb }, withOverview: true)
      ]
    return finished(lines)
  }

  private func head(_ name: String, _ summary: String) -> [String] {
    [
      ".TH \(name.uppercased().roff) 1 \"\(Tool.date)\" \"gpsbridge \(version)\" \"gpsbridge\"", ".SH NAME",
      "\(name.roff) \\- \(summary.roff)", ".SH SYNOPSIS",
    ]
  }

  private func entry(_ term: String, _ text: String) -> [String] {
    [".TP", "\\fB\(term.roff)\\fR", text.roff]
  }

  private func references(_ commands: [Command], withOverview: Bool = false) -> String {
    let names = (withOverview ? ["gpsbridge"] : []) + commands.map { "gpsbridge-\($0.verb.rawValue)" }
    return names.map { "\\fB\($0.roff)\\fR(1)" }.joined(separator: ",\n")
  }

  private func finished(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}

/// The grammar of SOURCE for people.
enum SourceHelp {
  static let rows: [(written: String, meaning: String)] = [
    (
      "auto", "the receiver that is plugged in; also where nothing is written and GPSBRIDGE_SOURCE is not set"
    ),
    ("/dev/ttyACM0", "this port, a link to one, or a pseudo-terminal"),
    ("id:NAME", "a link in /dev/serial/by-id"),
    ("path:PLACE", "whatever is plugged in at that place"),
    ("serial:NUMBER", "the device with this serial number"),
    ("usb:VVVV:PPPP", "the device with this vendor and product number"),
    ("sim:NAME", "a simulated receiver, as sim:walk?rate=5"),
    ("FILE", "a recording; where its name looks like one of the others, write ./FILE"),
    ("-", "standard input"),
  ]
}

extension String {
  /// As text of a manual page: nothing in it is a command, and dashes can be copied.
  fileprivate var roff: String {
    var text = ""
    for character in self {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "~": text += "\\(ti"
      case "^": text += "\\(ha"
      case "`": text += "\\(ga"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
