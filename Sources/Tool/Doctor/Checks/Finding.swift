/// One thing that the doctor has found: what, why, and what to do.
package struct Finding: Hashable, Sendable {
  package enum Level: String, Sendable, CaseIterable {
    /// As it should be.
    case fine = "ok"
    /// It works, but may fail because of this.
    case warning = "warn"
    /// It can't work until somebody does something.
    case failure = "fail"
  }

  package var level: Level
  /// For programs: a word in snake case that stays the same.
  package var code: String
  /// The port concerned.
  package var device: String?
  /// The finding, as a sentence without its full stop.
  package var what: String
  /// The evidence, or why it matters.
  package var why: String?
  /// The remedy: a command to paste, or a sentence.
  package var fix: String?

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

  /// Anything that needs the user comes with a remedy.
  package static func warning(
    _ code: String, _ what: String, why: String? = nil, fix: String, device: String? = nil
  ) -> Finding { Finding(.warning, code, what, why: why, fix: fix, device: device) }

  package static func failure(
    _ code: String, _ what: String, why: String? = nil, fix: String, device: String? = nil
  ) -> Finding { Finding(.failure, code, what, why: why, fix: fix, device: device) }
}

extension Finding {
  /// A verdict's sentences as one line: with small letters, semicolons between them, and no full stop at the end.
  package static func clause(_ text: String) -> String {
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

/// One question to the facts; the answer is a list of findings, which may be empty.
package typealias Check = @Sendable (HostFacts) -> [Finding]

/// All questions, in the order of the data's way: a user who can't open a port need not move an antenna.
package enum Checks {
  package static let all: [Check] = [
    ReceiverChecks.receiver, ReceiverChecks.driver, PermissionChecks.permission, HolderChecks.holders,
    ServiceChecks.modemManager, ServiceChecks.gpsdPort, ServiceChecks.gpsd, ServiceChecks.brltty,
    NeighbourChecks.superSpeed,
    StreamChecks.opening, StreamChecks.stream, StreamChecks.refused, StreamChecks.verdicts,
    StreamChecks.hardware, StartChecks.starts, ClockChecks.clock,
  ]

  package static func findings(_ facts: HostFacts) -> [Finding] { all.flatMap { $0(facts) } }
}
