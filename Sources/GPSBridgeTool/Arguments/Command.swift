/// One command: what it is called, what it takes, and how it may end.
struct Command: Sendable {
  /// The commands there are; a switch over them leaves none out.
  enum Verb: String, CaseIterable, Sendable {
    case watch
    case export
  }

  /// A word that is no flag.
  struct Operand: Sendable {
    var placeholder: String
    var help: String
  }

  struct Example: Sendable {
    var line: String
    var help: String
  }

  var verb: Verb
  /// What it does, in a line.
  var summary: String
  var operands: [Operand]
  var flags: [Flag]
  var exitCodes: [ExitCode]
  var examples: [Example]

  var usage: String {
    let words = operands.map(\.placeholder).joined(separator: " ")
    return "gpsbridge \(verb.rawValue) \(words) [flags]"
  }
}
