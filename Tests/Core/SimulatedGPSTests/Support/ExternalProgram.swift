import Foundation
import TestSupport

/// A program of somebody else's that reads what a simulated receiver says, if it is installed.
struct ExternalProgram {
  let path: String
  private let arguments: [String]

  /// A program of the system; nil if it is not installed.
  init?(_ name: String, _ arguments: [String] = []) {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let places = folders.split(separator: ":").map { "\($0)/\(name)" }
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.path = path
    self.arguments = arguments
  }

  /// A program at a place; nil if there is none.
  init?(path: String, _ arguments: [String]) {
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    self.path = path
    self.arguments = arguments
  }

  /// Gives it bytes and takes what it prints.
  func run(_ bytes: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("gpsbridge-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let limit = ChildLimit(process.processIdentifier)
    defer { limit.end() }
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }

  /// Debian's decoder of gpsd, from the package gpsd-clients.
  static let gpsdecode = ExternalProgram("gpsdecode", ["-j"])

  /// PyPI's pynmeagps, where a Python has it.
  static let pynmeagps: ExternalProgram? = {
    let script = """
      import sys, io
      from pynmeagps import NMEAReader, VALCKSUM, ERR_RAISE
      good = 0
      for raw, message in NMEAReader(io.BytesIO(sys.stdin.buffer.read()), validate=VALCKSUM, quitonerror=ERR_RAISE):
          good += 1
          if message.msgID == "GGA" and message.quality:
              print("GGA", message.time, message.lat, message.lon, message.numSV)
      print("good", good)
      """
    guard let python = ExternalProgram("python3", ["-c", script]),
      let there = ExternalProgram("python3", ["-c", "import pynmeagps; print('there')"]),
      (try? there.run([]))?.contains("there") == true
    else { return nil }
    return python
  }()
}
