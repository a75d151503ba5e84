internal import GNSS

/// The epochs of a recording, one by one.
struct RecordedFixes {
  private let source: SourceName

  init(_ source: SourceName) throws(Complaint) { self.source = source }

  /// Reads until the taker has enough.
  ///
  /// - Parameter take: Told of each epoch, with seconds of the receiver's own time; answers whether to go on.
  /// - Returns: What the recording is made of, as far as it was read.
  /// - Throws: That it can't be read, or that there is nothing in it.
  func read(_ take: (Fix, Double) -> Bool) throws(Complaint) -> WatchStats {
    var input = try ByteInput(source)
    var decoder = FixDecoder(.recording(nil))
    var impression = Impression()
    var count = 0
    var goesOn = true
    func hear(_ output: DecodedOutput) {
      guard goesOn, case .fix(let fix) = output else { return }
      goesOn = take(fix, fix.time.map { Double($0.secondsSince1970) + Double($0.nanosecond) / 1e9 } ?? 0)
    }
    do throws(ReadFailure) {
      while goesOn {
        let more = try input.read { bytes in
          count += bytes.count
          impression.take(bytes)
          decoder.decode(bytes, hear)
        }
        guard more else { break }
      }
    } catch {
      throw OpenFailure.reading(error.number, source.shown, after: count)
    }
    if goesOn { decoder.finish(hear) }
    let stats = WatchStats(stream: decoder.streamCounts, epochs: decoder.epochCounts)
    let verdict = WatchVerdict(stats: stats, impression: impression, name: source.shown)
    if let complaint = verdict.complaint { throw complaint }
    return stats
  }
}
