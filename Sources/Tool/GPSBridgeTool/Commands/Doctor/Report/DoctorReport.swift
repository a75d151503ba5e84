internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// All findings and their summary.
struct DoctorReport {
  let findings: [Finding]
  private let isStrict: Bool

  init(_ findings: [Finding], isStrict: Bool = false) {
    (self.findings, self.isStrict) = (findings, isStrict)
  }

  var failures: Int { findings.count { $0.level == .failure } }
  var warnings: Int { findings.count { $0.level == .warning } }

  var exit: ExitCode { failures > 0 ? .needsYou : isStrict && warnings > 0 ? .onlyWarnings : .done }

  /// The text for a person: one line per finding, with the reason and the remedy below.
  var text: String { findings.map(Self.text).joined() + summary + "\n" }

  private var summary: String {
    if failures > 0 {
      let count = failures + warnings
      return
        "\(Plural.of(count, "problem")) \(count == 1 ? "needs" : "need") your attention (\(failures) FAIL)."
    }
    return warnings > 0 ? "It works, with \(Plural.of(warnings, "warning"))." : "No problem was found."
  }

  static func text(_ finding: Finding) -> String {
    let mark =
      switch finding.level {
      case .fine: " ok   "
      case .warning: " WARN "
      case .failure: " FAIL "
      }
    var lines = wrapped(finding.what).enumerated().map { ($0 == 0 ? mark : indent) + $1 }
    lines += (finding.why.map(wrapped) ?? []).map { indent + "  " + $0 }
    // Commands stay on one line for copying.
    if let remedy = finding.remedy { lines.append(indent + "try: " + remedy) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let indent = "      "

  /// Lines that fit 80 columns including the margin.
  private static func wrapped(_ text: String) -> [String] { text.wrapped(to: 72) }

  /// A document with everything in it, for a program.
  func record(_ facts: HostFacts, source: SourceName, at time: UTC) -> [UInt8] {
    JSONWriter.line { json in
      json.member("type", "diagnosis")
      json.member("v", 1)
      json.member("device", facts.heard?.node ?? facts.port?.node ?? source.device)
      json.member("at", Timestamp.text(time))
      json.array("findings") { json in
        for finding in findings {
          json.object { json in
            json.member("level", finding.level.rawValue)
            json.member("code", finding.code)
            json.member("device", finding.device)
            json.member("what", finding.what)
            json.member("why", finding.why)
            json.member("fix", finding.remedy)
          }
        }
      }
      if let heard = facts.heard { Self.write(heard, &json) }
      json.member("failures", failures)
      json.member("warnings", warnings)
      json.member("exit", Int(exit.rawValue))
    }
  }

  private static func write(_ heard: HeardFacts, _ json: inout JSONWriter) {
    json.object("heard") { json in
      json.member("bytes", heard.counts.bytes)
      json.member("sentences", heard.counts.sentences)
      json.member("messages", heard.counts.messages)
      json.member("bad_checksum", heard.counts.badChecksums)
      json.member("cut", heard.counts.cutSentences)
      json.member("epochs", heard.counts.epochs)
      json.member("fixes", heard.counts.fixes - heard.counts.refusedPositions - heard.suspectPositions)
      json.member("refused_positions", heard.counts.refusedPositions)
      json.member("suspect_positions", heard.suspectPositions)
      json.member("marked_invalid", heard.counts.markedInvalid)
      json.member("withheld", heard.counts.withheld)
      json.member("rate_hz", heard.rate, decimals: 2)
      json.member("speed_baud", heard.facts.port.speed)
      json.member("sats_seen", heard.facts.sky.inView.value)
      json.member("sats_heard", heard.facts.sky.heard.value)
      json.member("sats_used", heard.facts.sky.used.value)
      json.member("best_cn0_dbhz", heard.facts.sky.best.value)
      json.member("clock_ahead_s", heard.isSimulated ? nil : heard.clockAhead, decimals: 3)
    }
  }
}
