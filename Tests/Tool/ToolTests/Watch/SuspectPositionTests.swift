import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats
@testable import TerminalKit

/// A receiver that is led astray after a minute, in each thing that the tool prints about it.
@Suite(.timeLimit(.minutes(3))) struct `A position from forged signals` {
  private static let story = Result { try Simulated.sentences("spoof", seconds: 100) }
  private var input: [UInt8] { get throws { try Self.story.get() } }

  @Test func `is marked in a record and in a table, and counts as no fix`() throws {
    let records = try SecludedRun.records(try gpsbridge("watch", "--types=fix,stats", "-", input: input))
    let fixes = records.dropLast().filter { $0["lat"] != nil }
    let marked = fixes.filter { $0["suspect"]?.text == "spoofed" }
    // A minute is true, and from the first forged epoch on all are marked.
    #expect((55...60).contains(fixes.count - marked.count) && (38...42).contains(marked.count))
    #expect(fixes.suffix(marked.count).allSatisfy { $0["suspect"] != nil })
    #expect(records.last?["suspect_positions"]?.number == Double(marked.count))
    #expect(records.last?["fixes"]?.number == Double(fixes.count - marked.count))
    let table = try gpsbridge("watch", "--format=csv", "-", input: input).lines
    #expect(table.filter { $0.hasSuffix(",spoofed,") }.count == marked.count)
  }

  @Test func `is none for gpsd's clients, who have no word for it`() throws {
    let lines = try gpsbridge("watch", "--format=gpsd", "--types=fix", "-", input: input).lines
    let modes = try lines.map { try JSONReader.read($0)["mode"]?.number }
    #expect(modes.suffix(38).allSatisfy { $0 == 1 } && (55...60).contains(modes.filter { $0 == 3 }.count))
    #expect(!lines.suffix(38).contains { $0.contains(#""lat""#) })
  }

  @Test func `is left out of each export, which says so`() throws {
    for format in ["gpx", "kml", "geojson", "csv", "ndjson", "nmea"] {
      let run = try gpsbridge("export", "--format=\(format)", "-", input: input)
      #expect(run.exit == 0)
      #expect(run.message.contains(/\d\d points, .*, [34]\d spoofed positions left out/), "\(run.message)")
    }
  }

  @Test func `is in no statistic but its own`() throws {
    let record = try SecludedRun.records(try gpsbridge("stats", "--json", "-", input: input)).first
    #expect((0.55...0.62).contains(record?["fix_rate"]?.number ?? 0))
    #expect((38...42).contains(record?["suspect_positions"]?.number ?? 0))
    // It wanders off at 8 m/s.
    #expect((record?["spread_north_m"]?.number ?? 100) < 5)
    let text = try gpsbridge("stats", "-", input: input).output
    #expect(text.contains(/spoofed +[34]\d epochs, among those without a position/))
  }

  @Test func `is told by the verdicts of a recording, and by the doctor`() throws {
    let run = try gpsbridge("watch", "--types=verdict", "-", input: input)
    let verdicts = try SecludedRun.records(run)
    #expect(verdicts.last?["code"]?.text == "spoofed")
    #expect(verdicts.last?["at"]?.text?.hasPrefix("2026-11-20T07:09:3") == true)
    let doctor = try gpsbridge("doctor", "--json", "-", input: input)
    #expect(doctor.exit == 12)
    let found = try #require(try SecludedRun.records(doctor).first)
    #expect(found["findings"]?.elements?.contains { $0["code"]?.text == "spoofed" } == true)
    #expect((38...42).contains(found["heard"]?["suspect_positions"]?.number ?? 0))
  }

  @Test func `is no fix that somebody waits for`() throws {
    // From the first forged epoch on, with as much true as shows that the time jumped.
    let lines = String(decoding: try input, as: UTF8.self).split(separator: "\r\n")
    let late = lines.suffix(from: try #require(lines.firstIndex { $0.contains("RMC,070859") }))
    let accurate = try gpsbridge(
      "fix", "--average=30s", "-", input: Array(late.joined(separator: "\r\n").utf8) + [13, 10])
    #expect(accurate.output.hasPrefix("48.1172") || accurate.output.hasPrefix("48.1173"), "\(accurate)")
  }

  @Test func `is never LIVE, neither on the screen nor in a line`() {
    let run = MonitorRun(.spoof)
    var lines = MonitorLines(.metric, .dd, isPlain: false)
    var all: [String] = []
    run.onTold = { output, state in
      if let line = lines.line(for: output, state.device, state) { all.append(line) }
    }
    for _ in 0..<90 { run.advance(by: .seconds(1)) }
    #expect(all[..<55].contains { $0.contains(" LIVE 3D ") })
    #expect(all.suffix(25).allSatisfy { $0.contains(" SPOOFED 3D ") }, "\(all.suffix(25))")
    let screen = run.screen(100, 40).lines.joined(separator: "\n")
    #expect(screen.contains("SPOOFED") && !screen.contains("LIVE"))
    run.press(.character("d"))
    let rows = run.screen(100, 40).lines.map { $0.split(separator: "│").joined().trimmingBlanks }
    #expect(rows.contains("spoofed"))
    // Sentences may be counted as good; no verdict is, and no row praises the fix.
    let good = rows.filter { $0.contains("good") }
    #expect(good.count == 1 && good.allSatisfy { $0.contains(/^sentences +\d+ good,/) }, "\(good)")
    #expect(!rows.contains { $0.contains("has a fix") || $0.contains("LIVE") }, "\(rows)")
  }

  @Test func `is marked as it comes from a receiver`() throws {
    let options = try WatchOptions(parse(["watch", "sim:spoof"]))
    var records = LiveRecords(.simulated("sim:spoof"), options)
    var lines: [String] = []
    let run = MonitorRun(.spoof)
    run.onTold = { output, state in
      let now = LiveMoment(state.now, utcSeconds: state.utcSeconds)
      for line in records.take(output, at: now) {
        lines.append(String(decoding: line, as: UTF8.self))
      }
    }
    for _ in 0..<90 { run.advance(by: .seconds(1)) }
    let fixes = lines.filter { $0.contains(#""type":"fix""#) && $0.contains(#""lat""#) }
    #expect(fixes.prefix(50).allSatisfy { !$0.contains("suspect") })
    #expect(fixes.suffix(25).allSatisfy { $0.contains(#""suspect":"spoofed""#) })
    #expect(run.simulated.receiver.condition.suspectPositions >= 25)
  }
}

/// The sentences of a simulated receiver, at once.
enum Simulated {
  static func sentences(_ name: String, seconds: Int) throws -> [UInt8] {
    let run = try gpsbridge("simulate", name, "--duration", "\(seconds)s", "--speed", "max")
    return Array(run.output.utf8)
  }
}

extension String {
  /// The text without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
