/// One thing that the doctor has found: what, why, and what to do.
struct Finding: Hashable, Sendable {
  enum Level: String, Sendable, CaseIterable {
    /// As it should be.
    case fine = "ok"
    /// It works, and may fail for this.
    case warning = "warn"
    /// It can't work before somebody does something.
    case failure = "fail"
  }

  var level: Level
  /// For programs: a word in snake case that stays the same.
  var code: String
  /// The port that it is about.
  var device: String?
  /// What is the case, in a sentence without its full stop.
  var what: String
  /// How one can tell, or why it matters.
  var why: String?
  /// What to do about it: a command to paste, or a sentence.
  var fix: String?

  private init(_ level: Level, _ code: String, _ what: String, why: String?, fix: String?, device: String?) {
    self.level = level
    self.code = code
    self.what = what
    self.why = why
    self.fix = fix
    self.device = device
  }

  static func fine(_ code: String, _ what: String, why: String? = nil, device: String? = nil) -> Finding {
    Finding(.fine, code, what, why: why, fix: nil, device: device)
  }

  /// What needs somebody comes with what to do.
  static func warning(
    _ code: String, _ what: String, why: String? = nil, fix: String, device: String? = nil
  ) -> Finding { Finding(.warning, code, what, why: why, fix: fix, device: device) }

  static func failure(
    _ code: String, _ what: String, why: String? = nil, fix: String, device: String? = nil
  ) -> Finding { Finding(.failure, code, what, why: why, fix: fix, device: device) }
}

extension Finding {
  /// A verdict's sentences as one line: with small letters, semicolons between them, and no full stop at the end.
  static func clause(_ text: String) -> String {
    var clauses: [String] = []
    var rest = text[...]
    var from = rest.startIndex
    while let stop = rest[from...].firstIndex(of: ".") {
      from = rest.index(after: stop)
      // A full stop within a number or a name ends no sentence.
      let next = rest[from...].dropFirst()
      guard rest[from...].first == " ", next.first?.isUppercase == true else { continue }
      clauses.append(small(rest[..<stop]))
      rest = next
      from = next.startIndex
    }
    clauses.append(small(rest.hasSuffix(".") ? rest.dropLast() : rest))
    return clauses.joined(separator: "; ")
  }

  /// Begins with a small letter; a word with more capitals, as USB or ModemManager, is a name and keeps them.
  private static func small(_ text: Substring) -> String {
    let isName = text.dropFirst().prefix { $0.isLetter }.contains { $0.isUppercase }
    guard let first = text.first, !isName else { return String(text) }
    return first.lowercased() + text.dropFirst()
  }
}
