internal import Glibc
internal import GPSSystemCalls

/// An IP address and a port, in the kernel's form.
package struct SocketAddress: Sendable, Hashable {
  /// The kernel's structure, `sockaddr_in` or `sockaddr_in6`.
  let bytes: [UInt8]

  init(copying address: UnsafePointer<sockaddr>, _ length: socklen_t) {
    unsafe bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
  }

  /// Whether it is a loopback address, such as `127.0.0.1` or `::1`.
  package var isLoopback: Bool {
    switch family {
    case AF_INET: bytes.count > 4 && bytes[4] == 127
    case AF_INET6: Self.loopback6 == Array(bytes.dropFirst(8).prefix(16))
    default: false
    }
  }

  var isGroup: Bool {
    switch family {
    case AF_INET: bytes.count > 4 && bytes[4] & 0xF0 == 0xE0
    case AF_INET6: bytes.count > 8 && bytes[8] == 0xFF
    default: false
    }
  }

  /// Whether it is the limited broadcast address, 255.255.255.255.
  var isEverybody: Bool {
    family == AF_INET && bytes.dropFirst(4).prefix(4).elementsEqual([255, 255, 255, 255])
  }

  private static let loopback6: [UInt8] = Array(repeating: 0, count: 15) + [1]

  var family: CInt {
    guard bytes.count >= MemoryLayout<sa_family_t>.size else { return AF_UNSPEC }
    // All these structures begin with the family, in host byte order.
    return unsafe CInt(bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: sa_family_t.self) })
  }

  /// Passes the structure to a system call.
  func withPointer<Answer>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> Answer
  ) throws(Errno) -> Answer {
    // Room for the largest structure, so that reads stay in bounds.
    var room = sockaddr_storage()
    unsafe withUnsafeMutableBytes(of: &room) { unsafe $0.copyBytes(from: bytes.prefix($0.count)) }
    return try unsafe withUnsafePointer(to: &room) { pointer throws(Errno) in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer throws(Errno) in
        try unsafe body(pointer, socklen_t(bytes.count))
      }
    }
  }

  /// The reason why a host name could not be resolved.
  package struct Unknown: Error, Hashable, Sendable {
    /// The system's description of the reason.
    package let reason: String
  }

  /// Returns the address of a numeric host; nil for a name.
  ///
  /// It does not query name servers, so it is safe on the event loop.
  package static func numeric(_ host: String, port: UInt16) -> SocketAddress? {
    try? find(host, port, flags: AI_NUMERICHOST).first
  }

  /// Returns the addresses of a host in the order in which to try them.
  ///
  /// It may query name servers for many seconds: call it on a helper thread.
  package static func resolve(_ host: String, port: UInt16) throws(Unknown) -> [SocketAddress] {
    try find(host, port, flags: 0)
  }

  private static func find(_ host: String, _ port: UInt16, flags: CInt) throws(Unknown) -> [SocketAddress] {
    // A Swift string may contain a NUL, where C would end it and resolve a different host.
    guard !host.utf8.contains(0) else { throw Unknown(reason: "it holds a NUL") }
    // The system would resolve `*` to all local addresses, which makes no sense here.
    guard host != "*" else { throw Unknown(reason: "it is not a host") }
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = flags | AI_NUMERICSERV
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>? = nil
    let answer = unsafe getaddrinfo(host, "\(port)", &hints, &found)
    guard answer == 0 else {
      throw Unknown(reason: unsafe gai_strerror(answer).map { unsafe String(cString: $0) } ?? "unknown")
    }
    defer { unsafe freeaddrinfo(found) }
    var all: [SocketAddress] = []
    var entry = unsafe found
    while let one = unsafe entry {
      if let address = unsafe one.pointee.ai_addr {
        let next = unsafe SocketAddress(copying: address, one.pointee.ai_addrlen)
        if !all.contains(next) { all.append(next) }
      }
      unsafe entry = one.pointee.ai_next
    }
    return all
  }
}
