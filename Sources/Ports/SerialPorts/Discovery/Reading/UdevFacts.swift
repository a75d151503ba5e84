/// What udev knows about one device beyond the kernel: the work of its rules.
struct UdevFacts: Sendable, Hashable {
  /// Properties, their values as the bytes they came in.
  var properties: [String: [UInt8]] = [:]
  /// Symbolic links to the node that this device claims, whole paths.
  ///
  /// Two devices may claim the same one: only one of them has it.
  var links: [String] = []

  /// A property as fit to be shown; nil when it is missing or empty.
  func text(_ name: String) -> String? { properties[name].flatMap(DeviceText.read) }

  /// Whether a property is set to one.
  func isSet(_ name: String) -> Bool { properties[name] == [UInt8(ascii: "1")] }
}
