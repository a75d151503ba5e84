/// Why something can't be done: what, why, and what to do about it.
struct Complaint: Error, Hashable {
  /// For programs: a word in snake case that stays the same.
  var code: String
  /// How the program ends.
  var exit: ExitCode
  /// What went wrong, in one line.
  var message: String
  /// Why, in one line.
  var reason: String?
  /// What to do, in one line.
  var hint: String

  /// For people: three lines at most.
  var text: String {
    let why = reason.map { "  \($0)\n" } ?? ""
    return "error: \(message)\n\(why)  fix: \(hint)\n"
  }
}
