import TestSupport
import Testing

@testable import GPSBridgeTool

/// The built program, on simulated receivers and on a device that a test plays.
@Suite(.timeLimit(.minutes(3))) final class `The doctor`: FolderSuite {
  /// Nobody's memory and settings, so that each run knows nothing.
  private func doctor(_ words: String...) throws -> Run { try SecludedRun.run(["doctor"] + words) }

  @Test func `ends with 0 where all is well`() throws {
    let run = try doctor("sim:static?start=hot", "--duration", "4s", "--strict")
    #expect(
      run.exit == 0 && run.message == "" && run.lines.first == " ok   The receiver sim:static is simulated.")
    #expect(run.lines.contains(" ok   The receiver has a fix.") && run.lines.last == "No problem was found.")
  }

  @Test func `ends with 12 where something fails, and says what to do`() throws {
    var run = try doctor("sim:silent", "--duration", "4s")
    run.output.replace(/[34] seconds;/, with: "N seconds;")
    #expect(
      run
        == Run(
          exit: 12,
          output: """
             ok   The receiver sim:silent is simulated.
             FAIL The port is open, but the receiver sends nothing.
                    Not one byte in N seconds; a receiver sends every second, with or
                    without a fix.
                  try: Unplug it, wait ten seconds and plug it in again; if it has an adapter, check the wires and power.
            1 problem needs your attention (1 FAIL).

            """, message: ""))
  }

  @Test func `names the same quality of a recording as stats, with the cut sentences`() throws {
    let made = try gpsbridge("simulate", "garbage", "--duration", "2min", "--speed", "max", "--seed", "3")
    let log = try folder.write("g.nmea", Array(made.output.utf8))
    let stats = try gpsbridge("stats", log)
    let doctor = try doctor(log)
    let quality = try #require(stats.output.firstMatch(of: /\d+ cut off, \d+ % ok/)).output
    #expect(doctor.output.contains(quality), "\(quality)\n\(doctor.output)")
  }

  @Test func `ends with 12 for a port that is not there`() throws {
    let run = try doctor("/dev/ttyUSB99")
    #expect(run.exit == 12 && run.output.hasPrefix(" FAIL There is no /dev/ttyUSB99.\n"))
    // Whether two programs want gpsd's port is this machine's own matter.
    let isWarned = run.output.contains(" WARN Both use port 2947: ")
    #expect(
      run.lines.last
        == (isWarned
          ? "2 problems need your attention (1 FAIL)." : "1 problem needs your attention (1 FAIL)."))
  }

  @Test func `ends with 13 for warnings where strictness is asked for, and with 0 otherwise`() throws {
    let strict = try doctor("sim:rollover?start=hot", "--duration=4s", "--strict", "--json")
    #expect(strict.exit == 13 && strict.message == "")
    let record = try #require(try SecludedRun.records(strict).first)
    #expect(record["exit"]?.number == 13 && record["warnings"]?.number == 1)
    let findings = record["findings"]?.elements ?? []
    // The last says what the receiver told of its antenna.
    let codes = ["receiver", "stream", "rollover", "good", "condition"]
    #expect(findings.compactMap { $0["code"]?.text } == codes)
    #expect(record["heard"]?["sentences"]?.number ?? 0 > 10)
    #expect(record["device"]?.text == "sim/ttyACM0")
    let easy = try doctor("sim:rollover?start=hot", "--duration=4s")
    #expect(easy.exit == 0 && easy.lines.last == "It works, with 1 warning.")
  }

  @Test func `hears a port on a terminal that a test plays`() throws {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(["doctor", device.path, "--duration", "5s"], on: device) { round, _ in
      round % 10 == 0 ? .send(Epoch.fix(round / 10)) : .nothing
    }
    #expect(run.exit == 0)
    #expect(run.lines.first == " ok   \(device.path) was named; its ids do not identify the device.")
    #expect(run.output.contains(" ok   The receiver has a fix.\n"))
    // It says the day that this was written.
    #expect(run.output.contains("The system clock "))
  }

  @Test func `writes a report, for its owner alone`() throws {
    let path = "\(folder.path)/report.txt"
    let run = try doctor(
      "sim:static?start=hot&lat=47.505", "--duration", "4s", "--bundle", path, "--with-raw")
    #expect(run.exit == 0 && run.message == "note: wrote \(path)\n" && FileMode.of(path) == 0o600)
    let text = try folder.text("report.txt")
    #expect(text.hasPrefix("gpsbridge-report 1\n") && text.contains("\n[raw, without the position]\n"))
    #expect(text.contains("$GNGSA,A,3,") && !text.contains("4730.") && !text.contains("47.505"))
    let again = try doctor("sim:silent", "--duration", "1s", "--bundle", path)
    #expect(again.exit == 2 && again.output == "")
    #expect(again.message == "error: \(path) already exists\n  try: name another file, or add --force\n")
    let forced = try doctor(
      "sim:static?start=hot&lat=47.505", "--duration", "4s", "--bundle", path, "--force", "--with-raw",
      "--with-position")
    #expect(forced.message == "note: wrote \(path), with the position\n")
    #expect(try folder.text("report.txt").contains(",4730."))
  }

  @Test(.enabled(if: Unprivileged.isPossible, "nobody can be anybody else here"))
  func `ends with 4 where the report may not be written`() throws {
    FileMode.change(folder.path, 0o555)
    let run = try Unprivileged.run(
      ["doctor", "sim:silent", "--duration", "1s", "--bundle", "\(folder.path)/report.txt"],
      environment: ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
    #expect(run.exit == 4)
    #expect(
      run.message
        == "error: cannot write \(folder.path)/report.txt: Permission denied\n  try: check where the output goes\n"
    )
    #expect(run.lines.last?.isEmpty == false)
  }
}
