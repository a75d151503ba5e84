/// What has become different at the outputs of a server.
public struct ServiceChange: Sendable, Hashable {
  /// Outputs that were opened, as they were named.
  public internal(set) var opened: [String] = []
  /// Outputs that stay open, and tell other sentences from the next epoch on.
  public internal(set) var changed: [String] = []
  /// Outputs that were closed.
  public internal(set) var closed: [String] = []

  /// Whether all is as it was.
  public var isEmpty: Bool { opened.isEmpty && changed.isEmpty && closed.isEmpty }
}
