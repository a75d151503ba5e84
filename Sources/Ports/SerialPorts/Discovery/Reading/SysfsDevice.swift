import GPSSystemCalls
internal import GPSBase

/// One device in the kernel's tree: a folder with an `uevent` file, whose parents are devices too.
///
/// ```
/// /sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/tty/ttyACM0
///              └ controller             │    │   │           └ the port
///                              root hub ┘    │   └ the interface of the plug
///                                 the plug ──┘
/// ```
struct SysfsDevice: Sendable, Hashable {
  /// The mount point of sysfs.
  let root: String
  /// The path below that, as udev writes it: `/devices/…`.
  let path: String

  init(root: String, path: String) {
    self.root = root
    self.path = path
  }

  /// A terminal by its name in `/sys/class/tty`.
  init?(root: String, terminal name: String) {
    guard let folder = Kernel.destination(ofLink: root + "/class/tty/" + name) else { return nil }
    guard folder.hasPrefix(root + "/") else { return nil }
    self.init(root: root, path: String(folder.dropFirst(root.utf8.count)))
    guard isThere else { return nil }
  }

  var folder: String { root + path }
  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
  var isThere: Bool { Kernel.exists(folder + "/uevent") }

  /// The nearest device above; folders that only group, as `tty`, are passed over.
  var parent: SysfsDevice? {
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
      rest = rest[..<slash]
      let above = SysfsDevice(root: root, path: String(rest))
      if above.isThere { return above }
    }
    return nil
  }

  /// All devices above, the nearest first.
  var ancestors: [SysfsDevice] { Array(sequence(first: self, next: \.parent).dropFirst()) }

  /// An attribute without the line end that the kernel puts behind it.
  func attribute(_ name: String) -> [UInt8]? {
    guard var bytes = Kernel.contents(of: folder + "/" + name) else { return nil }
    while bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }

  /// An attribute as fit to be shown; nil when it is empty.
  func text(_ name: String) -> String? { attribute(name).flatMap(DeviceText.read) }

  /// The last word of a link, which is how the kernel says `driver` and `subsystem`.
  func linkedName(_ name: String) -> String? {
    Kernel.link(folder + "/" + name)?.split(separator: "/").last.map(String.init)
  }

  var subsystem: String? { linkedName("subsystem") }
  var driver: String? { linkedName("driver") }
}

/// The pair of numbers by which the kernel knows a device node.
public struct DeviceNumber: Sendable, Hashable, Codable {
  /// Which driver: 166 is cdc_acm, 188 is usb-serial, 4 the ports of a PC, 136 a pseudo-terminal.
  public var major: UInt32
  /// Which of its devices.
  public var minor: UInt32

  /// Pairs two numbers.
  public init(major: UInt32, minor: UInt32) {
    self.major = major
    self.minor = minor
  }
}

extension DeviceNumber: CustomStringConvertible {
  /// The numbers as `ls -l` would show them, with a colon between: `166:0`.
  public var description: String { "\(major):\(minor)" }

  /// The numbers of a character device; nil for everything else.
  init?(at path: String) {
    guard let node = Kernel.node(path), node.isCharacterDevice else { return nil }
    self.init(major: node.major, minor: node.minor)
  }

  /// Reads the form that the kernel's `dev` attribute has.
  init?(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = UInt32(parts[0]), let minor = UInt32(parts[1]) else { return nil }
    self.init(major: major, minor: minor)
  }
}

/// Text that a device says of itself, made fit to be compared and shown.
///
/// The maker of a device chooses these bytes: they may move a cursor, reverse a line, be invalid UTF-8, or be forty
/// blanks. udev passes odd bytes on as `\x20`.
enum DeviceText {
  /// Longer than any string a USB descriptor can hold.
  private static let limit = 256

  /// Undoes `\xHH`, drops blanks at both ends, and writes what cannot be shown as `\xHH` again.
  ///
  /// Nil when nothing is left.
  static func read(_ bytes: [UInt8]) -> String? {
    let shown = shown(Array(trimmed(unescaped(bytes)).prefix(limit)))
    return shown.isEmpty ? nil : shown
  }

  /// Bytes with each `\xHH` replaced by the byte it stands for.
  static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), rest.count >= 4, rest[rest.startIndex + 1] == UInt8(ascii: "x"),
        let value = hexadecimal(rest[(rest.startIndex + 2)..<(rest.startIndex + 4)])
      {
        plain.append(value)
        rest = rest.dropFirst(4)
      } else {
        plain.append(byte)
        rest = rest.dropFirst()
      }
    }
    return plain
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    var value: UInt8 = 0
    for digit in digits {
      guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(number)
    }
    return value
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x00 || (0x09...0x0D).contains(byte) }
    var rest = bytes[...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// Bytes as text in which nothing can move a cursor.
  static func shown(_ bytes: [UInt8]) -> String { VisibleText.escaped(bytes) }
}
