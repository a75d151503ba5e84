/// One flag: its name, what follows it, and what the help says.
struct Flag: Hashable, Sendable {
  /// What follows a flag.
  enum Value: Hashable, Sendable {
    /// Nothing.
    case none
    /// Some text.
    case text(placeholder: String)
    /// One of these words.
    case word(placeholder: String, choices: [String])
    /// Some of these words, with commas between them.
    case list(placeholder: String, choices: [String])
  }

  /// The name behind two dashes.
  var name: String
  /// The letter behind one dash.
  var short: String?
  var value = Value.none
  /// What it does, in a line.
  var help: String

  /// How the help writes it: `--format FORMAT`.
  var synopsis: String {
    let start = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return switch value {
    case .none: start
    case .text(let placeholder), .word(let placeholder, _), .list(let placeholder, _):
      "\(start) \(placeholder)"
    }
  }

  /// The words that may follow.
  var choices: [String] {
    switch value {
    case .none, .text: []
    case .word(_, let choices), .list(_, let choices): choices
    }
  }
}

extension Flag {
  static let help = Flag(name: "help", short: "h", help: "show this help")
  static let version = Flag(name: "version", help: "show the version")

  static let format = Flag(
    name: "format",
    value: .word(placeholder: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue)),
    help:
      "ndjson (the default), gpsd (TPV and SKY), nmea (the valid sentences unchanged), csv (one line a fix)")
  static let types = Flag(
    name: "types",
    value: .list(placeholder: "TYPES", choices: RecordType.allCases.map(\.rawValue)),
    help: "which records, with commas between them: fix, sky, stats, error; without it fix and sky")
  static let reference = Flag(
    name: "reference", value: .text(placeholder: "DATE"),
    help: "a day about when the recording was made, as 2026-11-20: it mends rolled-over week counters")
  static let stats = Flag(
    name: "stats", help: "a record of counts at the end; on standard error where the format is not ndjson")
}
