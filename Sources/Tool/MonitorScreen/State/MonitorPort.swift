package import SerialPorts

/// A serial port as the screen names it to somebody who waits for a receiver.
package struct MonitorPort: Hashable, Sendable {
  package enum Guess: Hashable, Sendable {
    /// Anything may be behind it: it is not opened unasked.
    case mayBe
    /// The receiver of a modem, which must be switched on first.
    case modem
    /// It belongs to a receiver, and is being opened or watched.
    case receiver
    /// It is known to be something else.
    case other
  }

  package var node: String
  package var name: String
  package var guess: Guess

  package init(node: String, name: String, guess: Guess) {
    self.node = node
    self.name = name
    self.guess = guess
  }

  package init(_ port: SerialPortDescription) {
    node = port.node
    name = port.displayName
    guess =
      switch port.classification.kind {
      case .bridge, .unknown: .mayBe
      case .modemReceiver: .modem
      case .receiver, .binaryReceiver, .gateway: .receiver
      case .other: .other
      }
  }
}
