/// One device of the kernel's tree, as far as a fake needs it.
package struct FakeBlock: Sendable {
  /// Its path without `/sys`.
  package var path: String
  package var subsystem: String
  package var driver: String?
  /// What the kernel and udev's rules say of it.
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

  /// The description that umockdev reads.
  ///
  /// Without a node: umockdev would put a pseudo-terminal there, and end the program when it comes a second time.
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
