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

  var synopsis: String { "--" + name + (value.map { " " + $0 } ?? "") }

  static let all: [CollectorOption] =
    [
      .init(
        "listen", "ADDRESS",
        help: "accept batches there, with /metrics and /healthz: 8950, or ADDRESS:PORT with --token-file"),
      .init(
        "database", "TEXT",
        help:
          "a connection string of libpq, such as \"host=db dbname=fleet\"; by default its variables decide"),
      .init(
        "proxy", "ADDRESSES",
        help: "the addresses of proxies, which may have more connections than other machines"),
      .init("connections", "COUNT", help: "the number of connections for commits; 2 by default"),
      .init(
        "page", "ADDRESS", help: "serve the page of the fleet, /metrics and /healthz: 8949, or ADDRESS:PORT"),
      .init(
        "page-name", "NAMES", help: "other names of this machine in the addresses of the page and the metrics"
      ),
      .init(
        "token-file", "FILE",
        help: "a file with the token that the page and the metrics require; created if it does not exist"),
      .init(
        "config", "FILE",
        help: "settings, in JSON5 with options as keys; by default /etc/gpsbridge/collect.json5 if it exists"),
    ] + commands + [
      .init("create", help: "create the tables, and end"),
      .init("schema", help: "print the SQL of the tables, and end"),
      .init("manual", help: "print the manual page, and end"),
      .init("completions", "SHELL", help: "print completions for bash, zsh or fish, and end"),
      .init("version", help: "print the version, and end"), .init("help", help: "print this help, and end"),
    ]

  private static let commands: [CollectorOption] = [
    .init("file", "FILE", help: "device add: a list with one TENANT/NAME per line"),
    .init(
      "into", "FOLDER",
      help:
        "device add, device token: write each token into a file in this folder, readable only by this user"),
    .init("token", "ID", help: "device revoke: only this token; by default all tokens of the device"),
    .init("from", "TIME", help: "device forget: only positions from this time on, such as 2026-11-27T06:00Z"),
    .init(
      "to", "TIME",
      help: "device forget: only positions before this time; without both times, also the device itself"),
    .init("keep", "DAYS", help: "tenant add: how long positions are kept; 90d by default"),
  ]

  static let ofCommands = Set(commands.map { "--" + $0.name })
}

enum CollectorManual {
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

  /// The page gpsbridge-collect(1), also used as help.
  static let page = ProgramPage(
    "gpsbridge-collect", "collect positions of devices in PostgreSQL", usages: forms,
    sections: [
      .init("description", .paragraphs(paragraphs)),
      .init("options", .columns(CollectorOption.all.map { .init($0.synopsis, $0.help) })),
      .init("exit status", .columns(statuses), isInHelp: false),
      .init("environment", .columns(variables), isInHelp: false),
      .init("files", .rows(files), isInHelp: false), .init("examples", .rows(examples)),
    ], more: "man gpsbridge-collect", related: ["gpsbridge-publish", "psql"])

  private static let paragraphs = [
    "Receives the batches of gpsbridge publish by HTTP, from a proxy with TLS, and writes each position into PostgreSQL "
      + "once. It answers a batch after its commit. Several collectors may run.",
    "Each device has a token, which device add prints once. A second installation under the name of a device is refused, until "
      + "device adopt admits the next one. device revoke ends tokens. All of this takes effect at once.",
    "Each tenant has its own limit for how long positions are kept: tenant keep changes it, and each deletion is logged.",
    "Options that end at once and options of commands have no settings; all others can be keys of an object in JSON5.",
  ]
  private static let statuses: [ProgramPage.Entry] = [
    .init("0", "ended by a signal, or nothing was left to do"),
    .init("1", "a failure, such as a port that is in use"),
    .init("2", "the settings or the installation must change"),
  ]
  private static let variables: [ProgramPage.Entry] = [
    .init("PGHOST, PGDATABASE, PGUSER, ...", "the database, as for all programs of libpq"),
    .init(
      "CREDENTIALS_DIRECTORY",
      "where systemd puts gpsbridge-collect.database and gpsbridge-collect.token, which take the place of --database and "
        + "--token-file"),
    .init("NOTIFY_SOCKET, WATCHDOG_USEC", "where and how often the service manager is informed"),
  ]
  private static let files: [ProgramPage.Entry] = [
    .init(CollectorFile.usual, "the settings that are read if --config names no other file")
  ]
  static let examples: [ProgramPage.Entry] = [
    .init("gpsbridge-collect --create --database dbname=fleet", "create the tables in an empty database"),
    .init(
      "gpsbridge-collect device add acme/truck-42 --into tokens", "add a device, with its token in a file"),
    .init(
      "gpsbridge-collect --listen 8950 --database dbname=fleet", "accept batches from a proxy on this machine"
    ),
    .init(
      "gpsbridge-collect --page 8949 --database dbname=fleet", "serve the page at http://localhost:8949/"),
  ]

  // MARK: - Completions

  /// Completions for a shell; nil if the shell is unknown.
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
