/// A command line, as far as it can be understood.
package struct ParsedArguments {
  package var command: Command?
  /// The words that are no flags, the verb not among them.
  package var operands: [Argument] = []
  /// The first thing that is wrong.
  ///
  /// The rest is still here, so that a complaint knows the format to come in.
  package var problem: Complaint?

  private var values: [Flag: Argument] = [:]

  package init() {}

  package mutating func set(_ flag: Flag, _ value: Argument) { values[flag] = value }

  /// Keeps the first of all problems.
  mutating func complain(_ complaint: Complaint) { problem = problem ?? complaint }

  package func has(_ flag: Flag) -> Bool { values[flag] != nil }

  package func value(of flag: Flag) -> String? { values[flag]?.text }

  /// The value's bytes: names of files need not be UTF-8.
  package func argument(of flag: Flag) -> Argument? { values[flag] }

  /// The value of whichever flag has that name in the command at hand.
  package func value(named name: String) -> String? { values.first { $0.key.name == name }?.value.text }

  /// The words of a list; nil if the flag was not given.
  package func list(of flag: Flag) -> [String]? { values[flag].map { ArgumentParser.words($0.text) } }

  /// The operand at a place; nil where it was left out.
  package func operand(_ index: Int) -> Argument? { index < operands.count ? operands[index] : nil }

  package var flags: [Flag] { Array(values.keys) }
}
