import CGPSSerial
import Glibc
import GPSSystemCalls
import TestSupport

/// A program that has a port open, with nothing between it and the kernel.
final class Port: Sendable {
  struct Failure: Error { var call: String, number: CInt }

  private let descriptor: CInt
  private let taken = Guarded(0)

  init(_ path: String) throws {
    descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else { throw Failure(call: "open", number: number) }
  }

  deinit { close(descriptor) }

  func setSpeed(_ speed: UInt32) throws {
    guard gpsbridge_set_speed(descriptor, speed) == 0 else { throw Failure(call: "speed", number: errno) }
  }

  func write(_ bytes: [UInt8]) throws {
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw Failure(call: "write", number: errno) }
  }

  /// What is there.
  func readNow() throws -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      let number = errno
      if count > 0 { all += piece[0..<count] } else if count == 0 || number == EAGAIN { return all }
      if count < 0, number != EAGAIN, number != EINTR { throw Failure(call: "read", number: number) }
    }
  }

  /// Waits until all has come that a device says it has sent since the port was opened: the kernel takes its time.
  func readAll(_ sent: Int) throws -> [UInt8] {
    let bytes = try read(sent - taken.withLock { $0 })
    taken.withLock { $0 += bytes.count }
    return bytes
  }

  /// Waits for so many bytes.
  func read(_ count: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      guard isReady(POLLIN) else { throw Failure(call: "nothing came behind \(all.count)", number: 0) }
      all += try readNow()
    }
    return all
  }

  /// Waits until the device's side is gone.
  func waitForHangUp() throws {
    var asked = pollfd(fd: descriptor, events: 0, revents: 0)
    let count = unsafe poll(&asked, 1, 30_000)
    guard count == 1, CInt(asked.revents) & POLLHUP != 0 else {
      throw Failure(call: "no hang-up", number: errno)
    }
  }

  private func isReady(_ events: CInt) -> Bool {
    var asked = pollfd(fd: descriptor, events: CShort(events), revents: 0)
    return unsafe poll(&asked, 1, 30_000) == 1
  }
}

/// Whether nothing is forbidden to this user.
func isRoot() -> Bool { geteuid() == 0 }

extension TestFolder {
  /// Where a link leads.
  func destination(_ name: String) -> String? { Kernel.link(file(name)) }

  /// What is in a file.
  func contents(_ name: String) -> [UInt8]? { Kernel.contents(of: file(name), limit: 1 << 24) }
}
