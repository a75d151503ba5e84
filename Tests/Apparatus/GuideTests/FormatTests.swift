import GNSS
import GPSFormats
import TestSupport
import Testing

/// GPSFormats as somebody uses it who has the package and no part of the tool.
@Suite struct `A format in the hands of others` {
  /// Somebody walks east for some seconds, a step of 1.4 m in each, and is silent for two minutes after the tenth.
  private let walk = (0..<20).map { second in
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 48, longitude: 11 + Double(second) * 0.000_019)
    fix.time = UTC(secondsSince1970: 1_795_176_000 + Int64(second) + (second < 10 ? 0 : 120))
    return fix
  }

  @Test func `makes a GPX file of a walk, cut at the gap and without the points between`() {
    let text = gpx(of: walk)
    #expect(text.hasPrefix(#"<?xml version="1.0" encoding="UTF-8"?>"#) && text.hasSuffix("</gpx>\n"))
    #expect(text.split(separator: "\n").filter { $0 == "<trkseg>" }.count == 2)
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("<trkpt ") }.count == 4)
  }

  @Test func `makes a GPX file of a recording, cut at the gap`() throws {
    let memory = MemorySink()
    var sentences = TrackMaker(.nmea, to: memory, name: "walk")
    for fix in walk { sentences.take(fix) }
    sentences.finish()
    let file = try TemporaryFile(memory.bytes)
    let text = try gpx(ofRecording: "/proc/self/fd/\(file.descriptor)")
    #expect(text.split(separator: "\n").filter { $0 == "<trkseg>" }.count == 2)
  }

  @Test func `writes the same track in every format`() {
    for format in TrackFormat.allCases {
      let memory = MemorySink()
      var track = TrackMaker(format, to: memory, name: "walk")
      for fix in walk { track.take(fix) }
      track.finish()
      #expect(
        track.counts.points == 20 && track.counts.written == 20 && track.counts.segments == 2, "\(format)")
      #expect(memory.bytes.count > 1000 && memory.bytes.last == UInt8(ascii: "\n"), "\(format)")
    }
  }

  @Test func `leaves out what is outside of the times asked for`() throws {
    #expect(try noon(of: walk).points == 20)
    let window = try TimeWindow(startingAt: "13:00")
    var track = TrackMaker(.csv, to: MemorySink(), name: "later", window: window)
    for fix in walk { track.take(fix) }
    track.finish()
    #expect(track.counts.points == 0)
  }

  @Test func `writes an epoch as a record, a table's line, and gpsd's report`() {
    let line = String(decoding: record(walk[0]), as: UTF8.self)
    #expect(
      line.hasPrefix(
        #"{"type":"fix","v":1,"device":"/dev/ttyACM0","epoch":0,"time":"2026-11-20T12:00:00.000Z""#))
    let gpsd = String(decoding: GPSDFormat(device: "d").lines(for: walk[0]), as: UTF8.self)
    #expect(
      gpsd.hasPrefix(
        #"{"class":"TPV","device":"d","mode":3,"time":"2026-11-20T12:00:00.000Z","lat":48.000000000"#))
    let table = CSVFormat()
    let columns = String(decoding: table.header, as: UTF8.self).split(separator: ",")
    let fields = String(decoding: table.lines(for: walk[0]), as: UTF8.self)
      .split(separator: ",", omittingEmptySubsequences: false)
    #expect(columns.count == fields.count && columns[1] == "time")
  }
}
