internal import GPSBridge
internal import SerialPorts

/// What the receiver says, and what that amounts to.
enum StreamChecks {
  /// Opening it failed although nothing had spoken against it.
  static let opening: Check = { facts in
    guard let heard = facts.heard, let refusal = heard.refusal else { return [] }
    let words = ShownText.of((refusal.underlying?.found ?? refusal.message).utf8)
    let remedy = refusal.underlying?.remedy ?? refusal.remedy
    return [
      .failure(
        refusal.code.rawValue, words,
        fix: remedy.map { ShownText.of($0.utf8) }
          ?? "unplug the receiver, wait ten seconds and plug it in again",
        device: heard.node ?? facts.port?.node)
    ]
  }

  static let stream: Check = { facts in
    guard let heard = facts.heard, heard.facts.stream.sentences ?? 0 > 0, heard.counts.sentences > 0 else {
      return []
    }
    var parts = [
      Plural.of(heard.counts.sentences, "sentence"), Plural.of(heard.counts.badChecksum, "bad checksum"),
    ]
    if let rate = heard.rate { parts.append("\(rounded(rate)) Hz") }
    if let speed = heard.facts.port.speed { parts.append("\(speed) baud") }
    return [.fine("stream", "stream: \(parts.joined(separator: ", "))", device: heard.node)]
  }

  /// Positions that no receiver can have; who believes them puts the boat into the Gulf of Guinea.
  static let refused: Check = { facts in
    guard let heard = facts.heard, heard.counts.refusedPositions > 0 else { return [] }
    let count = heard.counts.refusedPositions
    let isFound = heard.hasFix
    return [
      .warning(
        "refused_positions",
        "\(Plural.of(count, "position")) at 0°, 0° \(count == 1 ? "was" : "were") refused",
        why: "a receiver names that place when it has lost its memory, and calls it a fix",
        fix: isFound
          ? "nothing to do: it has found its place since"
          : "unplug it for ten seconds; then give it a minute",
        device: heard.node)
    ]
  }

  static let verdicts: Check = { facts in
    guard let heard = facts.heard, heard.refusal == nil else { return [] }
    var known = heard.facts
    known.port.hasSuperSpeedNeighbour = !NeighbourChecks.neighbours(facts).isEmpty
    return Diagnosis.verdicts(known).map { finding($0, hasFix: heard.hasFix, device: heard.node) }
  }

  private static func finding(_ verdict: Verdict, hasFix: Bool, device: String?) -> Finding {
    let code = verdict.code.rawValue
    let what = line(verdict.what)
    let why = line(verdict.why)
    let fix = line(verdict.advice)
    switch verdict.code {
    case .good: return .fine(code, what, why: why, device: device)
    case .searchingCold, .searchingWarm:
      return .fine(code, what, why: "\(why); \(line(verdict.expectation))", device: device)
    case .listening:
      return .warning(
        code, "the receiver was not heard for long enough to judge it",
        fix: "gpsbridge doctor --duration 40s",
        device: device)
    case .rollover, .badChecksums, .poorGeometry, .takenForModem:
      return .warning(code, what, why: why, fix: fix, device: device)
    // Whoever has a fix can live with the rest; not with a forged one.
    case let code where hasFix && code != .spoofed:
      return .warning(code.rawValue, what, why: why, fix: fix, device: device)
    default: return .failure(code, what, why: why, fix: fix, device: device)
    }
  }

  /// A sentence as a line of its own: with a small letter, and without the full stop.
  private static func line(_ text: String) -> String {
    let text = text.hasSuffix(".") ? String(text.dropLast()) : text
    guard let first = text.first else { return text }
    return first.lowercased() + text.dropFirst()
  }

  private static func rounded(_ rate: Double) -> String {
    var bytes: [UInt8] = []
    FixedDecimal.append(rate, decimals: 2, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
