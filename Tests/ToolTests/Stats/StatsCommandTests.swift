import GNSS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge stats` {
  /// Ten seconds without a position, twenty with one, a gap of five, and five more.
  private let recording: [UInt8] = {
    var bytes: [UInt8] = []
    for second in 0..<10 { bytes += wire("GPRMC,00000\(second),V,,,,,,,201126,,,N") }
    for second in Array(10..<30) + Array(35..<40) {
      bytes += Journey.moment(second, 48 + Double(second % 2) * 1e-5, 11)
      bytes += wire("GPGSV,1,1,03,01,40,083,46,02,17,308,41,12,07,344,24")
    }
    return bytes
  }()

  private func text(_ more: String...) throws -> Run {
    try Program.run([Program.path] + (["stats", "-"] + more).map { Array($0.utf8) }, input: recording)
  }

  @Test func `tells this of a recording, with plain letters`() throws {
    let run = try text("--ascii")
    #expect(run.exit == 0)
    #expect(run.message == "")
    #expect(
      run.output == """
        standard input  2026-11-20T00:00:10.000Z  29 s

        fix rate      71.4 %  25 of 35 epochs
          3D          ######################           68.6 %
          2D          .                                2.9 %
          none        #########                        28.6 %
        interval      1.00 s
        first fix     after 10 s
        gaps          1, the longest 6 s from 2026-11-20T00:00:29.000Z

        C/N0          median 41, of the satellites used - dB-Hz
          20 to 25    ################################ 33.3 %
          25 to 30                                     0.0 %
          30 to 35                                     0.0 %
          35 to 40                                     0.0 %
          40 to 45    ################################ 33.3 %
          45 to 50    ################################ 33.3 %
          gps         median 41 dB-Hz
        satellites    median 8, 95 % up to 8, most 8 used

        HDOP          median 0.9, 95 % up to 0.9, most 0.9
        accuracy      median 3.6, 95 % up to 3.6, most 3.6 m (68 %)
        scatter       0.0 m east, 0.6 m north (1 sigma)
        extent        0.0 m by 1.1 m

        speed         median 5.1, 95 % up to 5.1, most 5.1 m/s
          0 to 1                                       0.0 %
          1 to 2                                       0.0 %
          2 to 3                                       0.0 %
          3 to 4                                       0.0 %
          4 to 5                                       0.0 %
          5 to 6      ################################ 100.0 %

        stream        85 sentences, 0 bad, 0 bytes of junk

        """)
  }

  @Test func `draws with blocks where the locale has them`() throws {
    let run = try Program.run(
      ["/usr/bin/env", "LC_ALL=C.UTF-8"].map { Array($0.utf8) } + [Program.path]
        + ["stats", "-"].map { Array($0.utf8) }, input: recording)
    #expect(run.lines.contains("  3D          ██████████████████████           68.6 %"))
    let plain = try Program.run(
      ["/usr/bin/env", "LC_ALL=C"].map { Array($0.utf8) } + [Program.path]
        + ["stats", "-"].map { Array($0.utf8) }, input: recording)
    #expect(plain.output.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `tells programs this`() throws {
    let run = try text("--json")
    #expect(
      run.output
        == #"{"type":"stats","v":1,"device":"-","bytes":\#(recording.count),"sentences":85,"bad_checksum":0,"#
        + #""bad_field":0,"cut":0,"unknown":0,"junk_bytes":0,"epochs":35,"fixes":25,"refused_positions":0,"suspect_positions":0,"late":1,"#
        + #""from":"2026-11-20T00:00:10.000Z","duration_s":29.000,"interval_s":1.00,"fix_rate":0.7143,"#
        + #""first_fix_s":10.000,"gaps":1,"longest_gap_s":6.000,"cn0_median_dbhz":41,"sats_used_median":8,"#
        + #""hdop_median":0.9,"hdop_p95":0.9,"h_acc_median_m":3.6,"h_acc_p95_m":3.6,"spread_east_m":0.000,"#
        + #""spread_north_m":0.567,"speed_median_mps":5.1,"speed_max_mps":5.1}"# + "\n")
    let schema = Schema(
      try JSONReader.read(String(decoding: try Places.bytes(of: Places.schema), as: UTF8.self)))
    #expect(schema.complaints(about: try JSONReader.read(run.output)) == [])
  }

  @Test func `listens to a receiver for a time`() throws {
    let run = try gpsbridge("stats", "sim:drive?seed=7&rate=10", "--duration", "2s", "--ascii")
    #expect(run.exit == 0)
    #expect(run.message == "listening for 2 s; Ctrl-C ends it earlier\n")
    #expect(run.lines.first?.hasPrefix("sim:drive?seed=7&rate=10") == true)
    #expect(run.lines.contains { $0.hasPrefix("fix rate      ") })
  }

  @Test func `complains of what can't be`() throws {
    let nothing = try gpsbridge("stats", "-", input: Array("some words\n".utf8))
    #expect(nothing.exit == 6)
    #expect(nothing.output == "")
    let lost = try gpsbridge("stats", "/nonexistent")
    #expect(lost.exit == 3)
    let contradiction = try gpsbridge("stats", Places.morningWalk, "--duration", "5min")
    #expect(contradiction.exit == 2)
    #expect(
      contradiction.message
        == "error: --duration goes with a receiver, and \(Places.morningWalk) is a recording\n  fix: leave it out\n"
    )
    let none = try gpsbridge("stats", "usb:ffff:fffe", "--duration", "300ms")
    #expect(none.exit == 3)
    #expect(none.output == "")
  }
}

@Suite struct `A histogram` {
  private func histogram(_ values: Double...) -> Histogram {
    var histogram = Histogram(width: 0.5, most: 10)
    for value in values { histogram.add(value) }
    return histogram
  }

  @Test func `knows what a part of all values does not exceed`() {
    let values = histogram(1, 2, 3, 4)
    #expect(values.quantile(0.5) == 2)
    #expect(values.quantile(1) == 4)
    #expect(values.quantile(0) == 1)
    #expect(histogram().quantile(0.5) == nil)
  }

  @Test func `takes what is too large for its largest, and leaves out what is no number`() {
    let values = histogram(99, .nan, .infinity, -1)
    #expect(values.total == 1)
    #expect(values.quantile(1) == 10)
  }

  @Test func `counts each value in one step`() {
    let values = histogram(0, 0.5, 1, 1.5, 2)
    #expect(values.count(from: 0, below: 1) == 2)
    #expect(values.count(from: 1, below: 2) == 2)
    #expect(values.count(above: 1) == 2)
    #expect(histogram(3, 3, 1).mode == 3)
  }
}
