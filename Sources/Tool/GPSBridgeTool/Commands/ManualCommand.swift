/// `gpsbridge manual FOLDER`: writes the manual pages, for packages and `make install`.
struct ManualCommand: VerbRun {
  private let parsed: ParsedArguments

  init(_ parsed: ParsedArguments, _: ByteOutput) { self.parsed = parsed }

  func run() throws(ToolError) -> ExitCode {
    let folder = parsed.operand(0) ?? Argument(".")
    for page in ManualPage(parsed.table, version: Tool.version).all {
      try SmallFile.write(Array(page.text.utf8), to: folder.bytes + Array("/\(page.name)".utf8))
    }
    return .done
  }
}

extension Verb {
  static let manual = Verb("manual", ManualCommand.self) {
    Command(
      summary: "write the manual pages into a folder",
      operands: [
        Operand(placeholder: "FOLDER", help: "an existing folder, such as /usr/local/share/man/man1")
      ],
      flags: [],
      exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied],
      examples: [Example("gpsbridge manual build/man1", "what make install does")],
      isHidden: true)
  }
}

extension ManualPage {
  /// The date of the last review of the pages.
  private static let date = "2026-11-21"

  /// The manual of this program, or of another table with its texts.
  init(_ table: CommandTable, version: String) {
    self.init(table, version: version, date: Self.date, words: .gpsbridge)
  }
}

extension ManualWords {
  static let gpsbridge = ManualWords(
    description: [
      "A GPS receiver on a USB cable becomes a location service: it is found, watched, and explained.",
      "Data goes to standard output, and messages for people to standard error.",
    ],
    source: [
      Entry(
        "auto",
        "the receiver that is plugged in; the default if GPSBRIDGE_SOURCE is not set"
      ),
      Entry("/dev/ttyACM0", "this port, a link to one, or a pseudo-terminal"),
      Entry("id:NAME", "a link in /dev/serial/by-id"),
      Entry("path:PLACE", "the device that is plugged in at that place"),
      Entry("serial:NUMBER", "the device with this serial number"),
      Entry("usb:VVVV:PPPP", "the device with this vendor and product number"),
      Entry("sim:NAME", "a simulated receiver, such as sim:walk?rate=5"),
      Entry("gpsd://HOST[:PORT][/DEVICE]", "a receiver of a gpsd or of gpsbridge serve"),
      Entry("tcp://HOST:PORT", "a server that sends what a receiver sends"),
      Entry("udp://[HOST]:PORT", "datagrams that arrive at this port"),
      Entry("FILE", "a recording; if its name looks like one of the others, write ./FILE"),
      Entry("-", "standard input"),
    ],
    environment: [
      Entry("NO_COLOR", "no colors, whatever its value"),
      Entry("CLICOLOR_FORCE", "colors even if the output is not a terminal, unless it is 0"),
      Entry("TERM", "the kind of terminal; dumb gets lines instead of a screen, and no colors"),
      Entry("LC_ALL, LC_CTYPE, LANG", "plain characters if the locale is not UTF-8"),
      Entry("LC_ALL, LC_MEASUREMENT, LANG", "the default units"),
      Entry("TZ", "the time zone of events on the screen"),
      Entry("XDG_CONFIG_HOME", "the folder of settings, ~/.config without it"),
      Entry("XDG_STATE_HOME", "the folder of stored data, ~/.local/state without it"),
    ],
    files: [
      Entry("$XDG_CONFIG_HOME/gpsbridge/config.json5", "settings; see gpsbridge-config(1)"),
      Entry("$XDG_CONFIG_HOME/gpsbridge/config.d/*.json5", "more settings, read after it"),
      Entry(
        "/etc/gpsbridge/config.json5, /etc/gpsbridge/config.d/*.json5", "settings for all users, read first"),
      Entry("$XDG_STATE_HOME/gpsbridge/ports.json", "ports at which a receiver was found before"),
      Entry("$XDG_STATE_HOME/gpsbridge/memory/", "satellite data of a u-blox, for a warm start"),
      Entry("$XDG_STATE_HOME/gpsbridge/track.db", "the track of record and serve with --store auto"),
      Entry("$XDG_STATE_HOME/gpsbridge/signed-out-PORT", "when all browsers of a page were signed out"),
      Entry("$XDG_STATE_HOME/gpsbridge/settings/", "answers about settings, and what undoes a change"),
    ],
    settingsCommand: "config",
    settingsFiles: [
      Entry("/etc/gpsbridge/config.json5, /etc/gpsbridge/config.d/*.json5", "for all users"),
      Entry(
        "$XDG_CONFIG_HOME/gpsbridge/config.json5, $XDG_CONFIG_HOME/gpsbridge/config.d/*.json5", "for one user"
      ),
    ])
}
