internal import Glibc
package import GPSSystemCalls

// System calls for sending datagrams to one machine or to a group.

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

extension Kernel {
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

  /// Sends a datagram, without any confirmation that it arrives.
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
