internal import GPSSystemCalls

/// Small files in which something is remembered from one run to the next, for this user alone.
enum StateFile {
  /// Something longer is no memory of ours.
  private static let most = 1 << 20

  static func read(_ path: String) throws(PortMemory.FileError) -> [UInt8] {
    try attempt(.reading, path) { path throws(Errno) in try Kernel.wholeFile(path, limit: most) }
  }

  /// Writes a file as a whole: readers find the old bytes or the new ones, also after a power cut.
  static func write(_ bytes: [UInt8], to path: String) throws(PortMemory.FileError) {
    try attempt(.writing, path) { path throws(Errno) in try Kernel.replaceFile(path, with: bytes) }
  }

  /// Removes a file; one that is not there is gone already.
  static func remove(_ path: String) throws(PortMemory.FileError) {
    try attempt(.writing, path) { path throws(Errno) in try Kernel.removeFile(path) }
  }

  /// Makes a folder, and those above it that are missing.
  static func makeFolder(_ path: String) throws(PortMemory.FileError) {
    try attempt(.writing, path) { path throws(Errno) in try Kernel.makeFolder(path) }
  }

  /// The files in a folder, sorted by name; none where there is no such folder.
  static func names(in path: String) throws(PortMemory.FileError) -> [String] {
    do throws(Errno) {
      return try Kernel.entries(path).sorted()
    } catch  where error == .noSuchFile || error == .notADirectory {
      return []
    } catch {
      throw PortMemory.FileError(.reading, path, errno: error.rawValue)
    }
  }

  private static func attempt<Answer>(
    _ action: PortMemory.FileError.Action, _ path: String, _ body: ([UInt8]) throws(Errno) -> Answer
  ) throws(PortMemory.FileError) -> Answer {
    do throws(Errno) {
      return try body(Array(path.utf8))
    } catch {
      throw PortMemory.FileError(action, path, errno: error.rawValue)
    }
  }
}
