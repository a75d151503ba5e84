import GNSS
import TestSupport
import Testing
import GPSBase

@testable import GPSWeb

@Suite struct `The history as a file` {
  private var history = TrackHistory(receivers: 1)

  private func geoJSON(
    _ history: TrackHistory, _ query: TrackQuery = TrackQuery(), devices: [String] = ["walk"]
  ) -> String { SampleHistory.read(GeoJSONTrack(query, devices: devices), history).text }

  private func gpx(_ history: TrackHistory, _ query: TrackQuery = TrackQuery(), devices: [String] = ["walk"])
    -> String
  {
    SampleHistory.read(GPXTrack(query, devices: devices), history).text
  }

  @Test mutating func `is a line with its times and its box`() {
    for (second, height) in [(0, 451.3), (1, nil)] as [(Int64, Double?)] {
      let time = SampleHistory.morning + second
      let fix = SampleHistory.fix(at: time, 47.6121473 + Double(second), 9.4058435, height: height)
      history.take(fix)
    }
    #expect(
      geoJSON(history) == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[9.4058435,47.6121473,451.300],
        [9.4058435,48.6121473]]},"properties":{"name":"walk","segment":1,"coordTimes":[
        "2026-11-20T07:00:00.000Z","2026-11-20T07:00:01.000Z"]},\
        "bbox":[9.4058435,47.6121473,9.4058435,48.6121473]}
        ]}

        """)
  }

  @Test(arguments: [(3.0, "47.612147"), (0.1, "47.6121473"), (0.014, "47.61214735"), (nil, "47.6121473")])
  mutating func `has places with as many decimals as they are accurate`(accuracy: Double?, latitude: String) {
    for (second, error) in [(0, 20), (1, accuracy)] as [(Int64, Double?)] {
      let time = SampleHistory.morning + second
      var fix = SampleHistory.fix(at: time, 47.612_147_346, 9.405_843_512)
      fix.errors = error.map { ErrorEstimate(horizontal: $0, vertical: nil, source: .receiver) }
      history.take(fix)
    }
    #expect(geoJSON(history).contains(",\(latitude)]]}"))
  }

  @Test func `is a point where there is one place, and an empty list where there is none`() {
    let text = geoJSON(SampleHistory.along([nil, (47, 9), nil]))
    #expect(text.contains(#""time":"2026-11-20T07:00:01.000Z"},"bbox":[9.0000000,47.0000000,"#))
    #expect(text.contains(#""geometry":{"type":"Point","coordinates":[9.0000000,47.0000000]},"#))
    #expect(geoJSON(SampleHistory.along([nil])) == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
  }

  @Test func `is cut at 180 degrees into two features of one segment`() throws {
    let text = geoJSON(SampleHistory.along([(-17, 179.5), (-16, -179.5), (-15, -179)]))
    #expect(
      text.contains(
        """
        [[179.5000000,-17.0000000],
        [180.0000000,-16.5000000]]},"properties":{"name":"walk","segment":1,"coordTimes":[
        "2026-11-20T07:00:00.000Z","2026-11-20T07:00:00.500Z"]},\
        "bbox":[179.5000000,-17.0000000,180.0000000,-16.5000000]},
        """))
    #expect(
      text.contains(
        """
        [[-180.0000000,-16.5000000],
        [-179.5000000,-16.0000000],
        [-179.0000000,-15.0000000]]},"properties":{"name":"walk","segment":1,"coordTimes":[
        "2026-11-20T07:00:00.500Z","2026-11-20T07:00:01.000Z","2026-11-20T07:00:02.000Z"]},\
        "bbox":[-180.0000000,-16.5000000,-179.0000000,-15.0000000]}
        """))
  }

  @Test
  func `begins a segment behind a second without a position, a minute of nothing, and a time that goes back`()
  {
    let gap = SampleHistory.along([(47, 9), (47, 9), nil, (47, 9), (47, 9)])
    let minute = SampleHistory.along([(47, 9), (47, 9)], every: 61)
    let whole = SampleHistory.along([(47, 9), (47, 9)], every: 60)
    let back = SampleHistory.along([(47, 9), (47, 9)], every: -1)
    for (history, count) in [(gap, 2), (minute, 2), (whole, 1), (back, 2)] {
      #expect(geoJSON(history).components(of: "\"Feature\"") == count)
      #expect(gpx(history).components(of: "<trkseg>") == count)
      #expect(gpx(history).components(of: "</trkseg>") == count)
    }
  }

  @Test mutating func `leaves forged positions out`() {
    for second in 0..<9 as Range<Int64> {
      history.take(second == 4 ? 55 : 47, at: SampleHistory.morning + second, isSuspect: second == 4)
    }
    #expect(!geoJSON(history).contains("55.0") && !gpx(history).contains("lat=\"55"))
    #expect(geoJSON(history).components(of: "\"Feature\"") == 2)
  }

  @Test func `keeps the first and the last place of a segment at any step`() {
    var query = TrackQuery()
    query.step = .seconds(600)
    let history = SampleHistory.along((0..<100).map { (47 + Double($0) / 1000, 9) })
    #expect(gpx(history, query).components(of: "<trkpt") == 2)
    #expect(geoJSON(history, query).contains("[[9.0000000,47.0000000],\n[9.0000000,47.0990000]]"))
  }

  @Test func `has a track for each receiver, and one alone on demand`() {
    var history = TrackHistory(receivers: 2)
    for receiver in 0...1 {
      for second in 0..<3 as Range<Int64> { history.take(at: SampleHistory.morning + second, from: receiver) }
    }
    let text = gpx(history, devices: ["a&b", "two"])
    #expect(text.components(of: "<trk>") == 2 && text.components(of: "</trk>") == 2)
    #expect(text.contains("<name>a&amp;b</name>") && text.contains("<name>two</name>"))
    #expect(geoJSON(history, devices: ["a", "two"]).contains(#""name":"two","segment":1"#))
    var query = TrackQuery()
    query.receiver = 1
    #expect(gpx(history, query, devices: ["a", "two"]).components(of: "<name>") == 1)
  }

  @Test mutating func `is whole and in slices of some kilobytes for a day, though rows go meanwhile`() throws
  {
    for second in 0..<86_400 {
      history.take(47 + Double(second % 1000) / 1000, at: SampleHistory.morning + Int64(second))
    }
    #expect(history.rows(of: 0).count == 86_400)
    for slices in [
      GeoJSONTrack(TrackQuery(), devices: ["x"]) as any WebSlices, GPXTrack(TrackQuery(), devices: ["x"]),
    ] {
      var (slices, current) = (slices, history)
      var (times, ends) = (0, 0)
      var second = SampleHistory.morning + 86_400
      while let slice = slices.next(current) {
        #expect(1...20_000 ~= slice.count)
        times += slice.count { $0 == UInt8(ascii: "Z") }
        ends += slice.count { $0 == UInt8(ascii: "]") || $0 == 0x0A }
        second += 100
        current.take(50, at: second)
      }
      #expect(times == 86_400)
      // Each point of GeoJSON but the first has a line. Beside the points: four brackets and four lines, or eight lines.
      #expect(ends == (slices is GPXTrack ? 86_408 : 2 * 86_400 - 1 + 8))
    }
  }

  @Test func `is valid GeoJSON along any way`() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var crossings = 0
    for _ in 0..<200 {
      var (latitude, longitude) = (Double.random(in: -89...89, using: &random), 180.0)
      let places: [(Double, Double)?] = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
        if Int.random(in: 0..<8, using: &random) == 0 { return nil }
        latitude = max(-90, min(90, latitude + Double.random(in: -1...1, using: &random)))
        longitude += [0, Double.random(in: -1...1, using: &random), 180].randomElement(using: &random) ?? 0
        while longitude > 180 { longitude -= 360 }
        while longitude < -180 { longitude += 360 }
        return (latitude, longitude)
      }
      let text = geoJSON(SampleHistory.along(places))
      let collection = try GeoJSONFacts(text)
      #expect(collection.faults == [], "\(text) of seed \(seed)")
      #expect(collection.places - collection.cuts * 2 == places.count { $0 != nil }, "seed \(seed)")
      crossings += collection.cuts
    }
    #expect(crossings > 0)
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
