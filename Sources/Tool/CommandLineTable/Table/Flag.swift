/// One flag: its name, what follows it, and what the help says.
package struct Flag: Hashable, Sendable {
  /// The value behind a flag.
  package enum Value: Hashable, Sendable {
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
  package var name: String
  /// The letter behind one dash.
  package var short: String?
  package var value = Value.none
  /// Its effect, in a line.
  package var help: String

  package init(
    name: String, short: String? = nil, value: Value = .none, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  /// How the help writes it: `--format FORMAT`.
  package var synopsis: String {
    let start = short.map { "-\($0), --\(name)" } ?? "--\(name)"
    return switch value {
    case .none: start
    case .text(let placeholder), .word(let placeholder, _), .list(let placeholder, _):
      "\(start) \(placeholder)"
    }
  }

  /// The words that may follow.
  package var choices: [String] {
    switch value {
    case .none, .text: []
    case .word(_, let choices), .list(_, let choices): choices
    }
  }
}

extension Flag {
  package static let help = Flag(name: "help", short: "h", help: "show this help")
  package static let version = Flag(name: "version", short: "V", help: "show the version")

  package static let json = Flag(
    name: "json", short: "j", help: "records, one JSON object a line, instead of text")
}
