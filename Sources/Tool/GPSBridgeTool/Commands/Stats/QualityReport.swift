internal import GNSS
internal import GPSFormats
internal import GPSGeodesy
internal import GPSBase

/// The quality of a receiver for people: numbers and small plots.
struct QualityReport {
  let name: String
  let tally: QualityTally
  let stream: WatchStats
  /// Whether there were bytes: a track store has none.
  var hasStream = true
  /// Whether the terminal is limited to ASCII and can't show block characters.
  let isPlain: Bool

  private static let width = 32

  var text: String {
    (head + fixLines + signalLines + accuracyLines + speedLines + streamLines).joined(separator: "\n") + "\n"
  }

  // MARK: - Parsing

  private var head: [String] {
    var line = name
    if let first = tally.clock.first, let seconds = tally.seconds {
      line += "  \(text(first))  \(HumanText.time(seconds))"
    }
    return [line, ""]
  }

  private var fixLines: [String] {
    let epochs = max(tally.epochs, 1)
    var lines = [
      row(
        "fix rate", "\(percent(tally.fixes, epochs))  \(tally.fixes) of \(Plural.of(tally.epochs, "epoch"))")
    ]
    for (mode, word) in [(FixMode.threeDimensional, "3D"), (.twoDimensional, "2D"), (.none, "none")] {
      let count = tally.modes[mode] ?? 0
      if count > 0 { lines.append(bar("  \(word)", count, epochs, percent(count, epochs))) }
    }
    if tally.suspect > 0 {
      lines.append(row("spoofed", "\(Plural.of(tally.suspect, "epoch")), among those without a position"))
    }
    if let leftOut { lines.append(row("left out", leftOut)) }
    if tally.corrected > 0 { lines.append(row("corrected", percent(tally.corrected, max(tally.fixes, 1)))) }
    if let interval = tally.interval, interval > 0 {
      lines.append(row("interval", "\(HumanText.fixed(interval, 2)) s"))
    }
    if let first = tally.firstFix { lines.append(row("first fix", "after \(HumanText.time(first))")) }
    lines.append(row("gaps", gaps))
    if let steps = tally.clock.text { lines.append(row("time", steps)) }
    return lines + [""]
  }

