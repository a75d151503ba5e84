/// An event with its place in the history of a monitor, so that a consumer notices when it has missed one.
struct NumberedEvent: Sendable {
  /// One more than that of the event before.
  var number: Int
  var event: SerialPortEvent
}

/// The ports that are there after so many events.
struct PortSnapshot: Sendable {
  var number: Int
  var ports: [SerialPortDescription]
}
