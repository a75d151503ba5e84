import TestSupport

/// A program of somebody else's that reads what a simulated receiver says, if it is installed.
struct ExternalProgram {
  private let path: String
  private let arguments: [String]

  /// A program of the system; nil if it is not installed.
  init?(_ name: String, _ arguments: [String] = []) {
    guard let path = OtherProgram.path(of: name) else { return nil }
    self.init(path: path, arguments)
  }

  /// A program at a place.
  init(path: String, _ arguments: [String]) { (self.path, self.arguments) = (path, arguments) }

  /// Gives it bytes and takes what it prints.
  func run(_ bytes: [UInt8]) throws -> String { try OtherProgram(path, arguments, input: bytes).output }

  /// Debian's decoder of gpsd, from the package gpsd-clients.
  static let gpsdecode = ExternalProgram("gpsdecode", ["-j"])

  /// PyPI's pynmeagps, with the other packages of checks.
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
    return PyUBX2.python.map { ExternalProgram(path: $0, ["-c", script]) }
  }()
}
