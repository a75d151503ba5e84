internal import CommandLineTable
internal import GPSBridge
package import SerialPorts
package import Texts
internal import ToolFiles

/// The ports behind which a receiver once spoke, kept from one run to the next.
///
/// Ids of bridges do not tell what is behind them. What has spoken once at a place is the receiver, as long as the same kind
/// of device is there.
package struct PortMemory: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The port's place, as `SerialPortDescription.key` has it.
    package var key: String
    /// Vendor and product, as `1546:01a8`.
    package var usb: String
    package var serial: String?
    package var speed: Int?
    /// When it spoke last, in seconds since 1970.
    package var seen: Int

    package init(
      key: String, usb: String, serial: String? = nil, speed: Int? = nil, seen: Int
    ) {
      self.key = key
      self.usb = usb
      self.serial = serial
      self.speed = speed
      self.seen = seen
    }
  }

  /// The one that spoke last stands last.
  package private(set) var entries: [Entry] = []
  /// Whoever has had more receivers than that can name one.
  private static let most = 64

  package init() {}

  // MARK: What it is asked

  /// Places where the device that spoke there may be, judged by the ports that are there now.
  package func keys(among ports: [SerialPortDescription]) -> Set<String> {
    Set(
      entries.filter { entry in
        guard let port = ports.first(where: { $0.key == entry.key }) else { return true }
        return Self.isSame(entry, port)
      }.map(\.key))
  }

  /// The place of the port that spoke last, of those that are there.
  package func last(among ports: [SerialPortDescription]) -> String? {
    entries.last { entry in ports.contains { $0.key == entry.key && Self.isSame(entry, $0) } }?.key
  }

  /// Speeds by place, for the library.
  package var speeds: [String: Int] {
    Dictionary(entries.compactMap { entry in entry.speed.map { (entry.key, $0) } }, uniquingKeysWith: { $1 })
  }

  private static func isSame(_ entry: Entry, _ port: SerialPortDescription) -> Bool {
    port.usb.map { "\(VendorAndProduct($0.identity))" == entry.usb && $0.serialNumber == entry.serial }
      ?? false
  }

  // MARK: What it is told

  /// A port has spoken; ports that are not on USB have no place to be known by.
  package mutating func spoke(_ port: SerialPortDescription, speed: Int?, at seconds: Int) {
    guard let usb = port.usb else { return }
    entries.removeAll { $0.key == port.key }
    entries.append(
      Entry(
        key: port.key, usb: "\(VendorAndProduct(usb.identity))", serial: usb.serialNumber, speed: speed,
        seen: seconds))
    entries = Array(entries.suffix(Self.most))
  }

  // MARK: Text

  package init(text bytes: [UInt8]) throws(JSON5Error) {
    let root = try JSON5Reader.read(bytes)
    entries = (root["ports"]?.elements ?? []).compactMap { port in
      guard let key = port["key"]?.text, let usb = port["usb"]?.text else { return nil }
      return Entry(
        key: key, usb: usb, serial: port["serial"]?.text, speed: Self.whole(port["speed"]),
        seen: Self.whole(port["seen"]) ?? 0)
    }.suffix(Self.most)
  }

  package var text: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("v", 1)
      json.array("ports") { json in
        for entry in entries {
          json.object { json in
            json.member("key", entry.key)
            json.member("usb", entry.usb)
            json.member("serial", entry.serial)
            json.member("speed", entry.speed)
            json.member("seen", entry.seen)
          }
        }
      }
    }
    json.newLine()
    return json.bytes
  }

  private static func whole(_ value: JSON5?) -> Int? {
    guard let number = value?.number, abs(number) < 1e15 else { return nil }
    return Int(number)
  }
}

/// A device's kind, without the interface.
private struct VendorAndProduct: CustomStringConvertible {
  let identity: USBIdentity

  init(_ identity: USBIdentity) { self.identity = identity }

  var description: String {
    ShownText.hexadecimal(UInt32(identity.vendor), digits: 4) + ":"
      + ShownText.hexadecimal(UInt32(identity.product), digits: 4)
  }
}

extension PortMemory {
  private static var path: [UInt8]? { UserFolders.state.map { Array("\($0)/ports.json".utf8) } }

  /// What was remembered; nothing where the file is missing, or is not what this program writes.
  package static func load() -> PortMemory {
    do {
      guard let path, let bytes = try SmallFile.read(path) else { return PortMemory() }
      return try PortMemory(text: bytes)
    } catch {
      // It is a convenience: a receiver that can't be remembered is named by its user.
      return PortMemory()
    }
  }

  /// Keeps it.
  func save() throws(Complaint) {
    guard let folder = UserFolders.state, let path = Self.path else { return }
    try SmallFile.makeFolder(Array(folder.utf8))
    try SmallFile.write(text, to: path)
  }
}
