internal import GNSS
internal import Glibc

/// `gpsbridge watch`: reads a recording as fast as it can, and prints what the receiver said.
struct WatchCommand {
  private let options: WatchOptions
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(Complaint) {
    options = try WatchOptions(parsed)
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    var input = options.isStandardInput ? ByteInput() : try ByteInput(opening: options.source.bytes)
    let translation = makeTranslation()
    var impression = Impression()
    var count = 0
    do throws(ReadFailure) {
      while output.failure == nil {
        let more = try input.read { bytes in
          count += bytes.count
          impression.take(bytes)
          translation.take(bytes)
        }
        guard more else { break }
        // What a live source said must not wait for what it will say.
        if input.isLive { output.flush() }
      }
    } catch {
      output.flush()
      throw OpenFailure.reading(error.number, options.shownName, after: count)
    }
    translation.finish()
    var stats = translation.stats
    // The splitter counts the line end that it puts behind the last byte.
    stats.stream.bytes = count
    try judge(stats, impression)
    tellStats(stats)
    return .done
  }

  private func makeTranslation() -> any Translation {
    let format: any EpochFormat
    switch options.format {
    case .nmea: return SentenceTranslation(output)
    case .csv: format = CSVFormat()
    case .gpsd: format = GPSDFormat(device: options.device, types: options.types)
    case .ndjson: format = NDJSONFormat(device: options.device, types: options.types)
    }
    return EpochTranslation(options.reference, format, output)
  }

  private func tellStats(_ stats: WatchStats) {
    guard options.types.contains(.stats) else { return }
    let record = NDJSONFormat.stats(stats, device: options.device)
    if options.format == .ndjson {
      output.write(record)
    } else {
      ErrorReport.say(String(decoding: record, as: UTF8.self))
    }
  }

  // MARK: What to say about it

  /// Complains if there was nothing to read, and says so if there was no fix in it.
  private func judge(_ stats: WatchStats, _ impression: Impression) throws(Complaint) {
    output.flush()
    guard output.failure == nil else { return }
    let stream = stats.stream
    let name = options.shownName
    guard stream.bytes > 0 else {
      throw Complaint(
        code: "empty", exit: .nothingKnown, message: "\(name) is empty", reason: "0 bytes were read",
        hint: "record with the receiver plugged in; some need a minute to speak")
    }
    guard stream.isAnythingKnown else {
      throw Complaint(
        code: "nothing_known", exit: .nothingKnown, message: "nothing in \(name) is what a receiver says",
        reason: "\(stream.bytes) bytes were read; they look like \(looks(stream, impression))",
        hint: stream.badChecksum > 0 ? "record again: bytes were lost or changed on the way" : impression.hint
      )
    }
    if let epochs = stats.epochs, epochs.fixes == 0 {
      ErrorReport.say(
        "note: no fix in \(name): \(said(stream)), \(epochs.epochs) epochs, none with a position\n")
    } else if options.format == .nmea, stream.sentences == 0 {
      ErrorReport.say("note: no valid sentence in \(name): \(said(stream))\n")
    }
  }

  private func looks(_ stream: StreamCounts, _ impression: Impression) -> String {
    stream.badChecksum > 0 ? "\(stream.badChecksum) sentences, each with a wrong checksum" : impression.words
  }

  private func said(_ stream: StreamCounts) -> String {
    var parts = ["\(stream.sentences) sentences"]
    if stream.badField > 0 { parts.append("\(stream.badField) refused sentences") }
    if stream.messages > 0 { parts.append("\(stream.messages) u-blox messages") }
    if stream.corrections > 0 { parts.append("\(stream.corrections) corrections") }
    return parts.joined(separator: ", ")
  }
}
