/// Why something can't be done: what, why, and what to do about it.
package struct Complaint: Error, Hashable {
  /// For programs: a word in snake case that stays the same.
  package var code: String
  /// How the program ends.
  package var exit: ExitCode
  /// The failure, in one line.
  package var message: String
  /// Why, in one line.
  package var reason: String?
  /// The remedy, in one line.
  package var hint: String

  package init(
    code: String, exit: ExitCode, message: String, reason: String? = nil, hint: String
  ) {
    self.code = code
    self.exit = exit
    self.message = message
    self.reason = reason
    self.hint = hint
  }

  /// For people: three lines at most.
  package var text: String {
    let why = reason.map { "  \($0)\n" } ?? ""
    return "error: \(message)\n\(why)  fix: \(hint)\n"
  }
}
