import GNSS
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `Every record` {
  private let schema: Schema

  init() throws { schema = try Schema.ofRecords() }

  @Test func `of a walk is as the schema says`() throws {
    let records = try SecludedRun.records(try gpsbridge("watch", "--stats", Places.morningWalk))
    #expect(records.allSatisfy { $0.keys.prefix(2) == ["type", "v"] })
    let types = records.map { $0["type"]?.text ?? "" }
    #expect(types.count { $0 == "fix" } == 300 && types.count { $0 == "sky" } == 300 && types.last == "stats")
  }

  @Test func `that tells a correction does so in known words`() throws {
    let place = "4807.038,N,01131.000,E"
    let run = try gpsbridge(
      "watch", "--types=fix", "--reference=2026-11-20", "-",
      input: wire([
        "GPRMC,235959,A,\(place),10,90,060407,,,S", "GPRMC,235960,A,\(place),10,90,060407,,,S",
        "GPGGA,000000,\(place),8,08,0.9,545.4,M,46.9,M,,", "GPZDA,000001,07,04,07,00,00",
        "GPGGA,000001,\(place),8,08,0.9,545.4,M,46.9,M,,",
      ]))
    let records = try SecludedRun.records(run)
    let corrections = records.map { ($0["corrections"]?.elements ?? []).compactMap(\.text) }
    #expect(
      corrections == [
        ["rollover+1024w"], ["rollover+1024w", "leap_second"], ["rollover+1024w", "midnight"],
        ["rollover+1024w", "century"],
      ])
    #expect(
      records.compactMap { $0["time"]?.text?.prefix(10) } == [
        "2026-11-20", "2026-11-20", "2026-11-21", "2026-11-21",
      ])
    #expect(records.allSatisfy { $0["simulated"] == .bool(true) })
  }

  @Test func `of every fix there can be is as the schema says`() throws {
    var fix = Fix()
    fix.epoch = 1
    for quality in [
      FixQuality.autonomous, .differential, .precise, .rtkFixed, .rtkFloat, .deadReckoning, .manual,
      .simulated,
    ] {
      for source in [ErrorEstimate.Source.gst, .receiver, .gbs, .pgrme, .dilution] {
        fix.mode = .time
        fix.quality = quality
        fix.errors = ErrorEstimate(horizontal: 1.5, vertical: nil, source: source)
        fix.climb = -0.5
        fix.dilution.time = 1.25
        try check(.fix(fix))
      }
    }
  }

  @Test func `of every satellite there can be is as the schema says`() throws {
    var satellites: [Satellite] = []
    for constellation in Constellation.allCases {
      for signal in Signal.allCases {
        var satellite = Satellite(SatelliteIdentity(constellation, 1))
        satellite.signal = signal
        satellites.append(satellite)
      }
    }
    try check(.sky(Sky(satellites: satellites)))
  }

  private func check(_ output: DecodedOutput) throws {
    let line = NDJSONFormat(device: "d", types: [.fix, .sky]).lines(for: output)
    let record = try JSONReader.read(String(decoding: line, as: UTF8.self))
    #expect(schema.complaints(about: record) == [])
  }

  @Test func `with a wrong key, a null or a wrong number would be noticed`() throws {
    let good = #"{"type":"stats","v":1,"device":"-","bytes":1,"sentences":0,"bad_checksum":0,"bad_field":0,"#
    for rest in [#""junk_bytes":-1}"#, #""junk_bytes":null}"#, #""junk_bytes":1,"junk":0}"#, #""fixes":1}"#] {
      #expect(!schema.complaints(about: try JSONReader.read(good + rest)).isEmpty, "\(rest)")
    }
  }
}
