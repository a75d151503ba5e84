import GPSSystemCalls

/// Selects one serial port.
///
/// All commands and options that name a port use this grammar:
///
/// | written | means |
/// |---|---|
/// | `auto` | the port of the receiver that is plugged in |
/// | `/dev/ttyACM0` | this node, or any link to it |
/// | `id:usb-u-blox_AG…-if00` | a link in `/dev/serial/by-id`, with or without the folder |
/// | `path:pci-0000:00:14.0-usb-0:1.2:1.0` | the device at this place |
/// | `serial:DU0D6HPX` | the device with this serial number |
/// | `usb:1546:01a8` | the device with this vendor and product number, in hexadecimal |
///
/// ```swift
/// let selector = try SerialPortSelector("usb:1546:01a8")
/// let port = try selector.resolve(among: SerialPortDescription.all())
/// ```
public enum SerialPortSelector: Sendable, Hashable, CustomStringConvertible {
  /// The receiver, if the ids identify it.
  case auto
  /// A device node, or a link to one.
  case node(String)
  /// A name in `/dev/serial/by-id`.
  case id(String)
  /// A place.
  ///
  /// It is udev's `ID_PATH`, a name in `/dev/serial/by-path`, or a ``SerialPortDescription/key``; the
  /// interface can be left out, as in `…-usb-0:1.2`, if the device has only one port.
  case path(String)
  /// The serial number reported by the device.
  case serial(String)
  /// A vendor and a product number.
  case usb(vendor: UInt16, product: UInt16)

  /// Parses a selector.
  public init(_ text: String) throws(SerialPortSelectionError) {
    if text == "auto" {
      self = .auto
    } else if text.hasPrefix("/") {
      // Only the form is checked here; `resolve` checks whether the node exists.
      self = .node(text)
    } else {
      try self.init(prefixed: text)
    }
  }

  private init(prefixed text: String) throws(SerialPortSelectionError) {
    guard let colon = text.firstIndex(of: ":") else { throw .notASelector(text) }
    let value = String(text[text.index(after: colon)...])
    guard !value.isEmpty else { throw .empty(text) }
    switch text[..<colon] {
    case "id": self = .id(Self.without("/dev/serial/by-id/", value))
    case "path": self = .path(Self.without("/dev/serial/by-path/", value))
    case "serial": self = .serial(value)
    case "usb": self = try Self.usb(value, in: text)
    default: throw .notASelector(text)
    }
  }

  private static func without(_ folder: String, _ name: String) -> String {
    name.hasPrefix(folder) && name != folder ? String(name.dropFirst(folder.count)) : name
  }

  private static func usb(
    _ value: String, in text: String
  ) throws(SerialPortSelectionError) -> SerialPortSelector {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let vendor = number(parts[0]), let product = number(parts[1]) else {
      throw .notANumberPair(text)
    }
    return .usb(vendor: vendor, product: product)
  }

