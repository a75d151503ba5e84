/// One finding of the doctor: what, why, and what to do.
package struct Finding: Hashable, Sendable {
  package enum Level: String, Sendable, CaseIterable {
    /// As it should be.
    case fine = "ok"
    /// It works, but may fail because of this.
    case warning = "warn"
    /// It can't work until the user acts.
    case failure = "fail"
  }

  package var level: Level
  /// A stable word in snake case, for programs.
  package var code: String
  /// The port concerned.
  package var device: String?
  /// The finding, as a sentence without its period.
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

  /// Every finding that needs the user has a remedy.
  package static func warning(
    _ code: String, _ what: String, why: String? = nil, fix: String, device: String? = nil
  ) -> Finding { Finding(.warning, code, what, why: why, fix: fix, device: device) }

  package static func failure(
    _ code: String, _ what: String, why: String? = nil, fix: String, device: String? = nil
  ) -> Finding { Finding(.failure, code, what, why: why, fix: fix, device: device) }
}

extension Finding {
  /// Joins a verdict's sentences into one line: lowercase, separated by semicolons, without a final period.
  package static func clause(_ text: String) -> String {
    var clauses: [String] = []
    var rest = text[...]
    var from = rest.startIndex
    while let stop = rest[from...].firstIndex(of: ".") {
      from = rest.index(after: stop)
      // A period within a number or a name does not end a sentence.
      let next = rest[from...].dropFirst()
      guard rest[from...].first == " ", next.first?.isUppercase == true else { continue }
      clauses.append(small(rest[..<stop]))
      rest = next
      from = next.startIndex
    }
    clauses.append(small(rest.hasSuffix(".") ? rest.dropLast() : rest))
    return clauses.joined(separator: "; ")
  }

  /// Lowercases the first letter, except in names with more capitals such as USB or ModemManager.
  private static func small(_ text: Substring) -> String {
    let isName = text.dropFirst().prefix { $0.isLetter }.contains { $0.isUppercase }
    guard let first = text.first, !isName else { return String(text) }
    return first.lowercased() + text.dropFirst()
  }
}

/// A check of the facts, which returns a list of findings that may be empty.
package typealias Check = @Sendable (HostFacts) -> [Finding]

/// All checks, in the direction of the data: a user who can't open a port need not move an antenna.
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
