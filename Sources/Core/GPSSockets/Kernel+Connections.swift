internal import CGPSEventLoop
internal import Glibc
package import GPSSystemCalls

// System calls for outgoing connections and for receiving datagrams. All sockets are nonblocking and
// close-on-exec.

extension Kernel {
  /// Starts a connection; the socket becomes writable when the attempt has succeeded or failed.
  ///
  /// Keep-alive probes detect a peer that lost its power; otherwise the connection would stay open forever.
  package static func beginConnecting(to address: SocketAddress) throws(Errno) -> CInt {
    let socket = try open(address.family, SOCK_STREAM)
    do throws(Errno) {
      set(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
      set(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5)
      set(socket, CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
      // Not through `call`: the kernel continues an interrupted connect, and a second one would fail.
      let answer = try unsafe address.withPointer { pointer, length throws(Errno) in
        unsafe Glibc.connect(socket, pointer, length) == 0 ? nil : Errno.last
      }
      if let answer, answer != Errno(EINPROGRESS), answer != .interrupted { throw answer }
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  /// Returns if the connection succeeded; throws the reason if it failed.
  package static func finishConnecting(_ socket: CInt) throws(Errno) {
    var fault: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    _ = try call { unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &fault, &length) }
    guard fault == 0 else { throw Errno(fault) }
    // Without a listener on a local port, the kernel can connect a socket to itself.
    if let own = unsafe try? name(of: socket, getsockname),
      let other = unsafe try? name(of: socket, getpeername),
      own == other
    {
      throw Errno(ECONNREFUSED)
    }
  }

  /// Returns the address from which this machine reaches others, without a port; nil without such a route.
  ///
  /// Nothing is sent: connecting a socket for datagrams only looks for the route.
  package static func addressOnRoute() -> EndAddress? {
    // An address that is reserved for documentation (RFC 5737), outside of almost all networks.
    guard let outside = SocketAddress.numeric("198.51.100.1", port: 9),
      let socket = try? open(outside.family, SOCK_DGRAM)
    else { return nil }
    defer { try? close(socket) }
    let isConnected =
      try? unsafe outside.withPointer { pointer, length throws(Errno) in
        try call { unsafe Glibc.connect(socket, pointer, length) }
      }
    return isConnected == nil ? nil : ownAddress(of: socket)?.withoutPort
  }

  /// Opens a socket that receives datagrams on one address or on all; joins the group if the address is one.
  package static func hearDatagrams(at address: SocketAddress?, port: UInt16) throws(Errno) -> CInt {
    guard let address else {
      do throws(Errno) {
        // This socket also receives IPv4.
        return try hearDatagrams(at: any(AF_INET6, port))
      } catch { return try hearDatagrams(at: any(AF_INET, port)) }
    }
    return try hearDatagrams(at: address)
  }

  /// Reads the next datagram, truncated to the buffer, and returns its size; nil if none is queued.
  package static func receive(_ socket: CInt, into buffer: inout [UInt8]) throws(Errno) -> Int? {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
      }
      if count >= 0 { return count }
      let error = Errno.last
      if error == .wouldBlock { return nil }
      if error != .interrupted { throw error }
    }
  }

  /// Waits until a socket is ready, up to the timeout; for helper threads only, never for the loop.
  package static func wait(_ socket: CInt, toWrite: Bool, milliseconds: CInt) -> Bool {
    var asked = pollfd(fd: socket, events: CShort(toWrite ? POLLOUT : POLLIN), revents: 0)
    return unsafe poll(&asked, 1, milliseconds) > 0
  }

  // MARK: - Implementation

  private static func hearDatagrams(at address: SocketAddress) throws(Errno) -> CInt {
    let socket = try open(address.family, SOCK_DGRAM)
    do throws(Errno) {
      if address.isGroup {
        // Several programs on this machine may receive the same group.
        set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
      }
      if address.family == AF_INET6 { set(socket, CInt(IPPROTO_IPV6), CInt(IPV6_V6ONLY), 0) }
      try unsafe address.withPointer { pointer, length throws(Errno) in
        _ = try call { unsafe bind(socket, pointer, length) }
      }
      if address.isGroup { try join(socket, address) }
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  /// Joins a group on the interface that the address names, or on the one that the kernel chooses.
  private static func join(_ socket: CInt, _ address: SocketAddress) throws(Errno) {
    try unsafe address.withPointer { pointer, length throws(Errno) in
      if unsafe pointer.pointee.sa_family == sa_family_t(AF_INET) {
        var request = ip_mreq()
        unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
          unsafe request.imr_multiaddr = pointer.pointee.sin_addr
        }
        _ = try call {
          unsafe setsockopt(
            socket, CInt(IPPROTO_IP), CInt(IP_ADD_MEMBERSHIP), &request, socklen_t(MemoryLayout<ip_mreq>.size)
          )
        }
        return
      }
      var request = ipv6_mreq()
      unsafe pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        unsafe request.ipv6mr_multiaddr = pointer.pointee.sin6_addr
        unsafe request.ipv6mr_interface = pointer.pointee.sin6_scope_id
      }
      _ = try call {
        unsafe setsockopt(
          socket, CInt(IPPROTO_IPV6), CInt(IPV6_JOIN_GROUP), &request,
          socklen_t(MemoryLayout<ipv6_mreq>.size))
      }
    }
  }

  private static func any(_ family: CInt, _ port: UInt16) throws(Errno) -> SocketAddress {
    guard let address = SocketAddress.numeric(family == AF_INET6 ? "::" : "0.0.0.0", port: port) else {
      throw Errno(EAFNOSUPPORT)
    }
    return address
  }

  /// The address of one side of a connection.
  private static func name(
    of socket: CInt,
    _ ask: (CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> CInt
  ) throws(Errno) -> SocketAddress {
    var room = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return try unsafe withUnsafeMutablePointer(to: &room) { pointer throws(Errno) in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer throws(Errno) in
        _ = try call { unsafe ask(socket, pointer, &length) }
        return unsafe SocketAddress(
          copying: pointer, min(length, socklen_t(MemoryLayout<sockaddr_storage>.size)))
      }
    }
  }

  private static func open(_ family: CInt, _ type: __socket_type) throws(Errno) -> CInt {
    try call { socket(family, CInt(type.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0) }
  }

  private static func set(_ socket: CInt, _ level: CInt, _ option: CInt, _ value: CInt) {
    var value = value
    // Without the option, the socket still works, only less well.
    _ = unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }
}
