/// The outputs that a server opened, changed, and closed.
public struct ServiceChange: Sendable, Hashable {
  /// Outputs that were opened, as they were named.
  public internal(set) var opened: [String] = []
  /// Outputs that stay open and send different sentences from the next epoch on.
  public internal(set) var changed: [String] = []
  /// Outputs that were closed.
  public internal(set) var closed: [String] = []

  /// Whether nothing changed.
  public var isEmpty: Bool { opened.isEmpty && changed.isEmpty && closed.isEmpty }
}
