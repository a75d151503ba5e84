internal import Glibc
public import SerialPorts
internal import GPSBase

/// Ports where a receiver once spoke, kept from one run of a program to the next.
///
/// The ids of a USB serial bridge do not tell what is behind it. A place where a receiver once spoke probably has one
/// again, as long as the same kind of device is plugged in there.
///
/// ```swift
/// var options = ReceiverOptions()
/// options.ports = (try? PortMemory(contentsOf: path)) ?? PortMemory()
/// let receiver = Receiver.shared(.auto, options: options)     // takes the port that spoke last, at its last speed
/// …
/// options.ports.spoke(port, speed: 38_400, dialect: receiver.dialect, at: now)
/// try options.ports.write(to: path)
/// ```
public struct PortMemory: Hashable, Sendable {
  /// A port, and the receiver that spoke there.
  public struct Entry: Hashable, Sendable {
    /// The port's place, as `SerialPortDescription.key` has it.
    public var key: String
    /// Vendor and product, as `1546:01a8`.
    public var usb: String
    /// The serial number of the device, if it has one.
    public var serial: String?
    /// The speed of the line at which it was understood last.
    public var speed: Int?
    /// The dialect that it understands, if that was found out.
    public var dialect: ReceiverDialect?
    /// When it spoke last, in seconds since 1970.
    public var seen: Int
  }

  /// All ports, the one that spoke last at the end.
  public private(set) var entries: [Entry] = []
  /// Older ones are forgotten: with more receivers than this, name one.
  private static let most = 64

  /// Remembers nothing yet.
  public init() {}

  // MARK: - Questions

  /// The places where a receiver may be, judged by the ports that are there now.
  public func keys(among ports: [SerialPortDescription]) -> Set<String> {
    Set(
      entries.filter { entry in
        guard let port = ports.first(where: { $0.key == entry.key }) else { return true }
        return Self.isSame(entry, port)
      }.map(\.key))
  }

  /// The place of the port that spoke last, of those that are there.
  public func last(among ports: [SerialPortDescription]) -> String? {
    entries.last { entry in ports.contains { $0.key == entry.key && Self.isSame(entry, $0) } }?.key
  }

  /// The speeds of lines, by place.
  public var speeds: [String: Int] {
    Dictionary(entries.compactMap { entry in entry.speed.map { (entry.key, $0) } }, uniquingKeysWith: { $1 })
  }

  /// The commands that the receiver at a place understood last.
  public func dialect(at key: String) -> ReceiverDialect? { entries.last { $0.key == key }?.dialect }

  private static func isSame(_ entry: Entry, _ port: SerialPortDescription) -> Bool {
    port.usb.map { "\(VendorAndProduct($0.identity))" == entry.usb && $0.serialNumber == entry.serial }
      ?? false
  }

  // MARK: - News

  /// Notes that a receiver has spoken at a port.
  ///
  /// Ports that are not on USB have no place to be known by, and are not remembered.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - speed: The speed at which it was understood; nil if the line has none.
  ///   - dialect: The dialect that it understands; nil keeps the known one.
  ///   - seconds: The time, in seconds since 1970.
  public mutating func spoke(
    _ port: SerialPortDescription, speed: Int?, dialect: ReceiverDialect? = nil, at seconds: Int
  ) {
    guard let usb = port.usb else { return }
    let known = entries.last { $0.key == port.key && Self.isSame($0, port) }
    entries.removeAll { $0.key == port.key }
    entries.append(
      Entry(
        key: port.key, usb: "\(VendorAndProduct(usb.identity))", serial: usb.serialNumber, speed: speed,
        dialect: dialect ?? known?.dialect, seen: seconds))
    entries = Array(entries.suffix(Self.most))
  }

  // MARK: - Text

  /// Reads a text that ``text`` has written.
  ///
  /// Other JSON gives an empty memory: this is a convenience, and no reason to stop.
  ///
  /// - Throws: An error if it is no JSON, as in a file that was cut.
  public init(text: [UInt8]) throws {
    entries = try JSON5Reader.read(text)["ports"]?.elements.compactMap(Entry.read).suffix(Self.most) ?? []
  }

  /// The memory as JSON, one line.
  public var text: [UInt8] {
    var writer = JSONWriter()
    writer.object { file in
      file.array("ports") { ports in
        for entry in entries { ports.object(entry.write) }
      }
      file.member("v", 1)
    }
    writer.newLine()
    return writer.bytes
  }
}

extension PortMemory.Entry {
  /// Reads an entry; without a key and the ids of a device it is none.
  ///
  /// Made as a whole: of an initializer that sets one part behind the other, the compiler breaks down when it optimizes.
  fileprivate static func read(_ value: JSON5) -> Self? {
    guard let key = value["key"]?.text, let usb = value["usb"]?.text else { return nil }
    // A dialect of a later version is none here.
    let dialect = value["dialect"]?.text
    return Self(
      key: key, usb: usb, serial: value["serial"]?.text, speed: value["speed"]?.wholeNumber,
      dialect: dialect.flatMap(ReceiverDialect.init(rawValue:)), seen: value["seen"]?.wholeNumber ?? 0)
  }

  /// Writes the entry; parts that are not known are left out.
  fileprivate func write(to object: inout JSONWriter) {
    object.member("dialect", dialect?.rawValue)
    object.member("key", key)
    object.member("seen", seen)
    object.member("serial", serial)
    object.member("speed", speed)
    object.member("usb", usb)
  }
}

/// A device's kind, without the interface.
private struct VendorAndProduct: CustomStringConvertible {
  let identity: USBIdentity

  init(_ identity: USBIdentity) { self.identity = identity }

  var description: String { "\(Self.hexadecimal(identity.vendor)):\(Self.hexadecimal(identity.product))" }

  private static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension PortMemory {
  /// Reads a memory from a file.
  ///
  /// - Throws: An error if the file cannot be read, is longer than a megabyte, or is no JSON.
  public init(contentsOf path: String) throws {
    try self.init(text: StateFile.read(path))
  }

  /// Writes the memory to a file that only this user may read.
  ///
  /// Readers find the old text or the new one, never a part, also after a power cut.
  ///
  /// - Throws: An error if the file cannot be written; its folder must be there.
  public func write(to path: String) throws(FileError) { try StateFile.write(text, to: path) }

  /// Why a memory could not be read or written.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    enum Action: String, Sendable, Hashable { case reading = "read", writing = "write" }

    /// The file.
    public let path: String
    /// The system's number for the reason.
    public let errno: Int32
    private let action: Action

    /// Whether there is no such file.
    var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

    init(_ action: Action, _ path: String, errno: Int32) {
      self.action = action
      self.path = path
      self.errno = errno
    }

    /// The reason as a line for people: `cannot write ports.json: No space left on device`.
    public var description: String {
      "cannot \(action.rawValue) \(ShortText.harmless(path)): \(reason)"
    }

    /// The reason in the system's words, without the file's name: `No space left on device`.
    public var reason: String {
      unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    }
  }
}

extension JSON5 {
  /// A number without a fraction.
  var wholeNumber: Int? { number.flatMap(Int.init(exactly:)) }
}
