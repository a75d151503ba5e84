import Glibc

/// Receives datagrams at a local port.
package final class DatagramPeer {
  private let socket: CInt
  package let port: UInt16

  /// Binds to a port that the system chooses.
  package init() {
    let socket = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = unsafe bind(socket, pointer, length)
        _ = unsafe getsockname(socket, pointer, &length)
      }
    }
    self.socket = socket
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }

  /// Returns the datagrams received since the last call, as text.
  package func heard() -> [String] {
    var all: [String] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count >= 0 else { return all }
      all.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}
