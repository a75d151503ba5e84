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

  var level: Level
  /// A stable word in snake case, for programs.
  var code: String
  /// The port concerned.
  var device: String?
  /// The sentence of a verdict, or a clause of a check.
  var what: String
  /// The evidence, or why it matters.
  var why: String?
  /// The remedy: a command to paste, or a sentence.
  var remedy: String?

  private init(_ level: Level, _ code: String, _ what: String, why: String?, remedy: String?, device: String?)
  {
    (self.level, self.code, self.what, self.why) = (level, code, what, why)
    (self.remedy, self.device) = (remedy, device)
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

/// The findings about something other than a receiver.
package struct Examination: Sendable {
  var findings: [Finding] = []
  /// The words that a report for others leaves out.
  var secrets: [String] = []

  package init(findings: [Finding] = [], secrets: [String] = []) {
    (self.findings, self.secrets) = (findings, secrets)
  }
}
