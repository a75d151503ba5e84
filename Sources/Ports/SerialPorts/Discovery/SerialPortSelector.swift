import GPSSystemCalls

/// A way to name one serial port.
///
/// One grammar, wherever a port can be named:
///
/// | written | means |
/// |---|---|
/// | `auto` | the port of the receiver that is plugged in |
/// | `/dev/ttyACM0` | this node, or any link to it |
/// | `id:usb-u-blox_AG…-if00` | a link in `/dev/serial/by-id`, with or without the folder |
/// | `path:pci-0000:00:14.0-usb-0:1.2:1.0` | the device that is plugged in there |
/// | `serial:DU0D6HPX` | the device that gives this serial number |
/// | `usb:1546:01a8` | the device with this vendor and product number, in hexadecimal |
///
/// ```swift
/// let selector = try SerialPortSelector("usb:1546:01a8")
/// let port = try selector.resolve(among: SerialPortDescription.all())
/// ```
public enum SerialPortSelector: Sendable, Hashable {
  /// The receiver, when the ids tell which it is.
  case auto
  /// A device node, or a link to one.
  case node(String)
  /// A name in `/dev/serial/by-id`.
  case id(String)
  /// A place.
  ///
  /// As udev's `ID_PATH`, as a name in `/dev/serial/by-path`, as a ``SerialPortDescription/key``; or without the
  /// interface, `…-usb-0:1.2`, when the device there has only one port.
  case path(String)
  /// A serial number, as the device says it.
  case serial(String)
  /// A vendor and a product number.
  case usb(vendor: UInt16, product: UInt16)

  /// Reads a selector as a person writes it.
  public init(_ text: String) throws(SerialPortSelectionError) {
    if text == "auto" {
      self = .auto
    } else if text.hasPrefix("/") {
      // Only the form is checked here; whether the node exists is a question for `resolve`.
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

  /// One to four hexadecimal digits; `UInt16` alone would take a sign as well.
  private static func number(_ digits: Substring) -> UInt16? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt16(digits, radix: 16)
  }
}

extension SerialPortSelector: CustomStringConvertible {
  /// The selector as it is written.
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
}

/// The port that was chosen, and those that could have been.
public struct SerialPortChoice: Sendable, Hashable {
  /// The chosen one.
  public var port: SerialPortDescription
  /// Others that the selector meant as well, in the order of their places.
  public var others: [SerialPortDescription] = []

  /// A note for the user: which port was taken, why, and how to name the others.
  ///
  /// Nil when there was nothing to choose.
  public var note: String?
}

extension SerialPortSelector {
  /// The one port that is meant.
  ///
  /// Like ``choose(among:preferring:roots:)``, without the account of the other ports.
  public func resolve(
    among ports: [SerialPortDescription], preferring preferred: String? = nil, roots: SystemRoots = .standard
  ) throws(SerialPortSelectionError) -> SerialPortDescription {
    try choose(among: ports, preferring: preferred, roots: roots).port
  }

  /// The one port that is meant, and what could have been meant as well.
  ///
  /// Only `auto` ever chooses: among several receivers it takes the preferred one, else the first by its place. A
  /// generic bridge is never taken unasked: opening it may reset the board behind it. Every other selector must mean
  /// exactly one port. A node may also be one that no listing has, such as a pseudo-terminal: it is looked for in
  /// the roots.
  ///
  /// - Parameters:
  ///   - ports: The ports that there are.
  ///   - preferred: The ``SerialPortDescription/key`` of the port that was used last.
  ///   - roots: The folders in which to look for a node that is not among the ports.
  /// - Returns: The port, and the others with a line about them where there was a choice.
  /// - Throws: An error if it is not exactly one port, with all that may have been meant.
  public func choose(
    among ports: [SerialPortDescription], preferring preferred: String? = nil, roots: SystemRoots = .standard
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
      "\(receivers.count) receivers are plugged in; \(port.node) (\(port.displayName)) was taken, \(why). "
      + "To take another, name it: " + names.joined(separator: ", ") + "."
    return SerialPortChoice(port: port, others: others, note: note)
  }

  /// A node that no listing has: the user's own link to a listed port, or a terminal of another kind.
  private static func find(
    _ path: String, among ports: [SerialPortDescription], in roots: SystemRoots
  ) -> SerialPortDescription? {
    // The kernel's names end at a zero: behind one could stand anything.
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
      expected: "say which one", candidates: Self.candidates(meant, among: ports))
  }

  private static func candidates(
    _ meant: [SerialPortDescription], among ports: [SerialPortDescription]
  ) -> [SerialPortSelectionError.Candidate] {
    meant.map { SerialPortSelectionError.Candidate(port: $0, selector: naming($0, among: ports)) }
  }
}

extension SerialPortSelector {
  /// Whether a port is meant by this selector, as far as the port itself tells.
  ///
  /// `auto` means receivers only: never a bridge, behind which anything may be.
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

  /// All the names that a port's place has.
  private static func places(of port: SerialPortDescription) -> [String] {
    let byPath = port.linksByPath.map { String($0.dropFirst("/dev/serial/by-path/".utf8.count)) }
    guard let name = port.pathName else { return byPath + [port.key] }
    return byPath + [port.key, name, plug(of: name)]
  }

  /// A place without the interface behind the last colon: what a person sees of it from outside.
  private static func plug(of name: String) -> String {
    guard name.split(separator: "-").dropLast().contains("usb"), let colon = name.lastIndex(of: ":") else {
      return name
    }
    return String(name[..<colon])
  }

  /// The selector that names a port and none of the others, the longest-lived first.
  ///
  /// A serial number goes with the device from plug to plug, where it tells devices apart; a place stays
  /// when the device is replaced; a node is only today's name.
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
