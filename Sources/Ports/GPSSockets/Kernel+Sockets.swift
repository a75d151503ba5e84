internal import CGPSEventLoop
internal import Glibc
package import GPSSystemCalls

// The system calls of sockets. Each socket never blocks, and is closed in child processes.

extension Kernel {
  /// Listens at an address; two sockets for this machine, one of each family, as gpsd has it.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - backlog: How many may wait to be accepted.
  ///   - old: Listening sockets of ours that are about to be closed: they do not stand in the way of an address that
  ///     covers theirs.
  ///   - mode: The permissions of a path, whatever the process's mask is: a client needs the right to write. 0600 if not
  ///     given.
  /// - Returns: The sockets.
  /// - Throws: The kernel's error; a machine without IPv6 is none. A path that is not a socket's is `.exists`.
  package static func listen(
    _ address: ServiceAddress, backlog: CInt = 1024, beside old: [CInt] = [], mode: UInt32 = 0o600
  ) throws(Errno) -> [CInt] {
    share(old, 1)
    defer { share(old, 0) }
    let sockets = try listen(address, backlog, isShared: !old.isEmpty, mode)
    // From now on another one is told that the port is taken.
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
        // It hears the older family, too.
        return [try listen("::", port, backlog, isShared)]
      } catch {
        return [try listen("0.0.0.0", port, backlog, isShared)]
      }
    case .loopback(let port):
      let four = try listen("127.0.0.1", port, backlog, isShared)
      do throws(Errno) {
        // A port of the kernel's choice is the same for both.
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
    do throws(Errno) {
      return try call { gpsbridge_accept(listener) }
    } catch {
      switch error {
      // Whoever knocked has gone already.
      case .wouldBlock, Errno(ECONNABORTED), Errno(EPROTO): return nil
      default: throw error
      }
    }
  }

  /// The number of connections that wait at a listening TCP socket; nil for any other socket.
  package static func waiting(at listener: CInt) -> Int? {
    let count = gpsbridge_waiting(listener)
    return count < 0 ? nil : Int(count)
  }

  /// The number of descriptors that the server's outputs leave for the page and for the receivers' ports.
  package static let sparedDescriptors = 4

  /// Takes no further connection at a listening socket that is about to be closed.
  ///
  /// The kernel resets those that it holds for a socket when that is closed; a request that it drops is repeated, and
  /// reaches the socket that listens by then.
  package static func dropRequests(_ listener: CInt) {
    // Without the filter a newcomer of that moment is reset, as by any server that ends.
    _ = gpsbridge_drop_requests(listener)
  }

  /// Sends bytes as they fit; none of them ends this process if nobody reads.
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

  /// Answers are small and wanted at once; and no more is kept for a slow client than it may have.
  package static func prepare(client socket: CInt, sendBuffer bytes: CInt) {
    setOption(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    setOption(socket, SOL_SOCKET, SO_SNDBUF, bytes)
  }

  /// The port that a socket has.
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
    // Both families have it at the same place.
    return UInt16(bigEndian: address.sin6_port)
  }

  /// Removes the name that a socket of ours had in the file system, once it is closed.
  ///
  /// Another server may have the name by now, or the next process may have been passed the socket: the name of a socket
  /// at which a process listens stays.
  package static func forget(_ address: ServiceAddress) {
    guard case .path(let path) = address, path.hasPrefix("/") else { return }
    _ = removeIfAbandoned(path)
  }

  // MARK: - Parts

  /// Lets others of this user have the same port, or no more.
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
    // Numbers only: nothing is asked of any server of names.
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
      // Its program has ended without tidying up.
      return try listen(at: path, backlog, mode)
    } catch  where error == .addressInUse && !path.hasPrefix("@") && !isSocket(path) {
      throw .exists
    }
  }

  private static func listen(at path: String, _ backlog: CInt, _ mode: UInt32) throws(Errno) -> CInt {
    let socket = try stream(AF_UNIX)
    do throws(Errno) {
      _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
        try call { unsafe bind(socket, address, length) }
      }
      // Before anyone is accepted, so that a client meets these permissions or is refused.
      if !path.hasPrefix("@") { _ = try call { unsafe chmod(path, mode) } }
      _ = try call { Glibc.listen(socket, backlog) }
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  /// Removes the name of a socket at which no process listens; whether it has.
  private static func removeIfAbandoned(_ path: String) -> Bool {
    let before = identity(path, ofLink: true)
    guard isAbandoned(path), let before, let now = identity(path, ofLink: true), now.isSame(as: before) else {
      return false
    }
    return (try? removeFile(Array(path.utf8))) != nil
  }

  /// Whether a path is the name of a socket at which no process listens.
  private static func isAbandoned(_ path: String) -> Bool {
    guard isSocket(path), let socket = try? stream(AF_UNIX) else { return false }
    defer { try? close(socket) }
    do throws(Errno) {
      _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
        try call { unsafe connect(socket, address, length) }
      }
      return false
    } catch {
      return error == Errno(ECONNREFUSED)
    }
  }

  private static func isSocket(_ path: String) -> Bool {
    node(path).map { $0.mode & S_IFMT == S_IFSOCK } ?? false
  }

  /// A path as the kernel wants it; one that begins with `@` is a name of Linux' own, in no folder.
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
    // Without it the socket works, if less well.
    _ = unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }
}
