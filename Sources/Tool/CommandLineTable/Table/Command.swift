/// One command: what it is called, what it takes, and how it may end.
package struct Command: Sendable {
  /// A word that is no flag.
  package struct Operand: Sendable {
    package var placeholder: String
    package var help: String
    /// The words that may stand there; empty where any may.
    package var choices: [String] = []
    /// Words that a shell offers there, among others that may stand there.
    package var suggestions: [String] = []
    /// Whether it may be left out; then all behind it may be, too.
    package var isOptional = false

    package init(
      placeholder: String, help: String, choices: [String] = [], suggestions: [String] = [],
      isOptional: Bool = false
    ) {
      self.placeholder = placeholder
      self.help = help
      self.choices = choices
      self.suggestions = suggestions
      self.isOptional = isOptional
    }
  }

  package struct Example: Sendable {
    package var line: String
    package var help: String

    package init(
      line: String, help: String
    ) {
      self.line = line
      self.help = help
    }
  }

  /// The word that names it on the command line.
  package var name: String
  /// Its effect, in a line.
  package var summary: String
  package var operands: [Operand]
  package var flags: [Flag]
  package var exitCodes: [ExitCode]
  package var examples: [Example]
  /// Whether it prints records without being asked to.
  package var printsRecords = false
  /// Whether only those use it who make packages.
  package var isHidden = false

  package init(
    name: String, summary: String, operands: [Operand], flags: [Flag], exitCodes: [ExitCode],
    examples: [Example], printsRecords: Bool = false, isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.flags = flags
    self.exitCodes = exitCodes
    self.examples = examples
    self.printsRecords = printsRecords
    self.isHidden = isHidden
  }

  package var usage: String {
    let words = operands.map { $0.isOptional ? "[\($0.placeholder)]" : $0.placeholder }
    return (["gpsbridge", name] + words + ["[flags]"]).joined(separator: " ")
  }
}
