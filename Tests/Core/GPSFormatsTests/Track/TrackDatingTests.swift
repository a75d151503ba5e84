import GNSS
import NMEA
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `A position before the first date` {
  private let place = "4807.038,N,01131.000,E"

  private func position(_ clock: String) -> String { "GPGGA,\(clock),\(place),1,08,0.9,545.4,M,46.9,M,," }
  private func dated(_ clock: String, _ day: String) -> String { "GPRMC,\(clock),A,\(place),1,1,\(day),,,A" }

  /// The times in a table of sentences, and how many of them a later sentence gave.
  private func times(_ sentences: String..., from start: String? = nil) throws -> ([String], datedBack: Int) {
    let track = WrittenTrack(.csv, of: wire(sentences), window: try TimeWindow(startingAt: start))
    let times = track.lines.dropFirst().map { line in
      String(line.split(separator: ",", omittingEmptySubsequences: false)[1])
    }
    return (times, track.datedBack)
  }

  @Test func `gets the day that is told one sentence later`() throws {
    #expect(
      try times(position("115958"), position("115959"), dated("120000", "201126"), position("120001")) == (
        [
          "2026-11-20T11:59:58.000Z", "2026-11-20T11:59:59.000Z", "2026-11-20T12:00:00.000Z",
          "2026-11-20T12:00:01.000Z",
        ], 2
      ))
  }

  @Test func `gets the day before where midnight lies between`() throws {
    #expect(
      try times(position("235958"), position("235959"), dated("000000", "211126")) == (
        ["2026-11-20T23:59:58.000Z", "2026-11-20T23:59:59.000Z", "2026-11-21T00:00:00.000Z"], 2
      ))
  }

  @Test func `has no day where the clock was set in between, or where none is ever told`() throws {
    #expect(
      try times(position("000007"), position("000008"), dated("120000", "201126")) == (
        ["", "", "2026-11-20T12:00:00.000Z"], 0
      ))
    #expect(try times(position("120000"), position("120001"), position("120002")) == (["", "", ""], 0))
  }

  @Test func `in GPX has a time like all others`() {
    let track = WrittenTrack(.gpx, of: wire([position("115959"), dated("120000", "201126")]))
    #expect(track.text.contains("<time>2026-11-20T11:59:59.000Z</time>"))
    #expect(track.lines.count { $0.contains("<trkpt") } == 2)
    #expect(track.lines.count { $0.contains("<time>") } == 2)
  }

  @Test func `in KML without a day is in a line with its height, and no empty time`() {
    let track = WrittenTrack(
      .kml, of: wire([position("000007"), position("000008"), dated("120000", "201126")]))
    #expect(
      track.text.contains(
        "<LineString>\n<altitudeMode>absolute</altitudeMode>\n<coordinates>\n11.516666667,48.117300000,545.400\n"
      ))
    #expect(track.lines.count { $0.contains("<when>") } == 1 && !track.text.contains("<when></when>"))
  }

  @Test func `does not wait for ever`() {
    var dating = TrackDating()
    var fix = Fix()
    fix.mode = .twoDimensional
    fix.coordinate = Coordinate(latitude: 48, longitude: 11)
    fix.timeOfDay = TimeOfDay(hour: 12, minute: 0, second: 0)
    var given = 0
    for _ in 0..<3 * TrackDating.most { given += dating.keep(TrackDating.Undated(fix: fix)).count }
    #expect(given == 3 * TrackDating.most)
    #expect(dating.release().isEmpty)
  }

  @Test func `is found by the times that are asked for`() throws {
    let found = try times(position("115958"), position("115959"), dated("120000", "201126"), from: "11:59:59")
    #expect(found.0.count == 2)
  }
}
