internal import Glibc

package enum EndAddress: Sendable, Hashable {
  /// An IPv4 address as a number, in host byte order.
  case four(UInt32, port: UInt16)
  /// The two halves of an IPv6 address, in host byte order.
  case six(UInt64, UInt64, port: UInt16)
  /// A path, an abstract name that begins with `@`, or empty: most clients of Unix sockets have no name.
  case local(String)

  /// Whether the other end is a program on this machine, judging by the address.
  package var isOfThisMachine: Bool {
    switch self {
    case .four(let address, _): address >> 24 == 127
    case .six(let high, let low, _): high == 0 && low == 1
    case .local: true
    }
  }

  /// Whether the address is a path or an abstract name rather than a port.
  package var isPath: Bool { if case .local = self { true } else { false } }

  /// Whether a connection with this local address belongs to a listening socket, which may have a wildcard
  /// address.
  package func isReached(at listener: EndAddress) -> Bool {
    switch (self, listener) {
    case (.four(let address, let port), .four(let heard, let other)):
      port == other && (heard == 0 || heard == address)
    // A dual-stack socket.
    case (.four(_, let port), .six(0, 0, let other)), (.six(_, _, let port), .six(0, 0, let other)):
      port == other
    default: self == listener
    }
  }

  /// The port; 0 for a path or an abstract name.
  package var port: UInt16 {
    switch self {
    case .four(_, let port), .six(_, _, let port): port
    case .local: 0
    }
  }

  /// The address without its port, which differs for each connection from a machine.
  package var withoutPort: EndAddress {
    switch self {
    case .four(let address, _): .four(address, port: 0)
    case .six(let high, let low, _): .six(high, low, port: 0)
    case .local: self
    }
  }

  /// The address without its port; for IPv6 only the network, since one machine can use any address in it.
  package var network: EndAddress {
    guard case .six(let high, _, _) = self, high != 0 else { return withoutPort }
    return .six(high, 0, port: 0)
  }

  /// The address as text: `127.0.0.1:2947`, `[::1]:2947`, a path.
  package var text: String {
    switch self {
    case .four(let address, let port):
      return Self.bytes(of: UInt64(address)).suffix(4).map(String.init).joined(separator: ".") + ":\(port)"
    case .six(let high, let low, let port):
      var address = in6_addr()
      let bytes = Self.bytes(of: high) + Self.bytes(of: low)
      unsafe withUnsafeMutableBytes(of: &address) { unsafe $0.copyBytes(from: bytes) }
      let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
        text in
        guard let start = text.baseAddress,
          unsafe inet_ntop(AF_INET6, &address, start, socklen_t(text.count)) != nil
        else { return "?" }
        return unsafe String(cString: start)
      }
      return "[\(text)]:\(port)"
    case .local(let path): return path
    }
  }

  /// Converts the kernel's structure; nil for an unsupported address family.
  init?(_ storage: sockaddr_storage, length: socklen_t) {
    var storage = storage
    switch CInt(storage.ss_family) {
    case AF_INET:
      let address = Self.read(&storage, as: sockaddr_in.self)
      self = .four(UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
    case AF_INET6:
      let address = Self.read(&storage, as: sockaddr_in6.self)
      let (high, low) = unsafe withUnsafeBytes(of: address.sin6_addr) { bytes in
        unsafe (
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
      let port = UInt16(bigEndian: address.sin6_port)
      // A dual-stack socket reports an IPv4 address in this form.
      let isOfFour = high == 0 && low >> 32 == 0xFFFF
      self = isOfFour ? .four(UInt32(truncatingIfNeeded: low), port: port) : .six(high, low, port: port)
    case AF_UNIX:
      let start = MemoryLayout<sa_family_t>.size
      let count = min(max(Int(length) - start, 0), MemoryLayout<sockaddr_un>.size - start)
      var bytes = unsafe withUnsafeBytes(of: &storage) { unsafe Array($0.dropFirst(start).prefix(count)) }
      if bytes.count > 1, bytes.first == 0 {
        bytes[0] = UInt8(ascii: "@")
      } else {
        bytes = Array(bytes.prefix { $0 != 0 })
      }
      self = .local(String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }

  private static func read<Address>(_ storage: inout sockaddr_storage, as type: Address.Type) -> Address {
    unsafe withUnsafeBytes(of: &storage) { unsafe $0.loadUnaligned(as: type) }
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }
}
