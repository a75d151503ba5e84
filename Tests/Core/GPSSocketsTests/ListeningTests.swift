import Glibc
import GPSSystemCalls
import Testing

@testable import GPSSockets

@Suite struct `Listening at a path` {
  /// The permissions of a socket that is made while the process's mask is another one.
  private func permissions(_ path: String, mask: mode_t, mode: UInt32?) throws -> UInt32? {
    let before = umask(mask)
    defer { umask(before) }
    let sockets =
      if let mode {
        try Kernel.listen(.path(path), mode: mode)
      } else {
        try Kernel.listen(.path(path))
      }
    defer { for socket in sockets { close(socket) } }
    return Kernel.node(path).map { $0.mode & 0o777 }
  }

  @Test(arguments: [0o022, 0o077] as [mode_t])
  func `gives the socket the permissions that are asked for, whatever the mask is`(mask: mode_t) throws {
    let path = "/tmp/gpsbridge-listening-\(getpid())"
    defer { unsafe unlink(path) }
    #expect(try permissions(path, mask: mask, mode: 0o666) == 0o666)
    #expect(try permissions(path, mask: mask, mode: nil) == 0o600)
  }

  @Test func `says that something else has the path, and leaves it`() throws {
    let path = "/tmp/gpsbridge-listening-\(getpid()).txt"
    let file = Array(path.utf8)
    try Kernel.replaceFile(file, with: [1])
    defer { unsafe unlink(path) }
    #expect(throws: Errno.exists) { try Kernel.listen(.path(path)) }
    #expect(throws: Errno.exists) { try Kernel.listen(.path("/tmp")) }
    #expect(try Kernel.wholeFile(file, limit: 8) == [1])
  }
}
