internal import GPSSystemCalls

/// Small files that keep state between runs, readable only by this user.
enum StateFile {
  /// A larger file is not one of ours.
  private static let most = 1 << 20

  static func read(_ path: String) throws(MemoryFileError) -> [UInt8] {
    try attempt(.reading, path) { path throws(Errno) in try Kernel.wholeFile(path, limit: most) }
  }

  /// Replaces a file atomically: after a power failure it has the old bytes or the new ones.
  static func write(_ bytes: [UInt8], to path: String) throws(MemoryFileError) {
    try attempt(.writing, path) { path throws(Errno) in try Kernel.replaceFile(path, with: bytes) }
  }

  /// Removes a file; no error if it doesn't exist.
  static func remove(_ path: String) throws(MemoryFileError) {
    try attempt(.writing, path) { path throws(Errno) in try Kernel.removeFile(path) }
  }

  /// Creates a folder and its missing parents.
  static func makeFolder(_ path: String) throws(MemoryFileError) {
    try attempt(.writing, path) { path throws(Errno) in try Kernel.makeFolder(path) }
  }

  /// The files in a folder, sorted by name; empty if the folder doesn't exist.
  static func names(in path: String) throws(MemoryFileError) -> [String] {
    do throws(Errno) {
      return try Kernel.entries(path).sorted()
    } catch  where error == .noSuchFile || error == .notADirectory {
      return []
    } catch { throw MemoryFileError(.reading, path, errno: error.rawValue) }
  }

  private static func attempt<Answer>(
    _ action: MemoryFileError.Action, _ path: String, _ body: ([UInt8]) throws(Errno) -> Answer
  ) throws(MemoryFileError) -> Answer {
    do throws(Errno) { return try body(Array(path.utf8)) } catch {
      throw MemoryFileError(action, path, errno: error.rawValue)
    }
  }
}
