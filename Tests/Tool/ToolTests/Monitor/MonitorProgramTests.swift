import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

/// The built program without a terminal.
@Suite final class `The monitor as a program`: FolderSuite {
  private func epoch(_ second: String, _ latitude: String) -> [UInt8] {
    wire([
      "GPGGA,0708\(second),\(latitude),N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPRMC,0708\(second),A,\(latitude),N,01131.000,E,022.4,084.4,201126,,,A",
    ])
  }

  @Test func `prints a line for each epoch of a recording, at its pace, and ends with it`() throws {
    let run = try gpsbridge(
      "monitor", "-", "--units", "metric", input: epoch("22.000", "4807.038") + epoch("23.000", "4807.040"))
    #expect(
      run.output == """
        07:08:22Z RECORDED 3D 48.117300,11.516667 \(sign)2.9m 545m 41.5km/h 084\(degree) 8sv
        07:08:23Z RECORDED 3D 48.117333,11.516667 \(sign)2.9m 545m 41.5km/h 084\(degree) 8sv

        """)
    #expect(run.message == "" && run.exit == 0)
  }

  /// As the locale of whoever runs the tests has them.
  private var isPlain: Bool {
    TerminalRules(color: .never, isASCII: false, isTerminal: false, environment: UserFolders.environment)
      .isPlain
  }
  private var sign: String { isPlain ? "~" : "±" }
  private var degree: String { isPlain ? " " : "°" }

  @Test func `prints one screen when it is asked for one`() throws {
    let run = try gpsbridge("monitor", "sim:drive", "--once", "--ascii", "--color", "never")
    #expect(run.exit == 0 && run.message == "")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix(" gpsbridge  u-blox 9 (simulated) . sim/ttyACM0") == true)
    #expect(lines.contains { $0.contains("SIGNALS") })
    #expect(!run.output.contains("\u{1B}") && run.output.utf8.allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 })
  }

  @Test func `complains of what it can't show, in words that were read and found right`() throws {
    try folder.write("zeros", [UInt8](repeating: 0, count: 20_000))
    try folder.write("noise", (0..<20_000).map { UInt8(($0 * $0 * 31 / 7) & 0x7F | 1) })
    try folder.write("empty", [])
    let lines = [
      "/nonexistent/walk.nmea", "- < empty", "sim:nowhere", "- < zeros", "@/noise --line", "@/noise --once",
      "@/noise",
    ]
    try Transcript.expect(
      "monitor", in: folder, ["there is nothing to be seen": lines.map { "monitor \($0)" }])
    // A pipe can't be read twice to see what it looks like.
    let zeros = try Pipe()
    zeros.write([UInt8](repeating: 0, count: 20_000))
    zeros.closeWriting()
    let piped = try PipedRun(["monitor", "-"], input: zeros.reading)
    #expect(piped.pipe.read().isEmpty)
    let end = try piped.end()
    #expect(end.exit == 6)
    #expect(
      end.message.hasPrefix(
        "error: standard input contains no receiver data\n  20000 bytes read from it\n"))
    #expect(try gpsbridge("monitor", "-", time: .real).message.hasPrefix("error: standard input is empty\n"))
  }

  @Test func `goes on with a pipe that was silent for half a minute`() throws {
    let pipe = try Pipe()
    let run = try LiveRun.run(
      program: Program.words(["monitor", "-"]), input: pipe.reading, every: .seconds(1)
    ) { second, _, _ in
      if second == 30 {
        pipe.write(Epoch.fix(0))
        pipe.closeWriting()
      }
      return .nothing
    }
    #expect(run.exit == 0)
    #expect(run.message == "")
    #expect(
      run.output.split(separator: "\n").map { $0.prefix { $0 != "4" } } == [
        "--:--:--Z PAUSE No data arrives at the moment.", "12:00:00Z RECORDED 3D ",
      ])
  }

  @Test func `reports the error that ends its input, and calls it neither empty nor over`() throws {
    var ends: [CInt] = [0, 0]
    try #require(
      unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    // A peer that closes while it has unread bytes resets the connection.
    _ = unsafe write(ends[0], [0] as [UInt8], 1)
    close(ends[1])
    let run = try PipedRun(["monitor", "-"], input: ends[0])
    #expect(run.pipe.read().isEmpty)
    let end = try run.end()
    #expect(end.exit == 1)
    #expect(end.message.hasPrefix("error: cannot read standard input: "))
  }

  @Test func `prints one screen with the first position of a recording, after any search`() throws {
    let search = (0..<40).flatMap { Epoch.none($0) }
    let input = search + (40..<45).flatMap { Epoch.fix($0) }
    let file = try folder.write("search.nmea", input)
    let run = try gpsbridge("monitor", file, "--once", "--ascii", "--color", "never")
    #expect(run.exit == 0)
    #expect(run.output.contains("48.117300"), "\(run.output)")
  }

  @Test func `does not call a sky empty of which a receiver tells only how many take part`() throws {
    let input = (0..<5).flatMap { Journey.moment($0, 48, 11) }
    let run = try gpsbridge("monitor", "-", "--once", "--ascii", "--color", "never", input: input)
    #expect(run.output.contains("8 are used, none is listed") && !run.output.contains("no satellites yet"))
  }

  @Test func `ends once with the status of a device that is not there`() throws {
    let run = try gpsbridge("monitor", "usb:0001:0002", "--once", "--ascii")
    #expect(run.exit == 3 && run.output.contains("usb:0001:0002 is not there."))
  }

  @Test func `ends without an error when nobody reads its lines any more`() throws {
    let run = try PipedRun(["monitor", "sim:drive?rate=10"])
    #expect(!run.pipe.read().isEmpty)
    run.pipe.closeReading()
    #expect(try run.end() == (0, ""))
  }
}
