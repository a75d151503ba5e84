import Glibc
import Testing

/// Hears the notices of a service, as its manager does.
final class NoticeSocket {
  let path: String
  private let socket: CInt
  private(set) var heard: [String] = []

  init(at path: String) throws {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let answer = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(answer == 0)
    self.socket = socket
  }

  deinit {
    close(socket)
    unsafe unlink(path)
  }

  /// Takes what waits.
  func take() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(socket, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      guard count > 0 else { return }
      heard.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}
