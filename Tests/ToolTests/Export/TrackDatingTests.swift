import GNSS
import NMEA
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `A position before the first date` {
  private let place = "4807.038,N,01131.000,E"

  private func position(_ clock: String) -> String { "GPGGA,\(clock),\(place),1,08,0.9,545.4,M,46.9,M,," }
  private func dated(_ clock: String, _ day: String) -> String { "GPRMC,\(clock),A,\(place),1,1,\(day),,,A" }

  private func times(_ sentences: [String]) throws -> (times: [String], message: String) {
    let run = try gpsbridge("export", "-", "--format=csv", input: wire(sentences))
    let times = run.lines.dropFirst().map { line in
      String(line.split(separator: ",", omittingEmptySubsequences: false)[1])
    }
    return (times, run.message)
  }

  @Test func `gets the day that is told one sentence later`() throws {
    let told = try times([
      position("115958"), position("115959"), dated("120000", "201126"), position("120001"),
    ])
    #expect(
      told.times == [
        "2026-11-20T11:59:58.000Z", "2026-11-20T11:59:59.000Z", "2026-11-20T12:00:00.000Z",
        "2026-11-20T12:00:01.000Z",
      ])
    #expect(told.message.hasSuffix("note: 2 positions got a date from a later sentence\n"))
  }

  @Test func `gets the day before where midnight lies between`() throws {
    let told = try times([position("235958"), position("235959"), dated("000000", "211126")])
    #expect(
      told.times == ["2026-11-20T23:59:58.000Z", "2026-11-20T23:59:59.000Z", "2026-11-21T00:00:00.000Z"])
  }

  @Test func `has no day where the clock was set in between`() throws {
    let told = try times([position("000007"), position("000008"), dated("120000", "201126")])
    #expect(told.times == ["", "", "2026-11-20T12:00:00.000Z"])
    #expect(!told.message.contains("note:"))
  }

  @Test func `has no day where none is ever told, and none is lost`() throws {
    let told = try times([position("120000"), position("120001"), position("120002")])
    #expect(told.times == ["", "", ""])
  }

  @Test func `in GPX has a time like all others`() throws {
    let input = wire([position("115959"), dated("120000", "201126")])
    let run = try gpsbridge("export", "-", "--format=gpx", input: input)
    #expect(run.output.contains("<time>2026-11-20T11:59:59.000Z</time>"))
    #expect(run.lines.count { $0.contains("<trkpt") } == 2)
    #expect(run.lines.count { $0.contains("<time>") } == 2)
  }

  @Test func `in KML without a day is a point or a line, and the others are a track`() throws {
    let input = wire([
      position("000007"), position("000008"), dated("120000", "201126"), dated("120001", "201126"),
    ])
    let run = try gpsbridge("export", "-", "--format=kml", input: input)
    #expect(
      run.lines.dropFirst(4) == [
        "<Placemark><LineString>", "<altitudeMode>absolute</altitudeMode>", "<coordinates>",
        "11.516666667,48.117300000,545.400", "11.516666667,48.117300000,545.400",
        "</coordinates></LineString></Placemark>",
        "<Placemark><gx:Track>", "<altitudeMode>absolute</altitudeMode>",
        "<when>2026-11-20T12:00:00.000Z</when>", "<when>2026-11-20T12:00:01.000Z</when>",
        "<gx:coord>11.516666667 48.117300000</gx:coord>", "<gx:coord>11.516666667 48.117300000</gx:coord>",
        "</gx:Track></Placemark>", "</Document>", "</kml>",
      ])
    let lone = try gpsbridge("export", "-", "--format=kml", input: wire(position("000007")))
    #expect(lone.output.contains("<Placemark><Point>"))
    #expect(!run.output.contains("<when></when>") && !lone.output.contains("<when>"))
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
    let input = wire([position("115958"), position("115959"), dated("120000", "201126")])
    let run = try gpsbridge("export", "-", "--format=csv", "--from", "11:59:59", input: input)
    #expect(run.lines.count == 3)
  }
}
