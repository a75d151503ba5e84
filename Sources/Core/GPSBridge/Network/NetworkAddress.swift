internal import GPSBase
internal import GPSSockets

/// The address of a receiver on the network, as users write it.
///
/// | written | means |
/// |---|---|
/// | `gpsd://host`, `gpsd://[::1]:2948/dev/ttyUSB0` | the receiver of a gpsd, or one of its receivers |
/// | `tcp://host:10110` | bytes of a server that sends only its receiver's data |
/// | `udp://:10110`, `udp://239.192.0.4:10110` | datagrams to a port of this machine, or to a group |
struct NetworkAddress: Hashable, Sendable {
  enum Kind: String, Sendable, Hashable, CaseIterable { case gpsd, tcp, udp }

  let kind: Kind
  /// A name or numeric address, without brackets; empty for datagrams to any local address.
  let host: String
  let port: UInt16
  /// The path of the receiver in gpsd; nil for its only receiver.
  let device: String?

  /// The default port of gpsd.
  static let portOfGPSD: UInt16 = 2947

  init(_ kind: Kind, host: String, port: UInt16, device: String? = nil) {
    (self.kind, self.host, self.port, self.device) = (kind, host, port, device)
  }

  init(_ text: String) throws(LocationError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else {
      throw .wrongAddress(text, "is not the address of a receiver on the network", .gpsd)
    }
    guard parts[1].hasPrefix("//") else { throw .wrongAddress(text, "lacks the // after the colon", kind) }
    let rest = parts[1].dropFirst(2)
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count)
    let (host, port) = try Self.hostAndPort(authority, text, kind)
    guard let port = port ?? (kind == .gpsd ? Self.portOfGPSD : nil) else {
      throw .wrongAddress(text, "names no port", kind)
    }
    guard kind == .gpsd || path.isEmpty || path == "/" else {
      throw .wrongAddress(text, "has a path, which only gpsd's receivers have", kind)
    }
    self.init(kind, host: host, port: port, device: try Self.device(path, text))
  }

  private static func hostAndPort(
    _ authority: Substring, _ text: String, _ kind: Kind
  ) throws(LocationError) -> (host: String, port: UInt16?) {
    var host = authority
    var port: UInt16?
    let isBracketed = authority.hasPrefix("[")
    let end = isBracketed ? authority.firstIndex(of: "]") ?? authority.startIndex : authority.startIndex
    if let colon = authority[end...].lastIndex(of: ":") {
      host = authority[..<colon]
      let digits = authority[authority.index(after: colon)...]
      guard let number = UInt16(digits), number > 0, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw .wrongAddress(text, "has no port from 1 to 65535 after its last colon", kind)
      }
      port = number
    }
    if isBracketed {
      guard host.hasSuffix("]"), isSix(host.dropFirst().dropLast()) else {
        throw .wrongAddress(text, "has no IPv6 address between its brackets", kind)
      }
      return (String(host.dropFirst().dropLast()), port)
    }
    guard !host.contains(":") else {
      throw .wrongAddress(text, "lacks the brackets around its IPv6 address", kind)
    }
    guard isName(host) else { throw .wrongAddress(text, "names no host", kind) }
    if host.isEmpty, kind != .udp { throw .wrongAddress(text, "names no host", kind) }
    if kind == .udp, !host.isEmpty, host != "localhost", !NumericHost.isFour(host) {
      throw .wrongAddress(text, "needs a numeric address, or none for all addresses of this machine", kind)
    }
    return (kind == .udp && host == "localhost" ? "127.0.0.1" : String(host), port)
  }

  /// Whether the text can be a name or an IPv4 address; the resolver receives nothing else.
  private static func isName(_ host: Substring) -> Bool {
    host.utf8.count <= 253
      && host.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
        }
      }
  }

  private static func isSix(_ host: Substring) -> Bool {
    let digits = host.prefix { $0 != "%" }
    let zone = host.dropFirst(digits.count).dropFirst()
    return NumericHost.isSix(digits) && isName(zone) && zone.utf8.count <= 15
  }

  // MARK: - Receiver

  /// Parses the path of a receiver; nil if it is empty.
  private static func device(_ path: Substring, _ text: String) throws(LocationError) -> String? {
    guard let bytes = PercentText.bytes(path) else {
      throw .wrongAddress(text, "has a % that no two hexadecimal digits follow", .gpsd)
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), bytes.count <= 1024,
      let name = String(validating: bytes, as: UTF8.self)
    else { throw .wrongAddress(text, "names a receiver in bytes that are not text", .gpsd) }
    let bare = name.drop { $0 == "/" }
    guard !bare.isEmpty else { return nil }
    // An address or a selector (`tcp://host:10110`, `sim:walk`, `id:NAME`) does not begin with a slash.
    return bare.prefix { $0 != "/" }.contains(":") ? String(bare) : "/" + bare
  }

  // MARK: - Text

  /// The address in its shortest form.
  var text: String {
    "\(kind.rawValue)://\(place(without: kind == .gpsd ? Self.portOfGPSD : nil))\(encodedDevice)"
  }

  /// Host and port, for messages.
  var hostAndPort: String { place(without: nil) }

  private func place(without usual: UInt16?) -> String {
    let shown = host.contains(":") ? "[\(host)]" : host
    return port == usual ? shown : "\(shown):\(port)"
  }

  private var encodedDevice: String {
    guard let device else { return "" }
    var text = device.hasPrefix("/") ? "" : "/"
    for byte in device.utf8 {
      switch byte {
      case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2B...0x2F, UInt8(ascii: "_"), UInt8(ascii: "@"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + Hexadecimal.text(byte)
      }
    }
    return text
  }
}

extension LocationError {
  /// A text is not a valid network address.
  fileprivate static func wrongAddress(
    _ text: String, _ fault: String, _ kind: NetworkAddress.Kind
  ) -> LocationError {
    let example =
      switch kind {
      case .gpsd: "gpsd://localhost, gpsd://192.168.1.5:2947 or gpsd://[::1]/dev/ttyUSB0"
      case .tcp: "tcp://192.168.1.5:10110"
      case .udp: "udp://:10110, or udp://239.192.0.4:10110 for a group"
      }
    return LocationError(
      .malformedSource, "\"\(VisibleText.replaced(text, limit: 80))\" \(fault)",
      remedy: "Write it like \(example).")
  }
}