  /// One to four hexadecimal digits; `UInt16` alone would accept a sign.
  private static func number(_ digits: Substring) -> UInt16? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt16(digits, radix: 16)
  }

  /// The selector in text form.
  public var description: String {
    switch self {
    case .auto: "auto"
    case .node(let path): path
    case .id(let name): "id:\(name)"
    case .path(let name): "path:\(name)"
    case .serial(let number): "serial:\(number)"
    case .usb(let vendor, let product): "usb:\(USBIdentity(vendor: vendor, product: product))"
    }
  }

  /// Returns the one port that matches.
  ///
  /// Like ``choose(among:preferring:)``, but without the other ports.
  public func resolve(
    among ports: [SerialPortDescription], preferring preferred: String? = nil
  ) throws(SerialPortSelectionError) -> SerialPortDescription {
    try choose(among: ports, preferring: preferred).port
  }

  /// Returns the one port that matches, and the alternatives.
  ///
  /// Only `auto` chooses among several: it uses the preferred receiver, or else the first by place. It never
  /// uses a generic bridge, because opening it may reset the attached board. Every other selector must match
  /// exactly one port. A node may also be missing from the listing, such as a pseudo-terminal; we then look
  /// for it in `/dev`.
  ///
  /// - Parameters:
  ///   - ports: The available ports.
  ///   - preferred: The ``SerialPortDescription/key`` of the port that was used last.
  /// - Returns: The port, and the others with a note if there was a choice.
  /// - Throws: An error with all candidates, unless exactly one port matches.
  public func choose(
    among ports: [SerialPortDescription], preferring preferred: String? = nil
  ) throws(SerialPortSelectionError) -> SerialPortChoice {
    try choose(among: ports, preferring: preferred, roots: .standard)
  }

  /// Looks in other folders for a node that is not among the ports.
  package func choose(
    among ports: [SerialPortDescription], preferring preferred: String? = nil, roots: SystemRoots
  ) throws(SerialPortSelectionError) -> SerialPortChoice {
    let ports = ports.inOrder
    let meant = ports.filter(matches)
    switch meant.count {
    case 1: return SerialPortChoice(port: meant[0])
    case 0:
      if case .node(let path) = self {
        if let port = Self.find(path, among: ports, in: roots) { return SerialPortChoice(port: port) }
        if Kernel.node(PortReader(roots: roots).located(path))?.isCharacterDevice == false {
          throw .notAPort(path)
        }
      }
      throw unknown(among: ports)
    default:
      guard self == .auto else { throw ambiguous(meant, among: ports) }
      return Self.pick(among: meant, preferring: preferred, of: ports)
    }
  }

  private static func pick(
    among receivers: [SerialPortDescription], preferring preferred: String?, of ports: [SerialPortDescription]
  ) -> SerialPortChoice {
    let last = receivers.first { $0.key == preferred }
    let port = last ?? receivers[0]
    let others = receivers.filter { $0 != port }
    let names = others.map { "\($0.node) (\($0.displayName)) is \(naming($0, among: ports))" }
    let why = last == nil ? "the first by its place" : "the one used last"
    let note =
      "\(receivers.count) receivers are plugged in; \(port.node) (\(port.displayName)) was chosen, \(why). "
      + "To choose another, name it: " + names.joined(separator: ", ") + "."
    return SerialPortChoice(port: port, others: others, note: note)
  }

  /// Finds a node outside the listing: the user's own link to a listed port, or a different kind of terminal.
  private static func find(
    _ path: String, among ports: [SerialPortDescription], in roots: SystemRoots
  ) -> SerialPortDescription? {
    // A kernel path ends at a NUL, so a path that contains one would name a different file.
    guard !path.utf8.contains(0) else { return nil }
    let place = PortReader(roots: roots).located(path)
    guard let number = DeviceNumber(at: place) else { return nil }
    if let port = ports.first(where: { $0.deviceNumber == number }) { return port }
    var port = SerialPortDescription(node: path)
    port.deviceNumber = number
    port.isAccessible = Kernel.mayReadAndWrite(place)
    return port
  }

  private func unknown(among ports: [SerialPortDescription]) -> SerialPortSelectionError {
    let found: String
    if self == .auto {
      found = ports.isEmpty ? "there is no serial port" : "none of the serial ports is known to be a receiver"
    } else {
      found = "no serial port is \(SerialPortSelectionError.quoted(description))"
    }
    return SerialPortSelectionError(
      code: .unknown, found: found,
      expected: ports.isEmpty ? "plug the receiver in" : "these ports are there",
      candidates: Self.candidates(ports, among: ports))
  }

  private func ambiguous(
    _ meant: [SerialPortDescription], among ports: [SerialPortDescription]
  ) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .ambiguous,
      found: "\(meant.count) serial ports are \(SerialPortSelectionError.quoted(description))",
      expected: "name one of them", candidates: Self.candidates(meant, among: ports))
  }

  private static func candidates(
    _ meant: [SerialPortDescription], among ports: [SerialPortDescription]
  ) -> [SerialPortSelectionError.Candidate] {
    meant.map { SerialPortSelectionError.Candidate(port: $0, selector: naming($0, among: ports)) }
  }

  /// Whether a port matches this selector, judged by the port alone.
  ///
  /// `auto` matches only receivers, never bridges, to which any device may be attached.
  public func matches(_ port: SerialPortDescription) -> Bool {
    switch self {
    case .auto: port.classification.kind == .receiver
    case .node(let path): port.node == path || port.links.contains(path)
    case .id(let name): port.linksByID.contains("/dev/serial/by-id/" + name)
    case .path(let name): Self.places(of: port).contains(name)
    case .serial(let number): port.usb?.serialNumber == number
    case .usb(let vendor, let product):
      port.usb.map { $0.identity.vendor == vendor && $0.identity.product == product } ?? false
    }
  }

  private static func places(of port: SerialPortDescription) -> [String] {
    let byPath = port.linksByPath.map { String($0.dropFirst("/dev/serial/by-path/".utf8.count)) }
    guard let name = port.pathName else { return byPath + [port.key] }
    return byPath + [port.key, name, plug(of: name)]
  }

  /// A place without the interface after the last colon, as a user sees it from outside.
  private static func plug(of name: String) -> String {
    guard name.split(separator: "-").dropLast().contains("usb"), let colon = name.lastIndex(of: ":") else {
      return name
    }
    return String(name[..<colon])
  }

  /// Returns the most durable selector that matches only this port.
  ///
  /// A serial number, if unique, follows the device from plug to plug; a place stays when the device is
  /// replaced; a node may change at any time.
  public static func naming(
    _ port: SerialPortDescription, among ports: [SerialPortDescription]
  ) -> SerialPortSelector {
    var wishes: [SerialPortSelector] = []
    if let usb = port.usb {
      if usb.hasTellingSerialNumber, let number = usb.serialNumber { wishes.append(.serial(number)) }
      if let name = port.pathName { wishes.append(.path(name)) }
      wishes.append(.path(port.key))
    }
    return wishes.first { wish in ports.allSatisfy { $0 == port || !wish.matches($0) } } ?? .node(port.node)
  }
}

/// The chosen port, and the other ports that match.
public struct SerialPortChoice: Sendable, Hashable {
  /// The chosen port.
  public var port: SerialPortDescription
  /// Other ports that match the selector, ordered by place.
  public var others: [SerialPortDescription] = []

  /// A note for the user: which port was chosen, why, and how to select the others.
  ///
  /// Nil if there was no choice.
  public var note: String?
}
