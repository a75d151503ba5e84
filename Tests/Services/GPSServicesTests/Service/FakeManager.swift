import Glibc
import GPSSockets
import GPSSystemCalls

@testable import GPSServices

/// A service manager as systemd is one: it hears notices, keeps descriptors by their names, and passes them on.
final class FakeManager {
  /// Nothing came for a long time.
  struct NoNotice: Error { let heard: [String] }

  let path: String
  private let socket: CInt
  /// All notices so far, without those about the store.
  private(set) var notices: [String] = []
  /// What it keeps, in the order of its coming.
  private(set) var stored: [(name: String, descriptor: CInt)] = []
  /// Names that were to be kept no more.
  private(set) var removed: [String] = []

  init(_ name: String) throws {
    path = "@gpsbridge-manager-\(getpid())-\(name)"
    socket = try Kernel.datagramSocket(at: path)
  }

  deinit {
    for one in stored { close(one.descriptor) }
    close(socket)
  }

  /// Takes all that waits.
  func take() throws {
    while true {
      do throws(Errno) { try take(Kernel.receiveDatagram(socket)) } catch {
        guard error == .wouldBlock else { throw error }
        return
      }
    }
  }

  private func take(_ datagram: (bytes: [UInt8], descriptor: CInt?)) throws(Errno) {
    let text = String(decoding: datagram.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n")
    let name = lines.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) } ?? "stored"
    if lines.first == "FDSTORE=1", let descriptor = datagram.descriptor {
      stored.append((name, descriptor))
    } else if lines.first == "FDSTOREREMOVE=1" {
      removed.append(name)
      // All of that name, as systemd has it.
      for one in stored where one.name == name { close(one.descriptor) }
      stored.removeAll { $0.name == name }
    } else {
      notices.append(text)
    }
  }

  /// Takes what comes until a condition holds.
  func wait(until holds: (FakeManager) -> Bool) throws {
    try take()
    while !holds(self) {
      var asked = pollfd(fd: socket, events: CShort(POLLIN), revents: 0)
      guard unsafe poll(&asked, 1, 20_000) == 1 else { throw NoNotice(heard: notices + removed) }
      try take()
    }
  }

  /// Waits for a notice that begins so.
  func wait(for prefix: String) throws { try wait { $0.notices.contains { $0.hasPrefix(prefix) } } }

  /// What it passes to a new process: copies, which outlive an exec.
  func passes(_ listener: CInt? = nil) -> [Activation.Passed] {
    let listeners = listener.map { [Activation.Passed(descriptor: dup($0), name: "gpsd")] } ?? []
    // The newest first, as systemd has it.
    return listeners
      + stored.reversed().map { Activation.Passed(descriptor: dup($0.descriptor), name: $0.name) }
  }
}
