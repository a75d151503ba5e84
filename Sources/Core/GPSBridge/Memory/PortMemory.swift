package import SerialPorts
internal import GPSBase
internal import GPSSystemCalls

/// The ports where receivers were found, kept between runs of a program.
///
/// The ids of a USB serial bridge don't identify the device attached to it. But a port that had a receiver
/// probably has one again, as long as the same kind of USB device is plugged in there.
package struct PortMemory: Hashable, Sendable {
  /// A port, and the receiver found there.
  package struct Entry: Hashable, Sendable {
    /// The port's place: `SerialPortDescription.key`.
    package var key: String
    /// The vendor and product ids, such as `1546:01a8`.
    package var usb: String
    /// The serial number of the device, if it has one.
    package var serial: String?
    /// The line speed at which the receiver was last read.
    package var speed: Int?
    /// The receiver's command dialect, if known.
    package var dialect: ReceiverDialect?
    /// When the receiver was last read, in seconds since 1970.
    package var seen: Int
  }

  /// All ports, ordered by last use, the most recent last.
  package private(set) var entries: [Entry] = []
  /// Older entries are dropped; users with more receivers must name one.
  private static let most = 64

  package init() {}

  // MARK: - Queries

  /// Returns the places where a receiver may be, given the current ports.
  package func keys(among ports: [SerialPortDescription]) -> Set<String> {
    Set(
      entries.filter { entry in
        guard let port = ports.first(where: { $0.key == entry.key }) else { return true }
        return Self.isSame(entry, port)
      }.map(\.key))
  }

  /// Returns the place of the current port that was last used.
  package func last(among ports: [SerialPortDescription]) -> String? {
    entries.last { entry in ports.contains { $0.key == entry.key && Self.isSame(entry, $0) } }?.key
  }

  /// The line speeds, by place.
  package var speeds: [String: Int] {
    Dictionary(entries.compactMap { entry in entry.speed.map { (entry.key, $0) } }, uniquingKeysWith: { $1 })
  }

  /// Returns the last known command dialect of the receiver at a place.
  package func dialect(at key: String) -> ReceiverDialect? { entries.last { $0.key == key }?.dialect }

  private static func isSame(_ entry: Entry, _ port: SerialPortDescription) -> Bool {
    port.usb.map { "\($0.identity)" == entry.usb && $0.serialNumber == entry.serial }
      ?? false
  }

  // MARK: - Updates

  /// Notes that a receiver was read at a port.
  ///
  /// Ports that are not on USB have no stable place, and are not stored.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - speed: The speed at which it was read; nil if the line has none.
  ///   - dialect: Its command dialect; nil keeps the known one.
  ///   - seconds: The time, in seconds since 1970.
  package mutating func spoke(
    _ port: SerialPortDescription, speed: Int?, dialect: ReceiverDialect? = nil, at seconds: Int
  ) {
    guard let usb = port.usb else { return }
    let known = entries.last { $0.key == port.key && Self.isSame($0, port) }
    entries.removeAll { $0.key == port.key }
    entries.append(
      Entry(
        key: port.key, usb: "\(usb.identity)", serial: usb.serialNumber, speed: speed,
        dialect: dialect ?? known?.dialect, seen: seconds))
    entries = Array(entries.suffix(Self.most))
  }

  // MARK: - Text

  /// Parses text written by ``text``.
  ///
  /// Other JSON yields an empty memory: the memory is a convenience, so a program should not stop for it.
  ///
  /// - Throws: An error if the text is not JSON, such as a truncated file.
  package init(text: [UInt8]) throws {
    entries = try JSON5Reader.read(text)["ports"]?.elements.compactMap(Entry.read).suffix(Self.most) ?? []
  }

  /// The memory as one line of JSON.
  package var text: [UInt8] {
    JSONWriter.line { file in
      file.array("ports") { ports in for entry in entries { ports.object(entry.write) } }
      file.member("v", 1)
    }
  }

  /// Reads a memory from a file.
  ///
  /// - Throws: An error if the file cannot be read, is larger than a megabyte, or is not JSON.
  package init(contentsOf path: String) throws {
    try self.init(
      text: MemoryFileError.attempt(.reading, path) { path throws(Errno) in try Kernel.wholeFile(path) })
  }

  /// Writes the memory to a file that only this user can read.
  ///
  /// The file is replaced atomically: after a power failure it has the old text or the new one.
  ///
  /// - Throws: An error if the file cannot be written; its folder must exist.
  package func write(to path: String) throws(MemoryFileError) {
    try MemoryFileError.attempt(.writing, path) { path throws(Errno) in
      try Kernel.replaceFile(path, with: text)
    }
  }
}

extension PortMemory.Entry {
  /// Parses an entry; nil without a key and the USB ids.
  ///
  /// Built in one expression: the optimizer crashes on an initializer that sets the properties one by one.
  fileprivate static func read(_ value: JSON5) -> Self? {
    guard let key = value["key"]?.text, let usb = value["usb"]?.text else { return nil }
    // A dialect from a later version counts as unknown.
    let dialect = value["dialect"]?.text
    return Self(
      key: key, usb: usb, serial: value["serial"]?.text, speed: value["speed"]?.wholeNumber,
      dialect: dialect.flatMap(ReceiverDialect.init(rawValue:)), seen: value["seen"]?.wholeNumber ?? 0)
  }

  /// Writes the entry without its unknown parts.
  fileprivate func write(to object: inout JSONWriter) {
    object.member("dialect", dialect?.rawValue)
    object.member("key", key)
    object.member("seen", seen)
    object.member("serial", serial)
    object.member("speed", speed)
    object.member("usb", usb)
  }
}

extension JSON5 {
  /// A number without a fraction.
  var wholeNumber: Int? { number.flatMap(Int.init(exactly:)) }
}
