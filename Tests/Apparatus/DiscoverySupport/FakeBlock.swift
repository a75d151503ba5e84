/// A device in the kernel's device tree, as simple as a fake needs it.
package struct FakeBlock: Sendable {
  /// The path without `/sys`.
  package var path: String
  package var subsystem: String
  package var driver: String?
  /// The properties from the kernel and from udev's rules.
  package var properties: [String: String] = [:]
  package var attributes: [String: String] = [:]

  package init(
    _ path: String, _ subsystem: String, driver: String? = nil, properties: [String: String] = [:],
    attributes: [String: String] = [:]
  ) {
    self.path = path
    self.subsystem = subsystem
    self.driver = driver
    self.properties = properties
    self.attributes = attributes
  }

  /// The description in umockdev's format.
  ///
  /// Without a node: umockdev would create a pseudo-terminal, and abort if the node reappears.
  package var umockdev: String {
    var lines = ["P: \(path)", "E: SUBSYSTEM=\(subsystem)"]
    lines += properties.sorted { $0.key < $1.key }.map { "E: \($0.key)=\($0.value)" }
    lines += attributes.sorted { $0.key < $1.key }.map { "A: \($0.key)=\(Self.escaped($0.value))\\n" }
    if let driver { lines.append("L: driver=../../../bus/\(subsystem)/drivers/\(driver)") }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\\") { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}
