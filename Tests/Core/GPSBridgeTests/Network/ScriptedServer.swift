import Glibc

/// A server of one connection after the other, led by a test line by line.
final class ScriptedServer {
  struct Silent: Error {}

  let port: UInt16
  private let listener: CInt

  /// Listens at a port of this machine, by default one that is free.
  init(port: UInt16 = 0) throws {
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var yes: CInt = 1
    unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    guard Loopback.bind(listener, port), listen(listener, 8) == 0 else { throw Silent() }
    self.port = Loopback.port(of: listener)
  }

  deinit { close(listener) }

  /// Waits for the next one who connects.
  func guest() throws -> Guest {
    guard Loopback.wait(listener) else { throw Silent() }
    let socket = accept(listener, nil, nil)
    guard socket >= 0 else { throw Silent() }
    return Guest(socket)
  }

  /// The other end of a connection; it ends with this object.
  final class Guest {
    private let socket: CInt
    private var bytes: [UInt8] = []

    fileprivate init(_ socket: CInt) { self.socket = socket }

    deinit { close(socket) }

    func say(_ text: String) { say(Array(text.utf8)) }

    func say(_ bytes: [UInt8]) { _ = unsafe send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

    /// The next line that was said here, without its end.
    func line() throws -> String {
      while true {
        if let end = bytes.firstIndex(of: 0x0A) {
          defer { bytes.removeSubrange(...end) }
          return String(decoding: bytes[..<end], as: UTF8.self)
        }
        guard Loopback.wait(socket), read() else { throw Silent() }
      }
    }

    /// What was said here and is no whole line, as far as it has come.
    var unread: [UInt8] {
      while Loopback.wait(socket, milliseconds: 0), read() {}
      return bytes
    }

    /// Whether the other side has ended the connection.
    func waitForEnd() -> Bool {
      while Loopback.wait(socket) { if !read() { return true } }
      return false
    }

    private func read() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      if count > 0 { bytes += buffer[..<count] }
      return count > 0
    }
  }
}

/// Sockets of this machine alone.
enum Loopback {
  static func bind(_ socket: CInt, _ port: UInt16) -> Bool {
    unsafe withAddress(port) { address, length in unsafe Glibc.bind(socket, address, length) } == 0
  }

  /// Sends one datagram to a port.
  static func send(_ text: String, to port: UInt16) {
    let sender = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    defer { close(sender) }
    let bytes = Array(text.utf8)
    _ = unsafe withAddress(port) { address, length in
      CInt(unsafe sendto(sender, bytes, bytes.count, 0, address, length))
    }
  }

  /// A socket for datagrams at a port of the kernel's choice; close it.
  static func datagrams() -> (socket: CInt, port: UInt16) {
    let socket = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    _ = bind(socket, 0)
    return (socket, port(of: socket))
  }

  static func port(of socket: CInt) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = unsafe getsockname(socket, pointer, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  static func wait(_ socket: CInt, milliseconds: CInt = 20_000) -> Bool {
    var asked = pollfd(fd: socket, events: CShort(POLLIN), revents: 0)
    return unsafe poll(&asked, 1, milliseconds) == 1
  }

  private static func withAddress(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