  /// The positions that do not count as fixes, by reason.
  private var leftOut: String? {
    let reasons = [
      (stream.epochs?.markedInvalid ?? 0, "marked as invalid by the receiver"), (stream.refused, "at 0°, 0°"),
      (stream.epochs?.withheld ?? 0, "too far from their neighbors on a bad line"),
    ].filter { $0.0 > 0 }
    guard !reasons.isEmpty else { return nil }
    let all = Plural.of(reasons.reduce(0) { $0 + $1.0 }, "position")
    return "\(all): " + reasons.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private var gaps: String {
    guard tally.gaps > 0, let longest = tally.longestWait else { return "none" }
    return "\(tally.gaps), the longest \(HumanText.time(longest.seconds)) from \(text(longest.at))"
  }

  private var signalLines: [String] {
    guard tally.signals.total > 0 else { return [] }
    var lines = [
      row("C/N0", "median \(dB(tally.signals)), of the satellites used \(dB(tally.usedSignals)) dB-Hz")
    ]
    let steps = stride(from: 0.0, through: 70, by: 5).map { low in
      (low, tally.signals.count(from: low, below: low + 5))
    }
    let most = max(steps.map(\.1).max() ?? 1, 1)
    let last = steps.lastIndex { $0.1 > 0 } ?? 0
    for (low, count) in steps[...last].drop(while: { $0.1 == 0 }) {
      lines.append(bar("  \(Int(low)) to \(Int(low) + 5)", count, most, percent(count, tally.signals.total)))
    }
    for (constellation, signals) in tally.constellations.sorted(by: { $0.key.word < $1.key.word }) {
      lines.append(row("  \(constellation.word)", "median \(dB(signals)) dB-Hz"))
    }
    lines.append(row("satellites", "\(range(tally.used, 0)) used"))
    return lines + [""]
  }

  private var accuracyLines: [String] {
    guard tally.fixes > 0 else { return [] }
    var lines: [String] = []
    if tally.hdop.total > 0 { lines.append(row("HDOP", range(tally.hdop, 1))) }
    if tally.accuracy.total > 0 { lines.append(row("accuracy", "\(range(tally.accuracy)) m (68 %)")) }
    if let deviation = tally.spread.deviation {
      let box = tally.spread.extent
      if tally.stoodStill {
        lines.append(
          row("scatter", "\(meters(deviation.east)) east, \(meters(deviation.north)) north (1 sigma)"))
      }
      lines.append(row("extent", "\(meters(box.east)) by \(meters(box.north))"))
    }
    if let jumps = tally.jumps.text { lines.append(row("jumps", jumps)) }
    return lines + [""]
  }

  private var speedLines: [String] {
    guard tally.speed.total > 0 else { return [] }
    var lines = [row("speed", "\(range(tally.speed)) m/s")]
    let most = max(tally.speed.quantile(1) ?? 0, 0.5)
    let step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].first { most / $0 <= 8 } ?? 100
    let steps = (0...Int(most / step + 1e-6)).map { index in
      let low = Double(index) * step
      return (low, tally.speed.count(from: low, below: Double(index + 1) * step))
    }
    let largest = max(steps.map(\.1).max() ?? 1, 1)
    for (low, count) in steps {
      let name =
        "  \(HumanText.fixed(low, step < 1 ? 1 : 0)) to \(HumanText.fixed(low + step, step < 1 ? 1 : 0))"
      lines.append(bar(name, count, largest, percent(count, tally.speed.total)))
    }
    return lines + [""]
  }

  private var streamLines: [String] {
    guard hasStream else { return [] }
    let counts = stream.stream
    var parts = [Plural.of(counts.sentences, "sentence")]
    if stream.messages > 0 { parts.append(Plural.of(stream.messages, "binary message")) }
    parts.append("\(counts.badChecksums + stream.badFields) bad")
    parts.append("\(Plural.of(counts.junkBytes, "byte")) of junk")
    parts += GoodPart.remarks(cut: counts.cutSentences, stream.goodPart)
    let refused = counts.failingTypes.refused.map { type in
      row("refused", VisibleText.escaped("\(type.count) \(type.name): \(type.refusal?.words ?? "")".utf8))
    }
    return [row("stream", parts.joined(separator: ", "))] + refused + languageLines
  }

  /// The binary protocols, decoded or not; a live receiver has one count for all of them.
  private var languageLines: [String] {
    let counts = stream.stream
    var parts: [String] = []
    for (language, count) in [
      (BinaryProtocol.sirf, counts.sirfMessages), (.casic, counts.casicMessages), (.rtcm, counts.corrections),
    ] where count > 0 { parts.append("\(language.name) (\(count))") }
    if let stranger = counts.stranger {
      parts.append("\(stranger.name) (\(counts.strangers[stranger]), not read)")
    }
    return parts.isEmpty ? [] : [row("binary", parts.joined(separator: ", "))] + correctionLines
  }

  /// The kinds of corrections and their station: `1004 1006 of station 278, 0.9 s old`.
  private var correctionLines: [String] {
    let station = stream.stream.station
    guard !station.messageNumbers.isEmpty else { return [] }
    var text = station.messageNumbers.map(String.init).joined(separator: " ")
    if let number = station.identifier { text += " of station \(number)" }
    // At the end of the recording, by the clock of the recorded receiver.
    if tally.isDated, let last = tally.clock.last, let age = station.age(at: last) {
      text += ", \(HumanText.fixed(age, 1)) s old"
    }
    return [row("corrections", text)]
  }

  // MARK: - Text

  private func text(_ time: UTC) -> String {
    tally.isDated ? Timestamp.text(time) : Timestamp.text(time.timeOfDay)
  }

