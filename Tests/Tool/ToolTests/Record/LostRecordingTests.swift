import GPSBridge
import GPSFormats
import Glibc
import Testing

@testable import GPSBridgeTool

/// Other programs rename, remove and cut the file of a recording.
@Suite final class `A recording whose file another program changes`: FolderSuite {
  private let start = ContinuousClock.now

  private func moment(_ seconds: Double) -> LiveMoment {
    LiveMoment(start + .seconds(seconds), utcSeconds: 1_795_219_140 + seconds)
  }

  private func emptySeries(_ words: [String]) throws -> RecordingSeries {
    try RecordingSeries(RecordOptions(parse(["record", "sim:drive", "-o"] + words)), at: moment(0))
  }

  /// A series that has written `A`.
  private func series(_ words: String...) throws -> RecordingSeries {
    var series = try emptySeries(words)
    series.take([65], arrival: start, at: moment(0))
    return series
  }

  private func error(_ series: RecordingSeries) -> ToolError? { complaint(of: series.check) }

  @Test func `goes on under its name once the file was renamed, and says so once`() throws {
    var series = try series(folder("a.gbr"))
    unsafe rename(folder("a.gbr"), folder("b.gbr"))
    series.sync(at: moment(1))
    series.sync(at: moment(2))
    series.take([66, 66], arrival: start + .seconds(3), at: moment(3))
    series.finish()
    #expect(try folder.text("a.gbr") == "#gpsbridge-recording 1 2026-11-20T23:59:01.000Z\n2000 BB\n")
    #expect(try folder.text("b.gbr").hasSuffix("\n0 A\n"))
    let name = folder("a.gbr")
    #expect(
      series.takeNotes() == [
        "note: \(name) was renamed while it was recorded: the recording goes on in \(name)\n"
      ])
    #expect(series.report(dropped: 0) == "\(name): 2 bytes\n" && error(series) == nil)
  }

  @Test func `ends with an error if another file has its name, and leaves that alone`() throws {
    var series = try series(folder("a.gbr"), "--force")
    unsafe rename(folder("a.gbr"), folder("b.gbr"))
    try folder.write("a.gbr", Array("mine".utf8))
    series.sync(at: moment(1))
    series.finish()
    #expect(try folder.text("a.gbr") == "mine" && error(series)?.code == "recording_lost")
    #expect(error(series)?.reason == "earlier data is under its other name: 1 byte" && series.bytes == 0)
  }

  @Test func `ends with an error if it is noticed only at the end`() throws {
    var series = try series(folder("a.gbr"))
    unsafe unlink(folder("a.gbr"))
    series.finish()
    #expect(error(series)?.message == "\(folder("a.gbr")) was removed while it was recorded")
    #expect(folder.contents == [])
  }

  @Test func `has no hole where the file was cut, and ends with an error`() throws {
    var series = try series(folder("a.gbr"))
    unsafe truncate(folder("a.gbr"), 0)
    series.take([66], arrival: start + .seconds(1), at: moment(1))
    series.sync(at: moment(1))
    series.finish()
    #expect(try folder.text("a.gbr") == "1000 B\n")
    #expect(error(series)?.message == "\(folder("a.gbr")) was cut short while it was recorded")
  }

  @Test func `goes on in another file of its folder, and counts only what is there`() throws {
    var series = try series(folder.path, "--rotate", "1d")
    let first = try #require(folder.contents.first)
    unsafe unlink(folder(first))
    series.sync(at: moment(1))
    series.take([66, 66], arrival: start + .seconds(1), at: moment(1))
    series.finish()
    #expect(folder.contents == ["gpsbridge-20261120T235901Z.gbr"])
    #expect(series.report(dropped: 0).hasSuffix("gpsbridge-20261120T235901Z.gbr: 2 bytes\n"))
    #expect(error(series) == nil)
  }

  @Test func `removes no other file that has its name when nothing came`() throws {
    var series = try emptySeries([folder("a.gbr")])
    unsafe unlink(folder("a.gbr"))
    try folder.write("a.gbr", Array("mine".utf8))
    series.finish()
    #expect(try folder.text("a.gbr") == "mine")
  }

  @Test func `is not removed by another one that makes room in the same folder`() throws {
    var series = try series(folder.path, "--rotate", "1d")
    series.take([UInt8](repeating: 65, count: 500_000), arrival: start, at: moment(0))
    let own = try #require(folder.contents.first)
    try folder.write("gpsbridge-20270101T000000Z.gbr", [UInt8](repeating: 65, count: 500_000))
    try folder.write("gpsbridge-20270102T000000Z.gbr", [UInt8](repeating: 65, count: 500_000))
    RecordingFolder(Array(folder.path.utf8), ending: "gbr")?.makeRoom(for: 0, within: 400_000)
    #expect(folder.contents == [own, "gpsbridge-20270102T000000Z.gbr"])
    series.finish()
  }
}
