import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Watching a receiver` {
  /// Watches a device that has a fix each time that it is asked.
  private func watch(_ words: String...) throws -> (run: Run, device: String) {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(["watch", device.path] + words, on: device) { round, _ in
      .send(Epoch.fix(tenth: round))
    }
    return (run, device.path)
  }

  @Test func `prints a record for each epoch, as soon as it is known`() throws {
    let (run, device) = try watch("--types=fix", "--count=3")
    #expect(run.exit == 0 && run.message == "")
    let records = try SecludedRun.records(run)
    #expect(records.count == 3 && records.map { $0["epoch"]?.number } == [1, 2, 3])
    for record in records {
      #expect(record["device"]?.text == device && record["state"]?.text == "live")
      #expect(record["lat"]?.number == 48.1173 && record["received"] != nil)
      #expect(record["age_s"]?.number ?? 99 < 5)
    }
  }

  @Test func `tells what happens to the device, in this order`() throws {
    let (run, device) = try watch("--types=event,device", "--count=6")
    let records = try SecludedRun.records(run)
    #expect(
      records.map { $0["event"]?.text ?? $0["state"]?.text ?? "" } == [
        "present", "attached", "opened", "opened", "speed_found", "first_fix",
      ])
    #expect(records.first?["path"]?.text == device)
  }

  @Test func `ends with a record of counts where that is asked for`() throws {
    let (run, _) = try watch("--types=sky", "--count=1", "--stats")
    let types = try SecludedRun.records(run).map { $0["type"]?.text }
    #expect(types == ["sky", "stats"])
  }

  @Test func `says what it makes of the receiver when that changes`() throws {
    let (run, _) = try watch("--types=verdict", "--count=2")
    let codes = try run.lines.map { try JSONReader.read($0)["code"]?.text }
    #expect(codes == ["listening", "good"])
  }

  @Test func `prints the sentences as they were sent`() throws {
    let (run, _) = try watch("--format=nmea", "--count=4")
    #expect(run.exit == 0)
    let kinds = run.output.split(separator: "\r\n").map { $0.prefix(6) }
    #expect(Set(kinds) == ["$GPGGA", "$GPGSA", "$GPGSV", "$GPRMC"])
  }

  @Test func `prints a table with a header`() throws {
    let (run, _) = try watch("--format=csv", "--count=2")
    #expect(run.lines.count == 3 && run.lines[0].hasPrefix("epoch,time,received,state,age_s,mode"))
    #expect(run.lines[1].hasPrefix("1,2026-11-20T12:00:") && run.lines[2].contains(",live,"))
  }

  @Test func `prints what gpsd's clients read`() throws {
    let (run, device) = try watch("--format=gpsd", "--count=2")
    #expect(run.lines.map { $0.prefix(14) } == [#"{"class":"TPV""#, #"{"class":"SKY""#])
    #expect(run.lines.allSatisfy { $0.contains(#""device":"\#(device)""#) })
  }

  @Test func `of a simulated receiver says that it is one`() throws {
    let run = try LiveRun.run(["watch", "sim:walk", "--types=fix", "--count=2"]) { _, _ in .nothing }
    #expect(run.exit == 0 && run.lines.allSatisfy { $0.contains(#""device":"sim/ttyACM0""#) })
    #expect(run.lines.allSatisfy { $0.contains(#""simulated":true"#) })
  }

  @Test func `ends well when its reader goes`() throws {
    let device = try PseudoTerminal()
    let run = try PipedRun(["watch", device.path])
    var round = 0
    while !PipeState.hasEnded(run.process, within: 1), round < LiveRun.most {
      try device.write(Epoch.fix(tenth: round))
      if round == 3 { run.pipe.closeReading() }
      round += 1
    }
    #expect(try run.end() == (0, ""))
  }

  @Test func `of a recording ends after so many records, too`() throws {
    let run = try gpsbridge("watch", Places.morningWalk, "--count", "3")
    #expect(run.exit == 0 && run.lines.count == 3)
    let sentences = try gpsbridge("watch", Places.morningWalk, "--format=nmea", "-n", "2")
    #expect(sentences.output.split(separator: "\r\n").count == 2)
  }
}
