/// What a port is taken for, and why.
public struct Classification: Sendable, Hashable {
  /// What stands behind the port.
  public var kind: SerialPortKind
  /// Why, in sentences for a person: what it is, whether it's opened unasked, and what to do.
  public var reason: String
  /// The device's name for a person, where the id tells it: "u-blox 7".
  public var model: String?

  /// Makes one from its parts.
  public init(kind: SerialPortKind, reason: String, model: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.model = model
  }
}
