/// The reason why a publisher does not deliver, if there is one.
package enum FleetCondition: Sendable, Hashable {
  /// No attempt to connect has ended yet.
  case connecting
  /// It can't connect, for a reason in the words of the library or the system.
  case unreachable(String)
  /// The broker refuses the name, the password or the certificate.
  case notAdmitted(String)
  /// Another client connects under the same tenant and device.
  case takenOver
  /// Connected, and nothing has failed to be delivered.
  case delivering
  /// The broker reports that no collector subscribes.
  case noSubscriber
  /// The broker forbids the topic.
  case notAuthorized
  /// The broker refuses a message, with its reason code.
  case notAccepted(UInt8)
  /// No collector has answered since the last messages were sent.
  case silent

  /// Whether a connection that succeeds ends it.
  var isOfConnection: Bool {
    switch self {
    case .connecting, .unreachable, .notAdmitted, .takenOver: true
    case .delivering, .noSubscriber, .notAuthorized, .notAccepted, .silent: false
    }
  }
}

/// Why a connection ended, or could not be made.
package enum FleetEnd: Sendable, Hashable {
  /// The network, the server or TLS failed, in words of the library or the system.
  case failed(String)
  /// The broker refused to admit the client.
  case notAdmitted(String)
  /// The broker reports a session of the same client (reason 142).
  case takenOver
  /// The machine asked for it.
  case asked

  /// The condition of a publisher after it; nil if it stays the same.
  var condition: FleetCondition? {
    switch self {
    case .failed(let words): .unreachable(words)
    case .notAdmitted(let words): .notAdmitted(words)
    case .takenOver: .takenOver
    case .asked: nil
    }
  }
}
