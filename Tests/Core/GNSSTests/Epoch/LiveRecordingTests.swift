import Foundation
import GNSS
import NMEA
import Testing

/// Recordings of real receivers, fed as a live line would: a read ends behind each line.
@Suite struct `Recordings fed as a live line` {
  /// The fixes of a recording, read by read.
  private struct Heard {
    var fixes: [Fix] = []
    var counts = EpochCounts()
    /// Epochs of which more came when they had been told.
    var cut = 0
  }

  private func decode(_ bytes: [UInt8], isLive: Bool) -> Heard {
    var heard = Heard()
    var decoder = FixDecoder(.recording())
    let receive: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { heard.fixes.append(fix) } }
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      decoder.decode((Array(line) + [0x0A]).span, receive)
      if isLive { decoder.nothingWaits(receive) }
    }
    decoder.finish(receive)
    heard.counts = decoder.epochCounts
    return heard
  }

  @Test(.needsRecordings)
  func `tell each epoch once, with five wrong guesses at most, and count what came behind`()
    throws
  {
    var bursts = 0
    var wrong = 0
    var cut: [String] = []
    var told = 0
    for name in try RecordingShelf.names() {
      let bytes = try RecordingShelf.bytes(name)
      let recorded = decode(bytes, isLive: false)
      let live = decode(bytes, isLive: true)
      #expect(live.fixes.map(\.timeOfDay) == recorded.fixes.map(\.timeOfDay), "\(name)")
      if live.counts.early == 0 {
        #expect(live.counts.late == recorded.counts.late, "\(name)")
      }
      bursts += live.fixes.count
      wrong += live.counts.early
      if live.counts.early > 0 { cut.append("\(live.counts.early) \(name)") }
      told += 1
    }
    #expect(told > 50)
    #expect(bursts > 1000)
    #expect(wrong <= 5, "\(wrong) wrong guesses in \(bursts) bursts: \(cut)")
  }
}
