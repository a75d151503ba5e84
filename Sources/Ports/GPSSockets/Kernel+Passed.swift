internal import CGPSEventLoop
internal import Glibc
package import GPSSystemCalls

// The system calls around a service manager: descriptors that it passes, and datagrams to it, some with a descriptor.

extension Kernel {
  /// What a descriptor is that a service manager has passed to this program.
  package enum PassedKind: Sendable, Hashable {
    /// It hears newcomers, at an address.
    case listener(EndAddress)
    /// It is a client's connection.
    case connection
    /// It is open, and nothing of this.
    case other(String)
    /// It is not there, or this program has opened it itself: then it must not be closed.
    case notPassed(String)
  }

  /// Looks at a passed descriptor, and changes nothing.
  package static func kind(ofPassed descriptor: CInt) -> PassedKind {
    let flags = fcntl(descriptor, F_GETFD)
    guard flags >= 0 else { return .notPassed("it is not open") }
    // What came from another program has outlived an exec; what we open never would.
    guard flags & FD_CLOEXEC == 0 else { return .notPassed("this program has opened it itself") }
    guard let type = option(descriptor, SO_TYPE) else { return .other("it is no socket") }
    guard type == CInt(SOCK_STREAM.rawValue) else { return .other("it is a socket without connections") }
    guard let address = ownAddress(of: descriptor) else { return .other("it is a socket of another family") }
    if option(descriptor, SO_ACCEPTCONN) == 1 { return .listener(address) }
    return peerAddress(of: descriptor) == nil ? .other("it is a socket without a connection") : .connection
  }

  /// Makes a passed descriptor one of ours: it never blocks, and is closed in child processes.
  package static func takeOver(passed descriptor: CInt) throws(Errno) {
    let flags = try call { fcntl(descriptor, F_GETFL) }
    _ = try call { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    _ = try call { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  /// The address of a socket itself; nil for none, and for a family that we do not know.
  package static func ownAddress(of socket: CInt) -> EndAddress? {
    unsafe address { unsafe getsockname(socket, $0, $1) }
  }

  /// The address of the other end; nil where there is none.
  package static func peerAddress(of socket: CInt) -> EndAddress? {
    unsafe address { unsafe getpeername(socket, $0, $1) }
  }

  /// Ends a connection for all who have a copy of it; what was sent still arrives.
  package static func shutDown(_ socket: CInt) {
    // One that has gone already needs no end.
    _ = shutdown(socket, CInt(SHUT_RDWR))
  }

  // MARK: - Datagrams

  /// Makes a socket for datagrams to a path or to a name beginning with `@`.
  ///
  /// It is connected, so that it can be waited for: an unconnected one always counts as writable.
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

  /// Has the datagrams of a socket go to a path, also if it was another one before.
  package static func lead(_ socket: CInt, to path: String) throws(Errno) {
    _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
      try call { unsafe Glibc.connect(socket, address, length) }
    }
  }

  /// Makes a socket that receives datagrams at a path or at a name beginning with `@`.
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

  /// Sends a datagram, with a copy of a descriptor if there is one; all of it, or nothing.
  package static func send(datagram bytes: [UInt8], with descriptor: CInt?, to socket: CInt) throws(Errno) {
    _ = try call { unsafe gpsbridge_send_descriptor(socket, bytes, bytes.count, descriptor ?? -1) }
  }

  /// Takes a datagram, and the descriptor that came with it.
  package static func receiveDatagram(
    _ socket: CInt
  ) throws(Errno) -> (bytes: [UInt8], descriptor: CInt?) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var descriptor: CInt = -1
    let count = try call {
      unsafe gpsbridge_receive_descriptor(socket, &buffer, buffer.count, &descriptor)
    }
    return (Array(buffer.prefix(Int(count))), descriptor < 0 ? nil : descriptor)
  }

  // MARK: - Parts

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
