import Foundation
import SimulatedGPS
import Testing

private let ubxtool = Client("ubxtool")

/// One call of ubxtool, and how often it hears yes and no from u-blox 8, 9 and 10.
private struct Call: Sendable {
  var words: [String]
  var answers: [String: (yes: Int, no: Int)]
  /// A text that it must print, by the dialect.
  var prints: [String: String] = [:]

  init(
    _ words: String, _ eight: (Int, Int), _ nine: (Int, Int), _ ten: (Int, Int),
    _ prints: [String: String] = [:]
  ) {
    self.words = words.split(separator: " ").map(String.init)
    answers = ["ublox8": (eight.0, eight.1), "ublox9": (nine.0, nine.1), "ublox10": (ten.0, ten.1)]
    self.prints = prints
  }

  static let all = [
    Call(
      "-p MON-VER", (0, 0), (0, 0), (0, 0),
      ["ublox8": "ROM CORE 3.01", "ublox9": "SPG 4.04", "ublox10": "SPG 5.10"]),
    Call("-z CFG-RATE-MEAS,500", (0, 1), (1, 0), (1, 0)),
    // Four layers; without a flash nothing is set in its one.
    Call("-g CFG-RATE-MEAS", (0, 4), (4, 0), (3, 1), ["ublox9": "val 500", "ublox10": "val 500"]),
    Call("-g CFG-RATE", (0, 4), (4, 0), (3, 1), ["ublox9": "CFG-RATE-NAV", "ublox10": "CFG-RATE-NAV"]),
    Call("-x CFG-RATE-MEAS", (0, 1), (1, 0), (1, 0)),
    Call("-S 38400", (1, 0), (1, 0), (0, 1)),
    Call("-e GALILEO", (1, 0), (1, 0), (0, 1)),
    Call("-d BEIDOU", (1, 0), (1, 0), (0, 1)),
    Call("-p SAVE", (1, 0), (1, 0), (1, 0)),
    Call("-p MODEL,4", (1, 0), (1, 0), (0, 1)),
    // Among them are messages that the generation does not have.
    Call("-e BINARY", (11, 1), (9, 3), (0, 12), ["ublox8": "UBX-NAV-PVT", "ublox9": "UBX-NAV-PVT"]),
    Call("-e NMEA", (9, 0), (9, 0), (0, 9)),
    Call("-p COLDBOOT", (0, 0), (0, 0), (0, 0)),
  ]
}

@Suite(.enabled(if: ubxtool != nil, "ubxtool is not installed: Debian package gpsd"))
struct `What ubxtool is told by a simulated u-blox` {
  @Test(arguments: [(Dialect.ublox8, "18"), (.ublox9, "32.01"), (.ublox10, "34.10")])
  func `is the answer of its generation, by each of its commands`(
    dialect: Dialect, version: String
  ) async throws {
    let client = try #require(ubxtool)
    let receiver = try PseudoTerminalReceiver(Scenario.walk.with { $0.dialect = dialect })
    let path = try #require(receiver.path)
    for call in Call.all {
      let output = try await client.output(
        ["-f", path, "-s", "38400", "-P", version, "-w", "1.6", "-v", "2"] + call.words)
      let count = { (text: String) in output.components(separatedBy: text).count - 1 }
      let expected = try #require(call.answers[dialect.name])
      #expect(count("UBX-ACK-ACK:") == expected.yes, "\(call.words)")
      #expect(count("UBX-ACK-NAK:") == expected.no, "\(call.words)")
      #expect(!output.contains("WARNING: protVer"), "\(call.words)")
      if let text = call.prints[dialect.name] { #expect(output.contains(text), "\(call.words)") }
    }
    receiver.stop()
  }
}

@Suite(.enabled(if: PyUBX2.python != nil, "pyubxutils is not to be had: pip install pyubxutils"))
struct `The whole configuration of a simulated u-blox` {
  @Test(arguments: [Dialect.ublox9, .ublox10])
  func `is saved, loaded, and the same as before for pyubxutils`(dialect: Dialect) async throws {
    let receiver = try PseudoTerminalReceiver(Scenario.walk.with { $0.dialect = dialect })
    let path = try #require(receiver.path)
    let folder = FileManager.default.temporaryDirectory.appending(path: "gpsbridge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (folder.appending(path: "a.ubx").path, folder.appending(path: "b.ubx").path)
    let port = ["--port", path, "--baudrate", "38400"]
    let save = Client(path: PyUBX2.program("ubxsave"))
    var comparison = ""
    // It waits five seconds for the last answers: on a busy machine it may leave before it has read them.
    for _ in 0..<3 where !comparison.contains("Total differences: 0") {
      #expect(
        try await save.output(port + ["--outfile", first]).contains("Configuration successfully saved"))
      let load = try await Client(path: PyUBX2.program("ubxload")).output(port + ["--infile", first])
      #expect(load.contains("Configuration successfully loaded"), "\(load.suffix(200))")
      #expect(
        try await save.output(port + ["--outfile", second]).contains("Configuration successfully saved"))
      comparison = try await Client(path: PyUBX2.program("ubxcompare")).output(["-I", "\(first),\(second)"])
    }
    #expect(comparison.contains("Total differences: 0."), "\(comparison.suffix(400))")
    // Of files that it cannot read it says the same.
    #expect(!comparison.contains("Total config keys: 0."), "\(comparison.suffix(400))")
    receiver.stop()
  }
}