  private func row(_ name: String, _ text: String) -> String { padded(name, 14) + text }

  private func bar(_ name: String, _ count: Int, _ most: Int, _ text: String) -> String {
    let eighths = Int((Double(count) / Double(most) * Double(Self.width) * 8).rounded())
    var bar = String(repeating: isPlain ? "#" : "█", count: eighths / 8)
    if !isPlain, eighths % 8 > 0 { bar.append(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1]) }
    // Even the smallest count is visible.
    if bar.isEmpty, count > 0 { bar = isPlain ? "." : "▏" }
    return padded(name, 14) + padded(bar, Self.width + 1) + text
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private func percent(_ count: Int, _ all: Int) -> String {
    "\(HumanText.fixed(Double(count) / Double(max(all, 1)) * 100, 1)) %"
  }

  private func meters(_ value: Double) -> String {
    value < 100 ? "\(HumanText.length(value)) m" : HumanText.distance(value)
  }

  private func dB(_ histogram: Histogram) -> String {
    histogram.quantile(0.5).map { HumanText.fixed($0, 0) } ?? "-"
  }

  /// `median 0.8, 95 % up to 1.2, most 2.0`; if `decimals` is nil, each value has as many as it needs.
  private func range(_ histogram: Histogram, _ decimals: Int? = nil) -> String {
    func text(_ part: Double) -> String {
      guard let value = histogram.quantile(part) else { return "-" }
      let text = decimals.map { HumanText.fixed(value, $0) } ?? HumanText.length(value)
      return value < histogram.most ? text : "\(text) or more"
    }
    return "median \(text(0.5)), 95 % up to \(text(0.95)), most \(text(1))"
  }
}

/// The quality of a receiver for programs: a `stats` record with more keys.
enum QualityRecord {
  static func line(_ tally: QualityTally, _ stats: WatchStats, device: String) -> [UInt8] {
    NDJSONFormat.line(.stats) { json in
      json.member("device", device)
      for (key, count) in stats.counts { json.member(key, count) }
      json.member("language", stats.language?.word)
      json.member("from", tally.isDated ? tally.clock.first.map(Timestamp.text) : nil)
      json.member("duration_s", tally.seconds, decimals: 3)
      json.member("time_back", tally.clock.back.times)
      json.member("time_ahead", tally.clock.ahead.times)
      json.member("interval_s", tally.interval, decimals: 2)
      json.member(
        "fix_rate", tally.epochs > 0 ? Double(tally.fixes) / Double(tally.epochs) : nil, decimals: 4)
      json.member("first_fix_s", tally.firstFix, decimals: 3)
      json.member("gaps", tally.gaps)
      json.member("longest_gap_s", tally.gaps > 0 ? tally.longestWait?.seconds : nil, decimals: 3)
      json.member("cn0_median_dbhz", tally.signals.quantile(0.5), decimals: 0)
      json.member("cn0_used_median_dbhz", tally.usedSignals.quantile(0.5), decimals: 0)
      json.member("sats_used_median", tally.used.quantile(0.5), decimals: 0)
      json.member("hdop_median", tally.hdop.quantile(0.5), decimals: 2)
      json.member("hdop_p95", tally.hdop.quantile(0.95), decimals: 2)
      json.member("h_acc_median_m", tally.accuracy.quantile(0.5), decimals: 3)
      json.member("h_acc_p95_m", tally.accuracy.quantile(0.95), decimals: 3)
      let scatter = tally.stoodStill ? tally.spread.deviation : nil
      json.member("spread_east_m", scatter?.east, decimals: 3)
      json.member("spread_north_m", scatter?.north, decimals: 3)
      json.member("speed_median_mps", tally.speed.quantile(0.5), decimals: 3)
      json.member("speed_max_mps", tally.speed.quantile(1), decimals: 3)
      json.member("jumps", tally.jumps.count)
      json.member("longest_jump_m", tally.jumps.longest?.meters, decimals: 1)
    }
  }
}
