import GPSBridge
import SimulatedGPS
@testable import TerminalKit
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import ToolSources

/// A recording in which a minute is missing.
@Suite struct `The pauses of a recording` {
  private func recording(_ seconds: [Double]) -> Simulation.Recording {
    Simulation.Recording(seconds.map { (Duration.seconds($0), Epoch.fix(Int($0))) })
  }

  private func times(_ recording: Simulation.Recording) -> [Double] {
    (0..<recording.count).map { recording[$0].time / .seconds(1) }
  }

  @Test func `are cut short to five seconds, which is told`() {
    var cut = PauseCut()
    #expect(times(cut.apply(to: recording([0, 1, 2, 62, 63, 67]))) == [0, 1, 2, 7, 8, 12])
    #expect(cut.note == "1 long pause cut short, 55 s in all")
  }

  @Test func `stay where they are the pace of the receiver`() {
    var cut = PauseCut()
    #expect(times(cut.apply(to: recording([0, 10, 20, 30, 40]))) == [0, 10, 20, 30, 40])
    #expect(cut.note == nil)
  }

  @Test func `are no reason to pull a plug that a recording has not`() {
    let run = MonitorRun(playing: [
      (.zero, Epoch.fix(0)), (.seconds(1), Epoch.fix(1)), (.seconds(60), Epoch.fix(60)),
    ])
    run.advance(by: .seconds(8))
    let screen = run.screen().lines
    #expect(screen[2].contains("PAUSE  nothing comes at the moment"), "\(screen)")
    #expect(!screen.joined().contains("nplug"))
    #expect(run.screen(60, 15).lines.joined().contains("nplug") == false)
  }

  @Test func `of a log are cut short in replay, and those that we have recorded are not`() throws {
    let folder = try WorkFolder()
    let log = try folder.write("cold.nmea", Epoch.fix(0) + Epoch.fix(1) + Epoch.fix(600))
    let run = try gpsbridge("replay", log, "--speed", "max")
    #expect(run.message == "note: \(log): 1 long pause cut short, 55 s in all\n")
    #expect(Array(run.output.utf8) == Epoch.fix(0) + Epoch.fix(1) + Epoch.fix(600))
  }
}
