internal import Glibc

/// The address that one end of a connection has.
package enum EndAddress: Sendable, Hashable {
  /// IPv4: the address as a number, in this machine's order of bytes.
  case four(UInt32, port: UInt16)
  /// IPv6: both halves of the address, in this machine's order of bytes.
  case six(UInt64, UInt64, port: UInt16)
  /// A path, a name of Linux' own beginning with `@`, or nothing: most clients of such sockets have no name.
  case local(String)

  /// Whether the other end is a program of this machine, as far as an address can tell.
  package var isOfThisMachine: Bool {
    switch self {
    case .four(let address, _): address >> 24 == 127
    case .six(let high, let low, _): high == 0 && low == 1
    case .local: true
    }
  }

  /// Whether it is a name and no port: a path, or a name of Linux' own.
  package var isPath: Bool { if case .local = self { true } else { false } }

  /// Whether a connection that has this address here came to a socket that listens at another one, which may be all of
  /// this machine's.
  package func isReached(at listener: EndAddress) -> Bool {
    switch (self, listener) {
    case (.four(let address, let port), .four(let heard, let other)):
      port == other && (heard == 0 || heard == address)
    // A socket for both families.
    case (.four(_, let port), .six(0, 0, let other)), (.six(_, _, let port), .six(0, 0, let other)):
      port == other
    default: self == listener
    }
  }

  /// Its port; 0 for a name.
  package var port: UInt16 {
    switch self {
    case .four(_, let port), .six(_, _, let port): port
    case .local: 0
    }
  }

  /// The same address without its port: a machine has a new one for each connection.
  package var withoutPort: EndAddress {
    switch self {
    case .four(let address, _): .four(address, port: 0)
    case .six(let high, let low, _): .six(high, low, port: 0)
    case .local: self
    }
  }

  /// The address as a person writes it: `127.0.0.1:2947`, `[::1]:2947`, a path.
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

  /// Reads the kernel's form; nil for a family that no service of ours has.
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
      // A socket for both families shows the older one so.
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
