internal import GPSBase

/// A flag of the collector: one table for the parser, the help, the manual page and the completions.
struct CollectorOption: Sendable {
  let name: String
  /// The kind of its value; nil for a switch.
  let value: String?
  let help: String

  init(_ name: String, _ value: String? = nil, help: String) {
    (self.name, self.value, self.help) = (name, value, help)
  }

  /// The flag as a person writes it.
  var synopsis: String { "--" + name + (value.map { " " + $0 } ?? "") }

  static let all: [CollectorOption] =
    [
      .init(
        "listen", "ADDRESS",
        help: "take batches there, with /metrics and /healthz: 8950, or ADDRESS:PORT with --token-file"),
      .init(
        "database", "TEXT",
        help: "a connection string of libpq: \"host=db dbname=fleet\"; by default its environment decides"),
      .init("proxy", "ADDRESSES", help: "the proxies, which may have more connections than other machines"),
      .init("connections", "COUNT", help: "the connections for commits; by default 2"),
      .init(
        "page", "ADDRESS", help: "serve the page of the fleet, /metrics and /healthz: 8949, or ADDRESS:PORT"),
      .init(
        "page-name", "NAMES", help: "other names of this machine in addresses of the page and the metrics"),
      .init(
        "token-file", "FILE",
        help: "the token that the page and the metrics demand; a file that is missing is created"),
      .init(
        "config", "FILE",
        help: "settings, flags as keys in JSON5; by default /etc/gpsbridge/collect.json5 if it exists"),
    ] + commands + [
      .init("create", help: "create the tables, and end"),
      .init("schema", help: "print the SQL of the tables, and end"),
      .init("manual", help: "print the manual page, and end"),
      .init("completions", "SHELL", help: "print completions for bash, zsh or fish, and end"),
      .init("version", help: "print the version, and end"),
      .init("help", help: "print this, and end"),
    ]

  /// Options of commands only.
  private static let commands: [CollectorOption] = [
    .init("file", "FILE", help: "device add: a list with TENANT/NAME in each line"),
    .init(
      "into", "FOLDER",
      help: "device add, device token: write each token into a file that only its owner can read"),
    .init("token", "ID", help: "device revoke: this token only; by default all of the device"),
    .init("from", "TIME", help: "device forget: positions since then, such as 2026-11-27T06:00Z"),
    .init(
      "to", "TIME", help: "device forget: positions before then; without both times, the device itself, too"),
    .init("keep", "DAYS", help: "tenant add: how long positions are kept; by default 90d"),
  ]

  static let ofCommands = Set(commands.map { "--" + $0.name })
}

/// The help, the manual page and the completions of the collector.
enum CollectorManual {
  private static let summary = "collect what devices send, in PostgreSQL"
  private static let forms = [
    "gpsbridge-collect --listen ADDRESS [--database TEXT] [OPTION]...",
    "gpsbridge-collect --page ADDRESS [--database TEXT] [OPTION]...",
    "gpsbridge-collect --create [--database TEXT]", "gpsbridge-collect --schema",
    "gpsbridge-collect tenant add NAME [--keep DAYS]", "gpsbridge-collect tenant keep NAME DAYS",
    "gpsbridge-collect tenant limit NAME ROWS", "gpsbridge-collect tenant suspend|resume NAME",
    "gpsbridge-collect tenant list",
    "gpsbridge-collect device add TENANT/NAME... [--file FILE] [--into FOLDER]",
    "gpsbridge-collect device token TENANT/NAME [--into FOLDER]",
    "gpsbridge-collect device revoke TENANT/NAME [--token ID]", "gpsbridge-collect device list [TENANT]",
    "gpsbridge-collect device rename TENANT/NAME NEW", "gpsbridge-collect device adopt TENANT/NAME",
    "gpsbridge-collect device forget TENANT/NAME [--from TIME] [--to TIME]",
  ]

  static var help: String {
    let width = (CollectorOption.all.map(\.synopsis.count).max() ?? 0) + 2
    let options = CollectorOption.all.map { option in
      let pad = String(repeating: " ", count: width - option.synopsis.count)
      return "  \(option.synopsis)\(pad)\(option.help)"
    }
    let usage = forms.enumerated().map { ($0 == 0 ? "usage: " : "       ") + $1 }
    return (["Collects what devices send, in PostgreSQL.", ""] + usage + [""] + options + [""])
      .joined(separator: "\n")
  }

