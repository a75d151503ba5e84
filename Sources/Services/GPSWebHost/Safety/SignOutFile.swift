internal import GPSSystemCalls

/// The file that keeps the time of the last `/sign-out?all=yes` across restarts, as seconds since 1970.
struct SignOutFile: Sendable {
  private let folder: [UInt8], path: [UInt8]

  /// The file of the service at a port, in a folder that is created when needed.
  init(in folder: String, port: UInt16) {
    self.folder = Array(folder.utf8)
    path = Array("\(folder)/signed-out-\(port)".utf8)
  }

  /// The time; 0 without a file, nil if it can't be read.
  var time: Int? {
    do throws(Errno) {
      let text = String(decoding: try Kernel.wholeFile(path, limit: 32), as: UTF8.self)
      return Int(text.dropLast()).flatMap { 0..<(1 << 40) ~= $0 ? $0 : nil }
    } catch { return error == .noSuchFile || error == .notADirectory ? 0 : nil }
  }

  func keep(_ time: Int) throws(Errno) {
    try Kernel.makeFolder(folder)
    try Kernel.replaceFile(path, with: Array("\(time)\n".utf8))
  }
}
