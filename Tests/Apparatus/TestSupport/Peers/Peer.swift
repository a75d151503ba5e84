import Glibc

/// A client on the other end of a socket, which waits for lines with a timeout.
package final class Peer {
  /// The timeout passed without a line, or the connection was closed.
  package struct NoLine: Error { package let heard: [String] }

  private let socket: CInt
  /// The bytes received but not yet returned as lines.
  package private(set) var bytes: [UInt8] = []
  package private(set) var hasEnded = false
  /// All lines received.
  package private(set) var heard: [String] = []

  package init(port: UInt16, receiveBuffer: CInt? = nil) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    if var receiveBuffer {
      unsafe setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<CInt>.size))
    }
    let answer = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard answer == 0 else { throw NoLine(heard: ["errno \(errno)"]) }
  }

  package init(path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    let answer = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard answer == 0 else { throw NoLine(heard: ["errno \(errno)"]) }
  }

  deinit { close(socket) }

  package func say(_ text: String) { say(Array(text.utf8)) }

  /// Sends bytes, unless the other end closes before.
  package func say(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(65_536))
      let count = unsafe send(socket, part, part.count, CInt(MSG_NOSIGNAL))
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the next line, without its line ending.
  package func line() throws -> String {
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        heard.append(line)
        return line.hasSuffix("\r") ? String(line.dropLast()) : line
      }
      guard wait(20_000) else { throw NoLine(heard: heard) }
    }
  }

  /// Returns all lines up to the first with this class.
  @discardableResult package func lines(through name: String) throws -> [String] {
    var lines: [String] = []
    repeat { lines.append(try line()) } while Peer.name(lines[lines.count - 1]) != name
    return lines
  }

  /// Sends a watch request, and waits for the answer.
  @discardableResult package func watch(_ policy: String = #"{"enable":true,"json":true}"#) throws -> Peer {
    try lines(through: "VERSION")
    say("?WATCH=\(policy)")
    try lines(through: "WATCH")
    return self
  }

  /// Returns all lines sent until now: the ones before the answer to a query.
  package func linesUpToNow() throws -> [String] {
    say("?VERSION;")
    return try lines(through: "VERSION").dropLast()
  }

  /// Receives all bytes that are available, without waiting.
  package func receive() { while wait(0) {} }

  /// Returns all complete lines that are available, without waiting.
  package func linesNow() throws -> [String] {
    receive()
    var lines: [String] = []
    while bytes.contains(0x0A) { lines.append(try line()) }
    return lines
  }

  /// Waits for the end of the connection.
  package func waitForEnd() -> Bool {
    while !hasEnded, wait(20_000) {}
    return hasEnded
  }

  /// Waits for bytes; returns false if none arrived.
  private func wait(_ milliseconds: CInt) -> Bool {
    guard !hasEnded else { return false }
    var asked = pollfd(fd: socket, events: CShort(POLLIN), revents: 0)
    guard unsafe poll(&asked, 1, milliseconds) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(socket, &buffer, buffer.count, 0)
    if count > 0 { bytes += buffer[..<count] } else { hasEnded = true }
    return count > 0
  }

  /// The class of a line; nil if it is not an object.
  package static func name(_ line: String) -> String? {
    let start = #"{"class":""#
    guard line.hasPrefix(start) else { return nil }
    return String(line.dropFirst(start.count).prefix { $0 != "\"" })
  }
}
