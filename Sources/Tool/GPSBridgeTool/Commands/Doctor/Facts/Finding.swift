/// One finding of the doctor: what, why, and what to do, each as a sentence.
package struct Finding: Hashable, Sendable {
  package enum Level: String, Sendable, CaseIterable {
    /// As it should be.
    case fine = "ok"
    /// It works, but may fail because of this.
    case warning = "warn"
    /// It can't work until the user acts.
    case failure = "fail"
  }

  var level: Level
  /// A stable word in snake case, for programs.
  var code: String
  /// The port concerned.
  var device: String?
  /// The condition.
  var what: String
  /// The evidence, or why it matters.
  var why: String?
  /// The remedy: a sentence, or only a command to paste.
  var remedy: String?

  private init(_ level: Level, _ code: String, _ what: String, why: String?, remedy: String?, device: String?)
  {
    (self.level, self.code, self.device) = (level, code, device)
    (self.what, self.why) = (Advice.sentence(what), why.map(Advice.sentence))
    self.remedy = remedy.map(Advice.remedy)
  }

  package static func fine(_ code: String, _ what: String, why: String? = nil, device: String? = nil)
    -> Finding
  {
    Finding(.fine, code, what, why: why, remedy: nil, device: device)
  }

  /// Every finding that needs the user has a remedy.
  package static func warning(
    _ code: String, _ what: String, why: String? = nil, remedy: String, device: String? = nil
  ) -> Finding { Finding(.warning, code, what, why: why, remedy: remedy, device: device) }

  package static func failure(
    _ code: String, _ what: String, why: String? = nil, remedy: String, device: String? = nil
  ) -> Finding { Finding(.failure, code, what, why: why, remedy: remedy, device: device) }
}

/// The one form of the doctor's texts: checks and the library's errors have clauses, verdicts have sentences.
enum Advice {
  /// The programs whose names begin a command to paste.
  private static let programs: Set<Substring> = ["apt", "gpsbridge", "kill", "mmcli", "sudo"]

  /// A clause as a sentence: with a capital letter, unless a name begins it, and with a period.
  static func sentence(_ words: String) -> String {
    words.hasSuffix(".") ? capitalized(words) : capitalized(words) + "."
  }

  /// A remedy as a sentence; a command at its end has no period after it, so that it can be copied.
  static func remedy(_ text: String) -> String {
    let words = text.split(separator: " ")
    let command = words.indices.last {
      programs.contains(words[$0]) && ($0 == 0 || words[$0 - 1].hasSuffix(":"))
    }
    let isAtEnd = command.map { !words[$0...].contains { $0.hasSuffix(",") || $0.hasSuffix(";") } } ?? false
    return isAtEnd ? capitalized(text) : sentence(text)
  }

  private static func capitalized(_ words: String) -> String {
    let first = words.prefix { $0 != " " }
    // `sudo`, `gpsd (process 812)`, `/dev/ttyACM0` and `u-blox 8` keep their first letter.
    let isName =
      programs.contains(first) || !first.allSatisfy { "a"..."z" ~= $0 }
      || words.dropFirst(first.count).hasPrefix(" (")
    return isName ? words : first.prefix(1).uppercased() + words.dropFirst()
  }
}

/// The findings about something other than a receiver.
package struct Examination: Sendable {
  var findings: [Finding] = []
  /// The words that a report for others leaves out.
  var secrets: [String] = []

  package init(findings: [Finding] = [], secrets: [String] = []) {
    (self.findings, self.secrets) = (findings, secrets)
  }
}
