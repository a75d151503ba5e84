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

  static let all: [CollectorOption] = [
    .init("hosts", "URLS", help: "the brokers: mqtts://HOST[:PORT], or mqtt://127.0.0.1[:PORT]"),
    .init(
      "database", "TEXT",
      help: "a connection string of libpq: \"host=db dbname=fleet\"; by default its environment decides"),
    .init("name", "NAME", help: "this collector's name; by default the machine's"),
    .init("group", "NAME", help: "collectors of a group share the messages; by default \"gpsbridge\""),
    .init("tenant", "NAME", help: "only the devices of this tenant"),
    .init("devices", "FILE", help: "only the devices in the file, each as TENANT/DEVICE in a line"),
    .init(
      "mqtt", "VERSION",
      help: "5, or 3.1.1 for all brokers; by default 3.1.1 only where a broker does not know 5"),
    .init("keep", "DAYS", help: "the days that are kept; by default 90d"),
    .init("archive", help: "store each message as it came, too"),
    .init("ca", "FILE", help: "the certificates that are trusted; by default the system's"),
    .init("cert", "FILE", help: "our certificate"), .init("key", "FILE", help: "its key"),
    .init("user", "NAME", help: "the user at the brokers"),
    .init("password-file", "FILE", help: "the user's password; other users can't read the file"),
    .init(
      "page", "ADDRESS",
      help: "serve the page of the fleet, /metrics and /healthz: 8949, or ADDRESS:PORT with --token-file"),
    .init("page-name", "NAMES", help: "other names of this machine in the page's address"),
    .init("token-file", "FILE", help: "the token that the page demands; a file that is missing is created"),
    .init(
      "config", "FILE",
      help: "settings, flags as keys in JSON5; by default /etc/gpsbridge/collect.json5 if it exists"),
    .init("create", help: "create the tables, and end"),
    .init("schema", help: "print the SQL of the tables, and end"),
    .init("manual", help: "print the manual page, and end"),
    .init("completions", "SHELL", help: "print completions for bash, zsh or fish, and end"),
    .init("version", help: "print the version, and end"),
    .init("help", help: "print this, and end"),
  ]
}

/// The help, the manual page and the completions of the collector.
enum CollectorManual {
  private static let summary = "collect what devices publish, in PostgreSQL"
  private static let forms = [
    "gpsbridge-collect --hosts URL[,URL]... [--database TEXT] [OPTION]...",
    "gpsbridge-collect --page ADDRESS [--database TEXT] [OPTION]...",
    "gpsbridge-collect --create [--database TEXT]", "gpsbridge-collect --schema",
  ]

  static var help: String {
    let width = (CollectorOption.all.map(\.synopsis.count).max() ?? 0) + 2
    let options = CollectorOption.all.map { option in
      let pad = String(repeating: " ", count: width - option.synopsis.count)
      return "  \(option.synopsis)\(pad)\(option.help)"
    }
    let usage = forms.enumerated().map { ($0 == 0 ? "usage: " : "       ") + $1 }
    return (["Collects what devices publish, in PostgreSQL.", ""] + usage + [""] + options + [""])
      .joined(separator: "\n")
  }

  // MARK: - The manual page

  /// The page gpsbridge-collect(1), in the language of `man`.
  static var page: String {
    var lines = [
      ".TH GPSBRIDGE\\-COLLECT 1 \"2026-11-27\" \"gpsbridge \(ProgramVersion.text)\" \"gpsbridge\"",
      ".SH NAME", "gpsbridge\\-collect \\- \(summary.roff)", ".SH SYNOPSIS",
    ]
    lines += forms.map(\.roff).joined(separator: "\n.br\n").split(separator: "\n").map(String.init)
    lines +=
      [".SH DESCRIPTION"]
      + paragraphs.map(\.roff).joined(separator: "\n.PP\n").split(separator: "\n").map(String.init)
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
    "Takes the messages of gpsbridge publish from brokers of MQTT, writes each position into PostgreSQL once, and "
      + "answers what is committed. Several collectors may run; each needs its own name.",
    "Except for options that end at once, all can be settings: keys of an object in JSON5.",
  ]
  private static let statuses = [
    ("0", "ended by a signal, or nothing was left to do"), ("1", "a failure, such as a port that is in use"),
    ("2", "the settings or the installation must change"),
  ]
  private static let variables = [
    ("PGHOST, PGDATABASE, PGUSER, ...", "the database, as for all programs of libpq"),
    (
      "CREDENTIALS_DIRECTORY",
      "where systemd puts gpsbridge-collect.database, gpsbridge-collect.token and gpsbridge-collect.password, which "
        + "take the place of --database, --token-file and --password-file"
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
