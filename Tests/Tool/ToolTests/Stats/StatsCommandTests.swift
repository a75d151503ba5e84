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
    try gpsbridge(["stats", "-"] + more, input: recording)
  }

  @Test func `tells this of a recording, with plain letters`() throws {
    let run = try text("--ascii")
    #expect(run.exit == 0)
    #expect(run.message == "")
    #expect(
      run.output == """
        standard input  2026-11-20T00:00:10.000Z  29 s

        fix rate      71.4 %  25 of 35 epochs
          3D          ######################           71.4 %
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
        accuracy      median 2.9, 95 % up to 2.9, most 2.9 m (68 %)
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
    #expect(run.lines.contains("  3D          ██████████████████████▉          71.4 %"))
    let plain = try Program.run(
      ["/usr/bin/env", "LC_ALL=C"].map { Array($0.utf8) } + [Program.path]
        + ["stats", "-"].map { Array($0.utf8) }, input: recording)
    #expect(plain.output.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `tells programs this`() throws {
    let run = try text("--json")
    #expect(
      run.output
        == #"{"type":"stats","v":1,"device":"-","bytes":\#(recording.count),"sentences":85,"messages":0,"bad_checksum":0,"#
        + #""bad_field":0,"cut":0,"unknown":0,"junk_bytes":0,"epochs":35,"fixes":25,"refused_positions":0,"suspect_positions":0,"late":0,"#
        + #""from":"2026-11-20T00:00:10.000Z","duration_s":29.000,"time_back":0,"time_ahead":0,"interval_s":1.00,"fix_rate":0.7143,"#
        + #""first_fix_s":10.000,"gaps":1,"longest_gap_s":6.000,"cn0_median_dbhz":41,"sats_used_median":8,"#
        + #""hdop_median":0.90,"hdop_p95":0.90,"h_acc_median_m":2.871,"h_acc_p95_m":2.871,"#
        + #""speed_median_mps":5.144,"speed_max_mps":5.144,"jumps":0}"# + "\n")
    _ = try SecludedRun.record(run)
  }

  private func moments(_ seconds: [Int]) -> [UInt8] { seconds.flatMap { Journey.moment($0, 48, 11) } }

  private func record(_ input: [UInt8]) throws -> JSONValue {
    try SecludedRun.record(try gpsbridge("stats", "-", "--json", input: input))
  }

  @Test func `tells how long time ran, and that it ran back, as export adds up its segments`() throws {
    let input = moments([5000, 5001, 5002, 1000, 1001])
    let record = try record(input)
    #expect(record["duration_s"]?.number == 3)
    #expect(record["time_back"]?.number == 1)
    let run = try gpsbridge("stats", "-", "--ascii", input: input)
    #expect(run.lines.first == "standard input  2026-11-20T01:23:20.000Z  3 s")
    #expect(run.lines.contains("time          ran back once, by 1 h 6 min"))
    #expect(try gpsbridge("export", "-", "--format=csv", input: input).message.contains(", 3 s, "))
    let hours = moments(Array(5000..<5100) + Array(1000..<1100) + Array(500..<600))
    let twice = try gpsbridge("stats", "-", input: hours)
    #expect(twice.lines.first?.hasSuffix("  4 min 57 s") == true)
    #expect(twice.lines.contains("time          ran back twice, by 1 h 8 min at most"))
  }

  @Test func `tells of a clock that jumped ahead at its first fix, and adds none of it up`() throws {
    let place = "4807.038,N,01131.000,E"
    var input = wire([
      "GPGGA,000001,,,,,0,00,,,M,,M,,", "GPZDA,000001,06,01,1980,00,00", "GPGGA,000002,,,,,0,00,,,M,,M,,",
      "GPZDA,000002,06,01,1980,00,00",
    ])
    for second in 3..<8 { input += wire("GPRMC,12000\(second),A,\(place),0,0,201126,,,A") }
    let record = try record(input)
    #expect(record["duration_s"]?.number == 5)
    #expect(record["time_ahead"]?.number == 1)
    #expect(record["gaps"]?.number == 0)
    let run = try gpsbridge("stats", "-", input: input)
    #expect(run.lines.contains("time          jumped ahead once, by 17120 d 12 h"))
  }

  @Test func `counts speeds as they came, and rounds none of them before`() throws {
    func record(knots: [String]) throws -> (JSONValue, [String]) {
      let place = "4807.038,N,01131.000,E"
      let input = wire(
        knots.enumerated().map { "GPRMC,12000\($0.offset),A,\(place),\($0.element),0,201126,,,A" })
      return (try self.record(input), try gpsbridge("stats", "-", "--ascii", input: input).lines)
    }
    let (slow, bars) = try record(knots: ["0.0", "0.0", "0.1", "0.1", "0.1"])
    #expect(slow["speed_median_mps"]?.number == 0.051)
    #expect(bars.contains { $0.hasPrefix("  0.0 to 0.1") && $0.hasSuffix(" 100.0 %") })
    let (even, one) = try record(knots: ["0.5", "0.5", "0.5"])
    #expect(even["speed_median_mps"]?.number == 0.257)
    #expect(one.contains { $0.hasPrefix("  0.2 to 0.3") && $0.hasSuffix(" 100.0 %") })
    #expect(one.contains("speed         median 0.26, 95 % up to 0.26, most 0.26 m/s"))
  }

  @Test func `tells of a jump that no receiver makes, and of none where there is a way`() throws {
    var input: [UInt8] = []
    for second in 0..<20 {
      let there = 48 + Double(second) * 4e-5
      input += Journey.moment(second, second == 10 ? there - 36 : there, 11)
    }
    let jumped = try record(input)
    #expect(jumped["jumps"]?.number == 2)
    #expect(try #require(jumped["longest_jump_m"]?.number) > 3_900_000)
    let run = try gpsbridge("stats", "-", "--ascii", input: input)
    #expect(
      run.output.firstMatch(of: /\njumps         2, the farthest [0-9]+ km in 1 s to 2026-11-20T00:00:1/)
        != nil)
    #expect(try record(try Places.bytes(of: Places.morningWalk))["jumps"]?.number == 0)
    for name in ["drive", "flight", "tunnel", "canyon", "boat"] {
      let simulated = try gpsbridge("simulate", name, "--duration", "200s", "--speed", "max").output
      #expect(try record(Array(simulated.utf8))["jumps"]?.number == 0, "\(name)")
    }
  }

  @Test func `calls the spread of places a scatter only where the receiver stood`() throws {
    let desk = try gpsbridge("simulate", "static", "--duration", "100s", "--speed", "max").output
    #expect(try gpsbridge("stats", "-", input: Array(desk.utf8)).output.contains("\nscatter "))
    #expect(try record(Array(desk.utf8))["spread_east_m"] != nil)
    let car = try gpsbridge("simulate", "drive", "--duration", "100s", "--speed", "max").output
    #expect(try !gpsbridge("stats", "-", input: Array(car.utf8)).output.contains("\nscatter "))
    #expect(try record(Array(car.utf8))["spread_east_m"] == nil)
  }

  @Test func `counts binary messages in words and for programs`() throws {
    let message: [UInt8] = [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]
    let run = try gpsbridge("stats", "-", "--ascii", input: message + message)
    #expect(run.lines.last == "stream        0 sentences, 2 binary messages, 0 bad, 0 bytes of junk")
    #expect(try record(message + message)["messages"]?.number == 2)
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
