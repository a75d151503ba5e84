/// A way to name one serial port.
///
/// One grammar, wherever a port can be named:
///
/// | written | means |
/// |---|---|
/// | `auto` | the port of the receiver that is plugged in |
/// | `/dev/ttyACM0` | this node, or any link to it |
/// | `id:usb-u-blox_AG…-if00` | a link in `/dev/serial/by-id`, with or without the folder |
/// | `path:pci-0000:00:14.0-usb-0:1.2:1.0` | whatever is plugged in there |
/// | `path:pci-0000:00:14.0-usb-0:1.2:1.0` | the device that is plugged in there |
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
