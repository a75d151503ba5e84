internal import GNSS
package import GPSFormats
internal import GPSBase

/// The verdict on a whole recording: nothing, something, or something doubtful.
package struct RecordingVerdict {
  package var stats: WatchStats
  var problems = RecordingProblems()
  var guess = InputGuess()
  /// The source's name in messages.
  package var name: String
  /// Whether the source is a track store, which has no bytes.
  package private(set) var isStored = false

  init(stats: WatchStats, problems: RecordingProblems, guess: InputGuess, name: String) {
    (self.stats, self.problems, self.guess, self.name) = (stats, problems, guess, name)
  }

  /// The verdict on the content of a track store.
  package init(ofStored stats: WatchStats, name: String) {
    (self.stats, self.name, isStored) = (stats, name, true)
  }

  /// The error of a command that writes only positions.
  package var emptiness: ToolError {
    ToolError(
      code: "no_position", exit: .nothingKnown, message: "no position in \(name)", reason: contents,
      remedy: isStored ? "gpsbridge track days lists the days" : "gpsbridge doctor \(operand) shows why")
  }

  /// The source as a word of a command line.
  package var operand: String { name == SourceName.standardInput.shown ? "-" : name }

  /// The limit: one bad sentence in this many.
  static let limit = 100

  /// Why there was nothing to write; nil if there was something.
  package var complaint: ToolError? {
    if isStored { return nil }
    if let refusal = problems.refusal {
      return ToolError(
        code: "unsupported_version", exit: .nothingKnown, message: "\(name) can't be read", reason: refusal,
        remedy: "use the program that wrote it, or a newer gpsbridge")
    }
    let stream = stats.stream
    guard stream.bytes > 0 else {
      return ToolError(
        code: "empty", exit: .nothingKnown, message: "\(name) is empty", reason: "0 bytes were read",
        remedy: "record with the receiver plugged in; some need a minute to start sending")
    }
    guard !stream.isAnythingKnown else { return nil }
    if let language = stream.stranger {
      return ToolError(
        code: "binary_mode", exit: .nothingKnown,
        message: "\(name) is \(language.name), from which no position is read",
        reason: "found \(Plural.of(stream.strangers[language], "complete message")), but no sentence",
        remedy: language.remedy)
    }
    return ToolError(
      code: "nothing_known", exit: .nothingKnown, message: "\(name) contains no receiver data",
      reason: "\(stream.bytes) bytes were read; they look like \(looks)",
      remedy: isGarbled ? "record again: bytes were lost or changed on the way" : guess.remedy)
  }

  /// A note on a success with a drawback, such as unreadable lines, or no fix.
  package var note: String? {
    let unread =
      problems.count > 0 ? "note: \(Plural.of(problems.count, "line")) of \(name) can't be read\n" : nil
    let notes = [unread, noteOnSender, noteOnStranger, noteOnMissing].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined()
  }

  /// A note on sentence types whose checksums are always wrong, because their sender miscalculates them.
  private var noteOnSender: String? {
    let failing = stats.stream.failingTypes.always
    guard !failing.isEmpty else { return nil }
    let types = failing.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    return "note: all sentences of a type have a wrong checksum: \(types); their sender computes it wrongly\n"
  }

  /// Sentences and lines that could not be read.
  package var bad: Int { stats.stream.badChecksums + stats.badFields + problems.count }

  /// The complaint about unreliable output; nil if it is fine.
  ///
  /// A type whose checksums are always wrong does not mean lost bytes: its sender miscalculates them.
  package func doubt(about output: String) -> ToolError? {
    let bad = bad - stats.stream.failingTypes.always.reduce(0) { $0 + $1.count }
    let all = stats.stream.sentences + stats.stream.readMessages + bad
    guard bad * Self.limit > all else { return nil }
    return ToolError(
      code: "data_problems", exit: .dataProblems,
      message: "\(output) is written, but \(bad) of \(Plural.of(all, "sentence")) can't be read",
      reason: "more than 1 in \(Self.limit): bytes were lost or changed before they were recorded",
      remedy: "check the cable and the speed of the line, and record again")
  }

  // MARK: - Words

  /// A note on an unsupported protocol in addition to a supported one.
  var noteOnStranger: String? {
    guard let language = stats.stream.stranger else { return nil }
    let count = Plural.of(stats.stream.strangers[language], "message")
    return "note: \(name) also contains \(language.name) (\(count)), from which no position is read\n"
  }

  private var noteOnMissing: String? {
    if stats.epochs != nil {
      guard stats.fixes == 0 else { return nil }
      return "note: no fix in \(name): \(contents)\n"
    }
    return stats.stream.sentences == 0 ? "note: no valid sentence in \(name): \(said)\n" : nil
  }

  /// `25 sentences, 10 epochs, none with a position`; positions that are marked as invalid count as none.
  private var contents: String {
    let fixes = stats.fixes ?? 0
    let epochs = stats.epochs.map {
      "\(Plural.of($0.epochs, "epoch")), \(fixes == 0 ? "none" : String(fixes)) with a position"
    }
    let marked = stats.epochs?.markedInvalid ?? 0
    return [
      said, epochs, marked > 0 ? "\(Plural.of(marked, "position")) marked as invalid by the receiver" : nil,
    ].compactMap(\.self).joined(separator: ", ")
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
    if stats.badFields > 0 {
      let words = stream.failingTypes.refused.first?.refusal?.words
      let field = words.map { " (\(VisibleText.escaped($0.utf8)))" } ?? ""
      parts.append(Plural.of(stats.badFields, "refused sentence") + field)
    }
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

/// A guess at the kind of data in which no sentence was found.
///
/// It examines only the beginning, where recordings differ from other files.
struct InputGuess {
  private var bytes = 0
  private var zeros = 0
  /// Bytes that text does not contain: control characters, and invalid UTF-8.
  private var controls = 0
  /// The number of bytes that complete the current character.
  private var missing = 0
  /// The number of lines that begin like a sentence, and the previous byte.
  private var starts = 0
  private var last: UInt8 = 0x0A
  private var beginning: [UInt8] = []
  private static let longest = 65_536

  mutating func take(_ more: Span<UInt8>) {
    for index in 0..<min(more.count, Self.longest - bytes) {
      let byte = more[index]
      if beginning.count < ForeignTrack.length { beginning.append(byte) }
      if byte == 0 { zeros += 1 }
      let isRest = byte & 0xC0 == 0x80
      if byte < 0x20 && !(0x09...0x0D ~= byte) || byte == 0x7F || byte > 0xF4 || isRest != (missing > 0) {
        controls += 1
      }
      missing = isRest ? max(0, missing - 1) : 0xC0...0xF4 ~= byte ? (~byte).leadingZeroBitCount - 1 : 0
      if byte == UInt8(ascii: "$"), last == 0x0A || last == 0x0D { starts += 1 }
      last = byte
      bytes += 1
    }
  }

  /// Completes the sentence "they look like …".
  var words: String {
    if let packing { return "packed data (\(packing.name))" }
    if let track = ForeignTrack(beginning) { return track.name }
    if zeros == bytes { return "zero bytes and nothing else" }
    if isBinary { return "binary in no known protocol" }
    return starts > 0 ? "sentences without a checksum, or cut ones" : "text without sentences"
  }

  /// A few control characters come from line noise or an editor.
  private var isBinary: Bool { controls * 50 > bytes }

  /// The way to read the data nevertheless.
  var remedy: String {
    if let track = ForeignTrack(beginning), packing == nil { return track.remedy("FILE") }
    if let packing { return "unpack it: \(packing.tool) FILE | gpsbridge watch -" }
    if !isBinary, starts > 0 { return "if it never had checksums, add --no-checksum" }
    let other = "give a recording of a receiver's NMEA sentences or u-blox messages"
    return isBinary ? other + "; a port that was read at a wrong speed leaves such bytes" : other
  }

  private var packing: (name: String, tool: String)? {
    Self.packings.first { beginning.starts(with: $0.mark) }.map { ($0.name, $0.tool) }
  }

  private static let packings: [(mark: [UInt8], name: String, tool: String)] = [
    ([0x1F, 0x8B], "gzip", "zcat"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz", "xzcat"),
    ([0x42, 0x5A, 0x68], "bzip2", "bzcat"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "zstdcat"),
    ([0x50, 0x4B, 0x03, 0x04], "zip", "unzip -p"),
  ]
}
