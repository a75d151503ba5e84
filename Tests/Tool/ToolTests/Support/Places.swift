import GPSSystemCalls
import TestSupport

/// Where things lie in the source tree.
enum Places {
  static let root = ProjectFolder.path

  static let morningWalk = root + "/Tests/Recordings/morning-walk.nmea"
  static let schema = root + "/docs/records.schema.json"

  static func bytes(of path: String) throws -> [UInt8] {
    let descriptor = try Kernel.open(path, for: .reading)
    defer { try? Kernel.close(descriptor) }
    return try Kernel.read(descriptor, limit: 1 << 28)
  }
}
