package import GPSBase

// The pages of the program and its verbs, from which help and manual are printed.

extension CommandTable {
  private typealias Entry = ProgramPage.Entry

  /// The page about a command, or about the program.
  package func page(about command: Command?) -> ProgramPage { command.map(page) ?? overview }

  var manual: [ProgramPage] { [overview] + shownCommands.map(page) }

  private func page(_ command: Command) -> ProgramPage {
    var sections: [ProgramPage.Section] = [.init("description", .paragraphs([command.description]))]
    if !command.operands.isEmpty {
      sections.append(.init("operands", .columns(command.operands.map { Entry($0.placeholder, $0.help) })))
    }
    sections.append(.init("flags", .columns(Self.entries(command.flags + commonFlags))))
    sections += command.sections(self)
    sections.append(.init("exit status", .columns(Self.entries(command.exitCodes)), isInHelp: false))
    sections.append(.init("examples", .rows(command.examples)))
    let others = shownCommands.filter { $0.name != command.name }
    let name = "gpsbridge \(command.name)"
    return ProgramPage(
      name, command.summary, usages: command.usages, sections: sections,
      more: command.isHidden ? "gpsbridge --help" : "man \(Self.manualName(command))",
      related: ["gpsbridge"] + others.map(Self.manualName))
  }

  private var overview: ProgramPage {
    let groups = Command.Group.allCases.map { group in
      let commands = shownCommands.filter { $0.group == group }
      return (title: group.rawValue, entries: commands.map { Entry($0.name, $0.summary) })
    }
    let signal = Entry("128+n", "ended by the signal n")
    return ProgramPage(
      "gpsbridge", summary, usages: ["gpsbridge VERB [flags]"],
      sections: [
        .init("description", .paragraphs(Self.description)), .init("verbs", .groups(groups)),
        .init("flags", .columns(Self.entries(commonFlags))),
        .init("source", .columns(Self.sources), isInHelp: false),
        .init("exit status", .columns(Self.entries(ExitCode.allCases) + [signal]), isInHelp: false),
        .init("environment", .columns(Configuration.variables(self) + Self.environment), isInHelp: false),
        .init("files", .rows(Self.files), isInHelp: false), .init("examples", .rows(Self.examples)),
      ], more: "gpsbridge VERB --help, man gpsbridge-VERB", related: shownCommands.map(Self.manualName))
  }

  private static func manualName(_ command: Command) -> String { "gpsbridge-\(command.name)" }

  private static func entries(_ flags: [Flag]) -> [Entry] { flags.map { Entry($0.synopsis, $0.help) } }

  private static func entries(_ codes: [ExitCode]) -> [Entry] {
    codes.map { Entry("\($0.rawValue)", $0.meaning) }
  }

  // MARK: - Texts about the program

  private static let description = [
    "Finds the GPS receiver on a USB cable, follows it when it is unplugged and plugged in again, and explains why there is "
      + "no fix. Data goes to standard output, messages to standard error."
  ]

  private static let examples = [
    Entry("gpsbridge doctor", "check the receiver that is plugged in, and this computer"),
    Entry("gpsbridge monitor sim:walk", "try it without a receiver: sim: names a simulated one"),
    Entry("gpsbridge watch --format csv", "print a line for each epoch"),
  ]

  private static let sources = [
    Entry("auto", "the receiver that is plugged in; the default if GPSBRIDGE_SOURCE is not set"),
    Entry("/dev/ttyACM0", "this port, a link to one, or a pseudo-terminal"),
    Entry("id:NAME", "a link in /dev/serial/by-id"),
    Entry("path:PLACE", "the device that is plugged in at that place"),
    Entry("serial:NUMBER", "the device with this serial number"),
    Entry("usb:VVVV:PPPP", "the device with this vendor and product number"),
    Entry("sim:NAME", "a simulated receiver, such as sim:walk?rate=5; gpsbridge simulate --list shows all"),
    Entry("gpsd://HOST[:PORT][/DEVICE]", "a receiver of a gpsd or of gpsbridge serve"),
    Entry("tcp://HOST:PORT", "a server that sends the data of a receiver"),
    Entry("udp://[HOST]:PORT", "datagrams that arrive at this port"),
    Entry("FILE", "a recording; if its name looks like one of the others, write ./FILE"),
    Entry(
      "store, store:FILE", "the track store of this user, or another, for export, stats, survey and watch"),
    Entry("-", "standard input"),
  ]

  private static let environment = [
    Entry("NO_COLOR", "no colors, whatever its value"),
    Entry("CLICOLOR_FORCE", "colors even if the output is not a terminal, unless it is 0"),
    Entry("TERM", "the kind of terminal; dumb gets lines instead of a screen, and no colors"),
    Entry("LC_ALL, LC_CTYPE, LANG", "plain characters if the locale is not UTF-8"),
    Entry("LC_ALL, LC_MEASUREMENT, LANG", "the default units"),
    Entry("TZ", "the time zone of events on the screen"),
    Entry("XDG_CONFIG_HOME", "the folder of settings, ~/.config without it"),
    Entry("XDG_STATE_HOME", "the folder of stored data, ~/.local/state without it"),
  ]

  private static let files =
    Configuration.files + [
      Entry("$XDG_STATE_HOME/gpsbridge/ports.json", "ports at which a receiver was found before"),
      Entry("$XDG_STATE_HOME/gpsbridge/memory/", "satellite data of a u-blox, for a warm start"),
      Entry("$XDG_STATE_HOME/gpsbridge/track.db", "the track of record and serve with --store auto"),
      Entry("$XDG_STATE_HOME/gpsbridge/signed-out-PORT", "when all browsers of a page were signed out"),
      Entry("$XDG_STATE_HOME/gpsbridge/settings/", "answers about settings, and the values to undo a change"),
    ]
}
