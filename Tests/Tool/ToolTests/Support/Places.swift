import TestSupport
@testable import GPSBridgeTool

/// Where things lie in the source tree.
enum Places {
  static let root = ProjectFolder.path

  static let morningWalk = root + "/Tests/Recordings/morning-walk.nmea"
  static let schema = root + "/docs/records.schema.json"

  static func bytes(of path: String) throws -> [UInt8] {
    var input = try ByteInput(opening: Array(path.utf8))
    var bytes: [UInt8] = []
    while try input.read({ for index in $0.indices { bytes.append($0[index]) } }) {}
    return bytes
  }
}
