import GPSSystemCalls
internal import GPSBase

/// A device in the kernel's tree: a folder with an `uevent` file, below the folders of its parents.
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
  /// The path below the root, in udev's notation: `/devices/…`.
  let path: String

  init(root: String, path: String) { (self.root, self.path) = (root, path) }

  /// Creates the device of a terminal from its name in `/sys/class/tty`.
  init?(root: String, terminal name: String) {
    guard let folder = Kernel.destination(ofLink: root + "/class/tty/" + name) else { return nil }
    guard folder.hasPrefix(root + "/") else { return nil }
    self.init(root: root, path: String(folder.dropFirst(root.utf8.count)))
    guard isThere else { return nil }
  }

  var folder: String { root + path }
  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
  var isThere: Bool { Kernel.exists(folder + "/uevent") }

  /// The nearest device above; grouping folders, such as `tty`, are skipped.
  var parent: SysfsDevice? {
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
      rest = rest[..<slash]
      let above = SysfsDevice(root: root, path: String(rest))
      if above.isThere { return above }
    }
    return nil
  }

  /// All devices above, nearest first.
  var ancestors: [SysfsDevice] { Array(sequence(first: self, next: \.parent).dropFirst()) }

  /// An attribute without the kernel's trailing line end.
  func attribute(_ name: String) -> [UInt8]? {
    guard var bytes = Kernel.contents(of: folder + "/" + name) else { return nil }
    while bytes.last == 0x0A { bytes.removeLast() }
    return bytes
  }

  /// An attribute as sanitized text; nil if it is empty.
  func text(_ name: String) -> String? { attribute(name).flatMap(DeviceText.read) }

  /// The last component of a link, such as `driver` or `subsystem`.
  func linkedName(_ name: String) -> String? {
    Kernel.link(folder + "/" + name)?.split(separator: "/").last.map(String.init)
  }

  var subsystem: String? { linkedName("subsystem") }
  var driver: String? { linkedName("driver") }
}

/// The numbers by which the kernel identifies a device node.
package struct DeviceNumber: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The driver's number: 166 is cdc_acm, 188 is usb-serial, 4 the ports of a PC, 136 a pseudo-terminal.
  package var major: UInt32
  /// The device's number within its driver.
  package var minor: UInt32

  package init(major: UInt32, minor: UInt32) { (self.major, self.minor) = (major, minor) }

  /// The numbers separated by a colon: `166:0`.
  package var description: String { "\(major):\(minor)" }

  /// Reads the numbers of a character device; returns nil for other files.
  init?(at path: String) {
    guard let node = Kernel.node(path), node.isCharacterDevice else { return nil }
    self.init(major: node.major, minor: node.minor)
  }

  /// Parses the kernel's `dev` attribute.
  init?(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = UInt32(parts[0]), let minor = UInt32(parts[1]) else { return nil }
    self.init(major: major, minor: minor)
  }
}

/// Text from a device, sanitized for comparison and display.
///
/// The maker of a device chooses these bytes: they may move a cursor, reverse a line, be invalid UTF-8, or be
/// forty blanks. udev encodes unusual bytes as `\x20`.
enum DeviceText {
  /// More than any string in a USB descriptor.
  private static let limit = 256

  /// Decodes `\xHH`, trims blanks, and escapes unprintable bytes as `\xHH` again.
  ///
  /// Returns nil if the result is empty.
  static func read(_ bytes: [UInt8]) -> String? {
    let shown = shown(Array(trimmed(unescaped(bytes)).prefix(limit)))
    return shown.isEmpty ? nil : shown
  }

  /// Replaces each `\xHH` by the byte it stands for.
  static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), rest.count >= 4, rest[rest.startIndex + 1] == UInt8(ascii: "x"),
        let value = Hexadecimal.byte(rest[(rest.startIndex + 2)..<(rest.startIndex + 4)])
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

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x00 || (0x09...0x0D).contains(byte) }
    var rest = bytes[...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  /// Converts bytes to text that cannot move a cursor.
  static func shown(_ bytes: [UInt8]) -> String { VisibleText.escaped(bytes) }
}
