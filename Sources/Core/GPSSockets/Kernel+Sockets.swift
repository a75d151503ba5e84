// System calls for sockets, which are all nonblocking and close-on-exec.

internal import CGPSEventLoop
package import GPSSystemCalls
internal import Glibc

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
    try call {
      unsafe bytes.withUnsafeBytes { unsafe Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    }
  }

  /// Disables Nagle's algorithm, since answers are small and urgent, and limits the send buffer.
  package static func prepare(client socket: CInt, sendBuffer bytes: CInt) {
    prefer(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    prefer(socket, SOL_SOCKET, SO_SNDBUF, bytes)
  }

  /// Returns the port of a socket; 0 for a path.
  package static func port(of socket: CInt) throws(Errno) -> UInt16 {
    let address = unsafe try name(of: socket, getsockname)
    // The port is at the same offset in both address structures.
    return address.family == AF_UNIX ? 0 : UInt16(address.bytes[2]) << 8 | UInt16(address.bytes[3])
  }

  /// Removes the path of a closed socket of ours.
  ///
  /// The path stays if a process listens there: another server, or the next one with a passed socket.
  package static func forget(_ address: ServiceAddress) {
    guard case .path(let path) = address, path.hasPrefix("/") else { return }
    _ = removeIfAbandoned(path)
  }

  // MARK: - Listening

  /// Allows or forbids other sockets of this user to bind the same port.
  private static func share(_ sockets: [CInt], _ value: CInt) {
    for socket in sockets { prefer(socket, SOL_SOCKET, SO_REUSEPORT, value) }
  }

  private static func listen(
    _ host: String, _ port: UInt16, _ backlog: CInt, _ isShared: Bool
  ) throws(Errno) -> CInt {
    // Without a name server.
    guard let address = SocketAddress.numeric(host, port: port) else { throw .invalid }
    return try open(address.family, SOCK_STREAM) { socket throws(Errno) in
      prefer(socket, SOL_SOCKET, SO_REUSEADDR, 1)
      if isShared { share([socket], 1) }
      if address.family == AF_INET6 {
        prefer(socket, CInt(IPPROTO_IPV6), CInt(IPV6_V6ONLY), host == "::" ? 0 : 1)
      }
      try bind(socket, to: address)
      _ = try call { Glibc.listen(socket, backlog) }
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
    try open(AF_UNIX, SOCK_STREAM) { socket throws(Errno) in
      // The entry gets the permissions of the socket, reduced by the umask.
      _ = try call { fchmod(socket, mode) }
      _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
        try call { unsafe Glibc.bind(socket, address, length) }
      }
      // Before listening, so that they apply to every client.
      if !path.hasPrefix("@") { try permit(path, mode) }
      _ = try call { Glibc.listen(socket, backlog) }
    }
  }

  /// Gives a new socket the permissions that the umask took away.
  ///
  /// Never by its name, under which the owner of the folder may have put a link to another file.
  private static func permit(_ path: String, _ mode: UInt32) throws(Errno) {
    let entry = try open(path, for: .entry)
    defer { try? close(entry) }
    guard let node = node(of: entry), node.kind == S_IFSOCK, node.user == geteuid(), node.names == 1 else {
      throw .exists
    }
    if node.mode & 0o777 != mode { _ = try call { unsafe chmod("/proc/self/fd/\(entry)", mode) } }
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
    guard isSocket(path), let socket = try? open(AF_UNIX, SOCK_STREAM) else { return false }
    defer { try? close(socket) }
    do throws(Errno) {
      try lead(socket, to: path)
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

  /// Opens a socket and prepares it; closes it if that fails.
  private static func open(
    _ family: CInt, _ type: __socket_type, _ prepare: (CInt) throws(Errno) -> Void = { _ in }
  ) throws(Errno) -> CInt {
    let socket = try call {
      Glibc.socket(family, CInt(type.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }
    do throws(Errno) { try prepare(socket) } catch {
      try? close(socket)
      throw error
    }
    return socket
  }

  private static func set<Value: BitwiseCopyable>(
    _ socket: CInt, _ level: CInt, _ option: CInt, _ value: Value
  ) throws(Errno) {
    var value = value
    _ = try call { unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Value>.size)) }
  }

  /// Sets an option without which the socket still works, only less well.
  private static func prefer(_ socket: CInt, _ level: CInt, _ option: CInt, _ value: CInt) {
    try? set(socket, level, option, value)
  }

  // MARK: - Connections, and receiving datagrams

  /// Starts a connection; the socket becomes writable when the attempt has succeeded or failed.
  ///
  /// Keep-alive probes detect a peer that lost its power; otherwise the connection would stay open forever.
  package static func beginConnecting(to address: SocketAddress) throws(Errno) -> CInt {
    try open(address.family, SOCK_STREAM) { socket throws(Errno) in
      prefer(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
      prefer(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
      prefer(socket, CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10)
      prefer(socket, CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5)
      prefer(socket, CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
      // Not through `call`: the kernel continues an interrupted connect, and a second one would fail.
      let answer = try unsafe address.withPointer { pointer, length throws(Errno) in
        unsafe Glibc.connect(socket, pointer, length) == 0 ? nil : Errno.last
      }
      if let answer, answer != Errno(EINPROGRESS), answer != .interrupted { throw answer }
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
    do throws(Errno) {
      return try call {
        unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
      }
    } catch  where error == .wouldBlock { return nil }
  }

  /// Waits until a socket is ready, up to the timeout; for helper threads only, never for the loop.
  package static func wait(_ socket: CInt, toWrite: Bool, milliseconds: CInt) -> Bool {
    var asked = pollfd(fd: socket, events: CShort(toWrite ? POLLOUT : POLLIN), revents: 0)
    return unsafe poll(&asked, 1, milliseconds) > 0
  }

  // MARK: - Joining a group, and names

  private static func hearDatagrams(at address: SocketAddress) throws(Errno) -> CInt {
    try open(address.family, SOCK_DGRAM) { socket throws(Errno) in
      if address.isGroup {
        // Several programs on this machine may receive the same group.
        prefer(socket, SOL_SOCKET, SO_REUSEADDR, 1)
      }
      if address.family == AF_INET6 { prefer(socket, CInt(IPPROTO_IPV6), CInt(IPV6_V6ONLY), 0) }
      try bind(socket, to: address)
      if address.isGroup { try join(socket, address) }
    }
  }

  private static func bind(_ socket: CInt, to address: SocketAddress) throws(Errno) {
    try unsafe address.withPointer { pointer, length throws(Errno) in
      _ = try call { unsafe Glibc.bind(socket, pointer, length) }
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
        return try set(socket, CInt(IPPROTO_IP), CInt(IP_ADD_MEMBERSHIP), request)
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

  /// Opens a socket for datagrams to a destination.
  ///
  /// - Parameters:
  ///   - target: The destination. Broadcast is permitted, since the user named the address.
  ///   - hops: The maximum number of hops; nil for the kernel's default, which is 1 for groups.
  ///   - interface: The interface from which datagrams are sent; nil for that of the route.
  /// - Returns: The socket, neither bound nor connected.
  /// - Throws: The kernel's error; `noSuchDevice` for an unknown interface.
  package static func datagramSocket(
    to target: DatagramTarget, hops: Int?, interface: String?
  ) throws(Errno) -> CInt {
    try open(target.address.family, SOCK_DGRAM) { socket throws(Errno) in
      let isSix = target.isSix
      let level = CInt(isSix ? IPPROTO_IPV6 : IPPROTO_IP)
      if !isSix { try set(socket, SOL_SOCKET, SO_BROADCAST, CInt(1)) }
      if let hops {
        let option =
          switch target.reach {
          case .group: isSix ? IPV6_MULTICAST_HOPS : IP_MULTICAST_TTL
          case .one, .broadcast: isSix ? IPV6_UNICAST_HOPS : IP_TTL
          }
        try set(socket, level, option, CInt(clamping: hops))
      }
      if let interface { try leave(by: interface, socket, target, level) }
    }
  }

  /// Sends a datagram, without any confirmation that it arrives.
  package static func send(_ bytes: ArraySlice<UInt8>, by socket: CInt, to target: DatagramTarget)
    throws(Errno)
  {
    try unsafe target.address.withPointer { address, length throws(Errno) in
      _ = try call {
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe sendto(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL), address, length)
        }
      }
    }
  }

  private static func leave(
    by interface: String, _ socket: CInt, _ target: DatagramTarget, _ level: CInt
  ) throws(Errno) {
    let index = unsafe if_nametoindex(interface)
    guard index > 0 else { throw .noSuchDevice }
    guard target.reach == .group else {
      let name = Array(interface.utf8)
      _ = try call { unsafe setsockopt(socket, SOL_SOCKET, SO_BINDTODEVICE, name, socklen_t(name.count)) }
      return
    }
    if target.isSix { return try set(socket, level, IPV6_MULTICAST_IF, CInt(bitPattern: index)) }
    var request = ip_mreqn()
    request.imr_ifindex = CInt(bitPattern: index)
    try set(socket, level, IP_MULTICAST_IF, request)
  }

  // MARK: - A service manager: passed descriptors, and datagrams with or without one

  /// The kind of a descriptor that a service manager passed.
  package enum PassedKind: Sendable, Hashable {
    case listener(EndAddress)
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
    try open(AF_UNIX, SOCK_DGRAM) { socket throws(Errno) in try lead(socket, to: path) }
  }

  /// Connects a datagram socket to a path, or reconnects it to a new one.
  package static func lead(_ socket: CInt, to path: String) throws(Errno) {
    _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
      try call { unsafe Glibc.connect(socket, address, length) }
    }
  }

  /// Opens a socket that receives datagrams at a path or at an abstract name that begins with `@`.
  package static func datagramSocket(at path: String) throws(Errno) -> CInt {
    try open(AF_UNIX, SOCK_DGRAM) { socket throws(Errno) in
      _ = try unsafe withAddress(of: path) { address, length throws(Errno) in
        try call { unsafe Glibc.bind(socket, address, length) }
      }
    }
  }

  /// Sends a datagram, optionally with a copy of a descriptor.
  package static func send(datagram bytes: [UInt8], with descriptor: CInt?, to socket: CInt) throws(Errno) {
    _ = try call { unsafe gpsbridge_send_descriptor(socket, bytes, bytes.count, descriptor ?? -1) }
  }

  package static func receiveDatagram(
    _ socket: CInt
  ) throws(Errno) -> (bytes: [UInt8], descriptor: CInt?) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var descriptor: CInt = -1
    let count = try call { unsafe gpsbridge_receive_descriptor(socket, &buffer, buffer.count, &descriptor) }
    return (Array(buffer.prefix(Int(count))), descriptor < 0 ? nil : descriptor)
  }

  // MARK: - Values of a socket

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

/// The destination of datagrams: a numeric address and a port, in the kernel's form.
package struct DatagramTarget: Sendable, Hashable {
  /// Whether the destination is one machine, all machines of a network, or the members of a group.
  package enum Reach: Sendable, Hashable { case one, broadcast, group }

  fileprivate let address: SocketAddress
  /// The reach of the destination.
  ///
  /// Only the limited broadcast address is recognized; that of one network looks like a machine's.
  package let reach: Reach

  /// Parses a numeric address; nil for any other text.
  ///
  /// Host names are not resolved.
  package init?(host: String, port: UInt16) {
    guard let address = SocketAddress.numeric(host, port: port) else { return nil }
    self.address = address
    reach = address.isGroup ? .group : address.isEverybody ? .broadcast : .one
  }

  fileprivate var isSix: Bool { address.family == AF_INET6 }
}
