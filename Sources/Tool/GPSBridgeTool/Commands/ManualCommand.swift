internal import CommandLineTable
internal import ToolFiles

/// `gpsbridge manual FOLDER`: writes the manual pages, for packages and `make install`.
struct ManualCommand {
  private let folder: Argument

  init(_ parsed: ParsedArguments) throws(ToolError) { folder = parsed.operand(0) ?? Argument(".") }

  func run() throws(ToolError) -> ExitCode {
    for page in ManualPage(.gpsbridge, version: Tool.version).all {
      try SmallFile.write(Array(page.text.utf8), to: folder.bytes + Array("/\(page.name)".utf8))
    }
    return .done
  }
}

extension Command {
  static let manual = Command(
    verb: .manual,
    summary: "write the manual pages into a folder",
    operands: [Operand(placeholder: "FOLDER", help: "a folder that is there, as /usr/local/share/man/man1")],
    flags: [],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied],
    examples: [Example(line: "gpsbridge manual build/man1", help: "what make install does")],
    isHidden: true)
}

extension ManualPage {
  /// The manual of this program, or of another table with its texts.
  init(_ table: CommandTable, version: String) {
    self.init(table, version: version, date: Tool.date, words: .gpsbridge)
  }
}

extension ManualWords {
  static let gpsbridge = ManualWords(
    description: [
      "A GPS receiver on a USB cable becomes a location service: it is found, watched, and explained.",
      "Data go to standard output, and all that is said to people to standard error.",
    ],
    source: [
      Entry(
        "auto",
        "the receiver that is plugged in; also where nothing is written and GPSBRIDGE_SOURCE is not set"
      ),
      Entry("/dev/ttyACM0", "this port, a link to one, or a pseudo-terminal"),
      Entry("id:NAME", "a link in /dev/serial/by-id"),
      Entry("path:PLACE", "whatever is plugged in at that place"),
      Entry("serial:NUMBER", "the device with this serial number"),
      Entry("usb:VVVV:PPPP", "the device with this vendor and product number"),
      Entry("sim:NAME", "a simulated receiver, as sim:walk?rate=5"),
      Entry("gpsd://HOST[:PORT][/DEVICE]", "a receiver of a gpsd or of gpsbridge serve"),
      Entry("tcp://HOST:PORT", "a server that sends what a receiver sends"),
      Entry("udp://[HOST]:PORT", "datagrams that come at this port"),
      Entry("FILE", "a recording; where its name looks like one of the others, write ./FILE"),
      Entry("-", "standard input"),
    ],
    environment: [
      Entry("NO_COLOR", "no colors, whatever its value"),
      Entry("CLICOLOR_FORCE", "colors also where the output is no terminal, unless it is 0"),
      Entry("TERM", "what the terminal can do; dumb gets lines instead of a screen, and no colors"),
      Entry("LC_ALL, LC_CTYPE, LANG", "plain characters where the locale is not UTF-8"),
      Entry("LC_ALL, LC_MEASUREMENT, LANG", "the units where nothing names them"),
      Entry("TZ", "the zone of the times of events on the screen"),
      Entry("XDG_CONFIG_HOME", "the folder of settings, ~/.config without it"),
      Entry("XDG_STATE_HOME", "the folder of what is remembered, ~/.local/state without it"),
    ],
    files: [
      Entry("$XDG_CONFIG_HOME/gpsbridge/config.json5", "settings; see gpsbridge-config(1)"),
      Entry("$XDG_CONFIG_HOME/gpsbridge/config.d/*.json5", "more settings, read after it"),
      Entry(
        "/etc/gpsbridge/config.json5, /etc/gpsbridge/config.d/*.json5", "settings for all users, read first"),
      Entry("$XDG_STATE_HOME/gpsbridge/ports.json", "ports behind which a receiver once spoke"),
      Entry("$XDG_STATE_HOME/gpsbridge/memory/", "what a u-blox remembers of the sky, for a warm start"),
      Entry("$XDG_STATE_HOME/gpsbridge/settings/", "answers about settings, and what undoes a change"),
    ],
    settingsCommand: Command.Verb.config.rawValue,
    settingsFiles: [
      Entry("/etc/gpsbridge/config.json5, /etc/gpsbridge/config.d/*.json5", "for all users"),
      Entry(
        "$XDG_CONFIG_HOME/gpsbridge/config.json5, $XDG_CONFIG_HOME/gpsbridge/config.d/*.json5", "for one user"
      ),
    ])
}
