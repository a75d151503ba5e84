/// The outputs that a server opened, changed, and closed.
package struct ServiceChange: Sendable, Hashable {
  /// Outputs that were opened, as they were named.
  package internal(set) var opened: [String] = []
  /// Outputs that stay open and send different sentences, starting with the next epoch.
  package internal(set) var changed: [String] = []
  package internal(set) var closed: [String] = []

  /// Whether nothing changed.
  package var isEmpty: Bool { opened.isEmpty && changed.isEmpty && closed.isEmpty }
}
