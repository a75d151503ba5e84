package import CommandLineTable
internal import Texts

/// What was found, and what that amounts to.
package struct DoctorReport {
  package let findings: [Finding]
  private let isStrict: Bool

  package init(_ findings: [Finding], isStrict: Bool = false) {
    self.findings = findings
    self.isStrict = isStrict
  }

  package var failures: Int { findings.count { $0.level == .failure } }
  package var warnings: Int { findings.count { $0.level == .warning } }

  package var exit: ExitCode { failures > 0 ? .needsYou : isStrict && warnings > 0 ? .onlyWarnings : .done }

  /// For a person: a line for each, why below it, and what to do below that.
  package var text: String { findings.map(Self.text).joined() + summary + "\n" }

  private var summary: String {
    if failures > 0 {
      let count = failures + warnings
      return "\(Plural.of(count, "thing")) \(count == 1 ? "needs" : "need") you (\(failures) FAIL)"
    }
    return warnings > 0 ? "it works; \(Plural.of(warnings, "warning"))" : "nothing needs you"
  }

  package static func text(_ finding: Finding) -> String {
    let mark =
      switch finding.level {
      case .fine: " ok   "
      case .warning: " WARN "
      case .failure: " FAIL "
      }
    var lines = wrapped(finding.what).enumerated().map { ($0 == 0 ? mark : indent) + $1 }
    lines += (finding.why.map(wrapped) ?? []).map { indent + "  " + $0 }
    // Not broken into lines: it is there to be pasted.
    if let fix = finding.fix { lines.append(indent + "fix: " + fix) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let indent = "      "

  /// Lines that fit a terminal of 80 columns behind the margin.
  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if let line = lines.last, !line.isEmpty, line.count + 1 + word.count > 72 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}
