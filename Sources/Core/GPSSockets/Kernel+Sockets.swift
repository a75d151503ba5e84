internal import CGPSEventLoop
internal import Glibc
package import GPSSystemCalls

// System calls for stream sockets. All sockets are nonblocking and close-on-exec.

extension Kernel {
  /// Opens listening sockets for an address; for the loopback address two, IPv4 and IPv6, as gpsd does.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - backlog: The maximum number of connections waiting to be accepted.
  ///   - old: Our listening sockets that are about to be closed; their addresses do not conflict with the new
  ///     one.
  ///   - mode: The permissions of a path, regardless of the umask. Clients need the right to write. The
  ///     default is 0600.
  /// - Returns: The sockets.
  /// - Throws: The kernel's error, but not for a machine without IPv6; `.exists` if the path is not a socket.
  package static func listen(
    _ address: ServiceAddress, backlog: CInt = 1024, beside old: [CInt] = [], mode: UInt32 = 0o600
  ) throws(Errno) -> [CInt] {
    share(old, 1)
    defer { share(old, 0) }
    let sockets = try listen(address, backlog, isShared: !old.isEmpty, mode)
    // From here on, another process that binds the port gets an error.
    share(sockets, 0)
    return sockets
  }

  private static func listen(
    _ address: ServiceAddress, _ backlog: CInt, isShared: Bool, _ mode: UInt32
  ) throws(Errno) -> [CInt] {
    switch address {
    case .path(let path): return [try listen(path: path, backlog, mode)]
    case .host(let host, let port): return [try listen(host, port, backlog, isShared)]
    case .everywhere(let port):
      do throws(Errno) {
        // This socket also accepts IPv4.
        return [try listen("::", port, backlog, isShared)]
      } catch { return [try listen("0.0.0.0", port, backlog, isShared)] }
    case .loopback(let port):
      let four = try listen("127.0.0.1", port, backlog, isShared)
      do throws(Errno) {
        // If the kernel chooses the port, use the same one for both families.
        return [four, try listen("::1", port == 0 ? self.port(of: four) : port, backlog, isShared)]
      } catch  where error == Errno(EAFNOSUPPORT) || error == Errno(EADDRNOTAVAIL) {
        return [four]
      } catch {
        try? close(four)
        throw error
      }
    }
  }

  /// Accepts a connection.
  ///
  /// - Parameters:
  ///   - listener: The listening socket.
  ///   - spare: The number of descriptors that must be free for others.
  /// - Returns: The socket; nil if no connection waits.
  /// - Throws: `EMFILE` if too few descriptors are free.
  package static func accept(_ listener: CInt, sparing spare: Int = 0) throws(Errno) -> CInt? {
    if spare > 0, let limit = descriptorLimit {
      // The kernel hands out the lowest free number.
      let next = try call { fcntl(listener, F_DUPFD_CLOEXEC, 0) }
      try close(next)
      if Int(next) >= limit - min(spare, limit) { throw Errno(EMFILE) }
    }
    do throws(Errno) { return try call { gpsbridge_accept(listener) } } catch {
      switch error {
      // The client has disconnected already.
      case .wouldBlock, Errno(ECONNABORTED), Errno(EPROTO): return nil
      default: throw error
      }
    }
  }

  /// The number of connections queued on a listening TCP socket; nil for any other socket.
  package static func waiting(at listener: CInt) -> Int? {
    let count = gpsbridge_waiting(listener)
    return count < 0 ? nil : Int(count)
  }

  /// The number of descriptors that the server's outputs leave for the page and for the receivers' ports.
  package static let sparedDescriptors = 4

  /// Drops new connection requests on a listening socket that is about to be closed.
  ///
  /// On close, the kernel resets the connections queued on a socket. A dropped request is retransmitted
  /// instead, and reaches the socket that listens by then.
  package static func dropRequests(_ listener: CInt) {
    // Without the filter, a client that connects at this moment is reset, as with most servers.
    _ = gpsbridge_drop_requests(listener)
  }

  /// Sends as many bytes as fit; never raises SIGPIPE.
  package static func send(_ socket: CInt, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
      if count >= 0 { return count }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }

