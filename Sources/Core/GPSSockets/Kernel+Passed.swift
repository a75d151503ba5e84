internal import CGPSEventLoop
internal import Glibc
package import GPSSystemCalls

// System calls for a service manager: passed descriptors, and datagrams with or without a descriptor.

extension Kernel {
  /// The kind of a descriptor that a service manager passed.
  package enum PassedKind: Sendable, Hashable {
    /// A listening socket and its address.
    case listener(EndAddress)
    /// The connection of a client.
    case connection
    /// An open descriptor of a different kind.
    case other(String)
    /// Not open, or opened by this program, in which case it must not be closed.
    case notPassed(String)
  }

  /// Determines the kind of a passed descriptor without changing it.
  package static func kind(ofPassed descriptor: CInt) -> PassedKind {
    let flags = fcntl(descriptor, F_GETFD)
    guard flags >= 0 else { return .notPassed("it is not open") }
    // Passed descriptors survived an exec; ours are all close-on-exec.
    guard flags & FD_CLOEXEC == 0 else { return .notPassed("this program has opened it itself") }
    guard let type = option(descriptor, SO_TYPE) else { return .other("it is not a socket") }
    guard type == CInt(SOCK_STREAM.rawValue) else { return .other("it is a socket without connections") }
    guard let address = ownAddress(of: descriptor) else { return .other("it is a socket of another family") }
    if option(descriptor, SO_ACCEPTCONN) == 1 { return .listener(address) }
    return peerAddress(of: descriptor) == nil ? .other("it is a socket without a connection") : .connection
  }

  /// Makes a passed descriptor nonblocking and close-on-exec, like our own.
  package static func takeOver(passed descriptor: CInt) throws(Errno) {
    let flags = try call { fcntl(descriptor, F_GETFL) }
    _ = try call { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    _ = try call { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// Returns the local address of a socket; nil if it has none or its family is unsupported.
  package static func ownAddress(of socket: CInt) -> EndAddress? {
    unsafe address { unsafe getsockname(socket, $0, $1) }
  }

  /// Returns the address of the other end; nil without a connection.
  package static func peerAddress(of socket: CInt) -> EndAddress? {
    unsafe address { unsafe getpeername(socket, $0, $1) }
  }

  /// Shuts a connection down, including all copies of its descriptor; data already sent still arrives.
  package static func shutDown(_ socket: CInt) {
    // An error means that it was closed already.
    _ = shutdown(socket, CInt(SHUT_RDWR))
  }

  // MARK: - Datagrams

  /// Opens a socket for datagrams to a path or to an abstract name that begins with `@`.
  ///
  /// It is connected so that we can wait for room: an unconnected one always polls as writable.
  package static func datagramSocket(to path: String) throws(Errno) -> CInt {
    let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let socket = try call { Glibc.socket(AF_UNIX, CInt(kind), 0) }
    do throws(Errno) {
      try lead(socket, to: path)
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  /// Connects a datagram socket to a path, or reconnects it to a new one.
  package static func lead(_ socket: CInt, to path: String) throws(Errno) {
    _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
      try call { unsafe Glibc.connect(socket, address, length) }
    }
  }

  /// Opens a socket that receives datagrams at a path or at an abstract name that begins with `@`.
  package static func datagramSocket(at path: String) throws(Errno) -> CInt {
    let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let socket = try call { Glibc.socket(AF_UNIX, CInt(kind), 0) }
    do throws(Errno) {
      _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
        try call { unsafe bind(socket, address, length) }
      }
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  /// Sends a datagram, optionally with a copy of a descriptor.
  package static func send(datagram bytes: [UInt8], with descriptor: CInt?, to socket: CInt) throws(Errno) {
    _ = try call { unsafe gpsbridge_send_descriptor(socket, bytes, bytes.count, descriptor ?? -1) }
  }

  /// Receives a datagram and the descriptor that came with it.
  package static func receiveDatagram(
    _ socket: CInt
  ) throws(Errno) -> (bytes: [UInt8], descriptor: CInt?) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var descriptor: CInt = -1
    let count = try call { unsafe gpsbridge_receive_descriptor(socket, &buffer, buffer.count, &descriptor) }
    return (Array(buffer.prefix(Int(count))), descriptor < 0 ? nil : descriptor)
  }

  // MARK: - Implementation

  private static func option(_ socket: CInt, _ name: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return unsafe getsockopt(socket, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  private static func address(
    _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
  ) -> EndAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let answer = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe ask($0, &length) }
    }
    return answer == 0 ? EndAddress(storage, length: length) : nil
  }
}