  // MARK: - The manual page

  /// The page gpsbridge-collect(1), in the language of `man`.
  static var page: String {
    var lines = [
      ".TH GPSBRIDGE\\-COLLECT 1 \"2026-11-27\" \"gpsbridge \(ProgramVersion.text)\" \"gpsbridge\"",
      ".SH NAME", "gpsbridge\\-collect \\- \(summary.roff)", ".SH SYNOPSIS",
    ]
    lines.append(forms.map(\.roff).joined(separator: "\n.br\n"))
    lines += [".SH DESCRIPTION", paragraphs.map(\.roff).joined(separator: "\n.PP\n")]
    lines += [".SH OPTIONS"] + CollectorOption.all.flatMap { entry($0.synopsis, $0.help) }
    lines += [".SH EXIT STATUS"] + statuses.flatMap { entry($0, $1) }
    lines += [".SH ENVIRONMENT"] + variables.flatMap { entry($0, $1) }
    lines += [".SH FILES"] + files.flatMap { entry($0, $1) }
    lines += [".SH SEE ALSO", "\\fBgpsbridge\\-publish\\fR(1),", "\\fBpsql\\fR(1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entry(_ term: String, _ text: String) -> [String] {
    [".TP", "\\fB\(term.roff)\\fR", text.roff]
  }

  private static let paragraphs = [
    "Receives the batches of gpsbridge publish by HTTP, from a proxy with TLS, and writes each position into PostgreSQL "
      + "once. It answers a batch after its commit. Several collectors may run.",
    "Each device has a token, which device add prints once. A second installation under the name of a device is refused, until "
      + "device adopt admits the next one. device revoke ends tokens; all of this counts at once.",
    "How long positions are kept belongs to the tenant: tenant keep changes it, and each deletion is logged.",
    "Options that end at once and options of commands have no settings; all others can be keys of an object in JSON5.",
  ]
  private static let statuses = [
    ("0", "ended by a signal, or nothing was left to do"), ("1", "a failure, such as a port that is in use"),
    ("2", "the settings or the installation must change"),
  ]
  private static let variables = [
    ("PGHOST, PGDATABASE, PGUSER, ...", "the database, as for all programs of libpq"),
    (
      "CREDENTIALS_DIRECTORY",
      "where systemd puts gpsbridge-collect.database and gpsbridge-collect.token, which take the place of --database and "
        + "--token-file"
    ),
    ("NOTIFY_SOCKET, WATCHDOG_USEC", "where and how often the service manager is informed"),
  ]
  private static let files = [
    (CollectorFile.usual, "the settings that are read if --config names no other file")
  ]

  // MARK: - Completions

  /// Completions for a shell; nil if it is not known.
  static func completions(_ shell: String) -> String? {
    let options = CollectorOption.all
    switch shell {
    case "bash":
      let words = options.map { "--" + $0.name }.joined(separator: " ")
      let files = options.filter { $0.value == "FILE" }.map { "--" + $0.name }.joined(separator: "|")
      return """
        _gpsbridge_collect() {
          local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
          COMPREPLY=()
          case $before in
            \(files)) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
            *) mapfile -t COMPREPLY < <(compgen -W '\(words)' -- "$word") ;;
          esac
        }
        complete -F _gpsbridge_collect gpsbridge-collect

        """
    case "zsh":
      let lines = options.map { option in
        let value = option.value.map { $0 == "FILE" ? ":file:_files" : ":\($0.lowercased()):" } ?? ""
        let help = option.help.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        return "  " + "--\(option.name)[\(help)]\(value)".shellQuoted
      }
      return "#compdef gpsbridge-collect\n_arguments \\\n" + lines.joined(separator: " \\\n") + "\n"
    case "fish":
      return options.map { option in
        let value = option.value.map { $0 == "FILE" ? " -r -F" : " -x" } ?? " -f"
        return "complete -c gpsbridge-collect -l \(option.name)\(value) -d \(option.help.shellQuoted)\n"
      }.joined()
    default: return nil
    }
  }
}
