internal import GNSS
internal import GPSBase
internal import GPSFormats

/// The verdict on a whole stream: nothing known, no fix, or all well.
struct WatchVerdict {
  var stats: WatchStats
  var guess: InputGuess
  /// The source's name in messages.
  var name: String

  /// Why there was nothing to read; nil if there was something.
  var complaint: ToolError? {
    let stream = stats.stream
    guard stream.bytes > 0 else {
      return ToolError(
        code: "empty", exit: .nothingKnown, message: "\(name) is empty", reason: "0 bytes were read",
        hint: "record with the receiver plugged in; some need a minute to start sending")
    }
    guard !stream.isAnythingKnown else { return nil }
    if let language = stream.stranger {
      return ToolError(
        code: "binary_mode", exit: .nothingKnown,
        message: "\(name) is \(language.name), from which no position is read",
        reason: "found \(Plural.of(stream.strangers[language], "complete message")), but no sentence",
        hint: ToolError.clause(language.advice))
    }
    return ToolError(
      code: "nothing_known", exit: .nothingKnown, message: "\(name) contains nothing that a receiver sends",
      reason: "\(stream.bytes) bytes were read; they look like \(looks)",
      hint: isGarbled ? "record again: bytes were lost or changed on the way" : guess.hint)
  }

  /// A note on a success with a drawback, such as no fix.
  var note: String? {
    let notes = [noteOnStranger, noteOnMissing].compactMap { $0 }
    return notes.isEmpty ? nil : notes.joined()
  }

  /// A note on an unsupported protocol in addition to a supported one.
  var noteOnStranger: String? {
    guard let language = stats.stream.stranger else { return nil }
    let count = Plural.of(stats.stream.strangers[language], "message")
    return "note: \(name) also contains \(language.name) (\(count)), from which no position is read\n"
  }

  private var noteOnMissing: String? {
    if let epochs = stats.epochs {
      guard stats.fixes == 0 else { return nil }
      return "note: no fix in \(name): \(said), \(Plural.of(epochs.epochs, "epoch")), none with a position\n"
    }
    return stats.stream.sentences == 0 ? "note: no valid sentence in \(name): \(said)\n" : nil
  }

  /// Whether there are more broken sentences than line noise alone produces.
  private var isGarbled: Bool { stats.stream.badChecksums > stats.stream.bytes / 1000 }

  private var looks: String {
    isGarbled
      ? "\(Plural.of(stats.stream.badChecksums, "sentence")) with a wrong checksum, and none with a right one"
      : guess.words
  }

  private var said: String {
    let stream = stats.stream
    var parts = [Plural.of(stream.sentences, "sentence")]
    if stats.badFields > 0 { parts.append(Plural.of(stats.badFields, "refused sentence")) }
    if stream.messages > 0 { parts.append(Plural.of(stream.messages, "u-blox message")) }
    if stream.sirfMessages > 0 { parts.append(Plural.of(stream.sirfMessages, "SiRF message")) }
    if stream.casicMessages > 0 { parts.append(Plural.of(stream.casicMessages, "CASIC message")) }
    if stream.corrections > 0 { parts.append(corrections) }
    return parts.joined(separator: ", ")
  }

  /// The corrections: `100 corrections (RTCM 3: 1004 1006 of station 278)`.
  private var corrections: String {
    let station = stats.stream.station
    let count = Plural.of(stats.stream.corrections, "correction")
    // A frame may be too short for a number.
    guard !station.messageNumbers.isEmpty else { return count }
    let numbers = station.messageNumbers.map(String.init).joined(separator: " ")
    let source = station.identifier.map { " of station \($0)" } ?? ""
    return "\(count) (RTCM 3: \(numbers)\(source))"
  }
}
