internal import Glibc
package import GPSSystemCalls

// Datagrams: whole or not at all, to one machine or to many, and nobody answers.

/// Where datagrams go: a numeric address and a port, in the kernel's form.
package struct DatagramTarget: Sendable, Hashable {
  /// Whether it is a machine, all machines of a network, or those that listen to a group.
  package enum Reach: Sendable, Hashable { case one, broadcast, group }

  fileprivate let address: SocketAddress
  /// Whom it reaches.
  ///
  /// The broadcast address of a network can't be told from that of a machine; only that of all networks can.
  package let reach: Reach

  /// Reads a numeric address; nil for what is none.
  ///
  /// A name is not resolved.
  package init?(host: String, port: UInt16) {
    guard let address = SocketAddress.numeric(host, port: port) else { return nil }
    self.address = address
    reach = address.isGroup ? .group : address.isEverybody ? .broadcast : .one
  }

  fileprivate var isSix: Bool { address.family == AF_INET6 }
}

extension Kernel {
  /// Makes a socket for datagrams to a target.
  ///
  /// - Parameters:
  ///   - target: Where they will go. Broadcast is allowed, since the address was named.
  ///   - hops: How many routers may pass them on; nil for the kernel's own number, which is 1 for groups.
  ///   - interface: The interface by which they leave; nil for the one of the route.
  /// - Returns: The socket, which is not bound and not connected.
  /// - Throws: The kernel's error; `noSuchDevice` for an interface that is not there.
  package static func datagramSocket(
    to target: DatagramTarget, hops: Int?, interface: String?
  ) throws(Errno) -> CInt {
    let kind = CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = try call { Glibc.socket(target.address.family, kind, 0) }
    do throws(Errno) {
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
      return socket
    } catch {
      try? close(socket)
      throw error
    }
  }

  /// Sends one datagram; whether anybody hears it nobody knows.
  package static func send(_ bytes: ArraySlice<UInt8>, by socket: CInt, to target: DatagramTarget)
    throws(Errno)
  {
    try unsafe target.address.withPointer { address, length throws(Errno) in
      while true {
        let count = unsafe bytes.withUnsafeBytes { bytes in
          unsafe sendto(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL), address, length)
        }
        if count >= 0 { return }
        let error = Errno.last
        if error != .interrupted { throw error }
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

  private static func set<Value: BitwiseCopyable>(
    _ socket: CInt, _ level: CInt, _ option: CInt, _ value: Value
  ) throws(Errno) {
    var value = value
    _ = try call { unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Value>.size)) }
  }
}