  /// Disables Nagle's algorithm, since answers are small and urgent, and limits the send buffer.
  package static func prepare(client socket: CInt, sendBuffer bytes: CInt) {
    setOption(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    setOption(socket, SOL_SOCKET, SO_SNDBUF, bytes)
  }

  /// Returns the port of a socket.
  package static func port(of socket: CInt) throws(Errno) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    _ = try call {
      unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe getsockname(socket, pointer, &length)
        }
      }
    }
    // The port is at the same offset in both address structures.
    return UInt16(bigEndian: address.sin6_port)
  }

  /// Removes the path of a closed socket of ours.
  ///
  /// The path stays if a process listens there: another server, or the next one with a passed socket.
  package static func forget(_ address: ServiceAddress) {
    guard case .path(let path) = address, path.hasPrefix("/") else { return }
    _ = removeIfAbandoned(path)
  }

  // MARK: - Implementation

  /// Allows or forbids other sockets of this user to bind the same port.
  private static func share(_ sockets: [CInt], _ value: CInt) {
    for socket in sockets { setOption(socket, SOL_SOCKET, SO_REUSEPORT, value) }
  }

  private static func listen(
    _ host: String, _ port: UInt16, _ backlog: CInt, _ isShared: Bool
  ) throws(Errno) -> CInt {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>? = nil
    // Numeric hosts only, without a name server.
    guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0, let entry = unsafe found else {
      throw .invalid
    }
    defer { unsafe freeaddrinfo(entry) }
    let socket = try stream(unsafe entry.pointee.ai_family)
    do throws(Errno) {
      setOption(socket, SOL_SOCKET, SO_REUSEADDR, 1)
      if isShared { share([socket], 1) }
      if unsafe entry.pointee.ai_family == AF_INET6 {
        setOption(socket, CInt(IPPROTO_IPV6), CInt(IPV6_V6ONLY), host == "::" ? 0 : 1)
      }
      _ = try call { unsafe bind(socket, entry.pointee.ai_addr, entry.pointee.ai_addrlen) }
      _ = try call { Glibc.listen(socket, backlog) }
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  private static func listen(path: String, _ backlog: CInt, _ mode: UInt32) throws(Errno) -> CInt {
    do throws(Errno) {
      return try listen(at: path, backlog, mode)
    } catch  where error == .addressInUse && removeIfAbandoned(path) {
      // The path is left over from a program that crashed.
      return try listen(at: path, backlog, mode)
    } catch  where error == .addressInUse && !path.hasPrefix("@") && !isSocket(path) { throw .exists }
  }

  private static func listen(at path: String, _ backlog: CInt, _ mode: UInt32) throws(Errno) -> CInt {
    let socket = try stream(AF_UNIX)
    do throws(Errno) {
      _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
        try call { unsafe bind(socket, address, length) }
      }
      // Set the permissions before listening, so that they apply to every client.
      if !path.hasPrefix("@") { _ = try call { unsafe chmod(path, mode) } }
      _ = try call { Glibc.listen(socket, backlog) }
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  /// Removes the path of a socket without a listener; returns whether it was removed.
  private static func removeIfAbandoned(_ path: String) -> Bool {
    let before = identity(path, ofLink: true)
    guard isAbandoned(path), let before, let now = identity(path, ofLink: true), now.isSame(as: before) else {
      return false
    }
    return (try? removeFile(Array(path.utf8))) != nil
  }

  /// Whether a path is a socket without a listener.
  private static func isAbandoned(_ path: String) -> Bool {
    guard isSocket(path), let socket = try? stream(AF_UNIX) else { return false }
    defer { try? close(socket) }
    do throws(Errno) {
      _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
        try call { unsafe connect(socket, address, length) }
      }
      return false
    } catch { return error == Errno(ECONNREFUSED) }
  }

  private static func isSocket(_ path: String) -> Bool {
    node(path).map { $0.mode & S_IFMT == S_IFSOCK } ?? false
  }

  /// Converts a path to the kernel's structure; `@` begins an abstract name, outside the file system.
  static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> CInt
  ) throws(Errno) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .nameTooLong }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
    return try unsafe withUnsafePointer(to: &address) { pointer throws(Errno) in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer throws(Errno) in
        try unsafe body(pointer, length)
      }
    }
  }

  private static func stream(_ family: CInt) throws(Errno) -> CInt {
    try call {
      socket(family, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }
  }

  private static func setOption(_ socket: CInt, _ level: CInt, _ option: CInt, _ value: CInt) {
    var value = value
    // Without the option, the socket still works, only less well.
    _ = unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }
}
