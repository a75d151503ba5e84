import GPSBridge
import GPSSystemCalls
import SimulatedGPS
@testable import TerminalKit
import TestSupport
import Testing

@testable import GPSBridgeTool

/// A recording in which a minute is missing.
@Suite struct `The pauses of a recording` {
  /// The times at which the pieces of a recording are played, and what was left out.
  private func played(_ seconds: [Int], bytes: Int = 0) throws -> (times: [Double], note: String?) {
    let folder = try WorkFolder()
    let tail = String(repeating: "x", count: bytes)
    let lines = seconds.map { "\($0 * 1000) \(tail)\\x0A\n" }
    let path = try folder.write("a.gbr", Array(("#gpsbridge-recording 1 -\n" + lines.joined()).utf8))
    let tally = Guarded(PauseTally())
    var stream = RecordingStream(try PlayedFile(path))
    stream.cutPauses { time in tally.withLock { $0.add(time) } }
    var times: [Double] = []
    while let piece = stream.nextPiece() { times.append(piece.time / .seconds(1)) }
    return (times, tally.withLock { $0.note })
  }

  @Test func `are cut short to five seconds, which is told`() throws {
    let (times, note) = try played([0, 1, 2, 62, 63, 67])
    #expect(times == [0, 1, 2, 7, 8, 12] && note == "1 long pause cut short, 55 s in all")
  }

  @Test func `stay where they are the pace of the receiver`() throws {
    let (times, note) = try played([0, 10, 20, 30, 40])
    #expect(times == [0, 10, 20, 30, 40] && note == nil)
  }

  @Test func `stay in three days of slow fixes`() throws {
    let seconds = (0..<26_000).map { $0 * 10 }
    let (times, note) = try played(seconds)
    // The quotient of two durations is rounded.
    #expect(times.map { Int($0.rounded()) } == seconds && note == nil)
  }

  @Test func `are cut short where those that are alike lie far away`() throws {
    // Twenty pieces of 4000 bytes between two pauses.
    let seconds = (0..<100).map { $0 + $0 / 20 * 60 }
    let (_, note) = try played(seconds, bytes: 4000)
    #expect(note == "4 long pauses cut short, 3 min 44 s in all")
  }

  @Test func `are no reason to pull a plug that a recording has not`() {
    let run = MonitorRun(playing: [
      (.zero, Epoch.fix(0)), (.seconds(1), Epoch.fix(1)), (.seconds(60), Epoch.fix(60)),
    ])
    run.advance(by: .seconds(8))
    let screen = run.screen().lines
    #expect(screen[2].contains("PAUSE  no data arrives at the moment"), "\(screen)")
    #expect(!screen.joined().contains("nplug"))
    #expect(run.screen(60, 15).lines.joined().contains("nplug") == false)
  }

  @Test func `of a log are cut short in replay, and those that we have recorded are not`() throws {
    let folder = try WorkFolder()
    let log = try folder.write("cold.nmea", Epoch.fix(0) + Epoch.fix(1) + Epoch.fix(600))
    let run = try gpsbridge("replay", log, "--speed", "1000x")
    #expect(run.message == "note: \(log): 1 long pause cut short, 55 s in all\n")
    #expect(Array(run.output.utf8) == Epoch.fix(0) + Epoch.fix(1) + Epoch.fix(600))
  }
}
