/// The reason why a publisher does not deliver, if there is one; texts are words of the library, the system or the broker.
package enum FleetCondition: Sendable, Hashable {
  /// No attempt to connect has ended yet.
  case connecting
  /// A setting or the installation must change before it can connect.
  case notTried(String)
  /// The host has no address, accepts no connection, or does not answer.
  case unreachable(String)
  /// The certificate of the broker is not trusted, or the device's is not.
  case untrusted(String)
  /// The broker refuses the name, the password or the right to connect.
  case notAdmitted(String)
  /// The broker refuses the connection for another reason.
  case refused(String)
  /// The broker refuses a subscription, or does not answer it.
  case notSubscribed(String)
  /// The connection broke, or the broker has ended it.
  case lost(String)
  /// Another client connects under the same tenant and device.
  case takenOver
  /// Connected, and nothing has failed to be delivered.
  case delivering
  /// The broker reports that no collector subscribes.
  case noSubscriber
  /// The last collector in sight has disconnected.
  case noCollector
  /// The broker forbids the topic.
  case notAuthorized
  /// A message is not accepted, with the reason code of MQTT 5.
  case notAccepted(UInt8)
  /// No collector has answered since the last messages were sent.
  case silent
  /// A collector has answered that its list lacks the device, and no other one has committed what was sent.
  case unlisted

  /// Whether a connection that succeeds ends it.
  var isOfConnection: Bool {
    switch self {
    case .connecting, .notTried, .unreachable, .untrusted, .notAdmitted, .refused, .notSubscribed, .lost,
      .takenOver:
      true
    case .delivering, .noSubscriber, .noCollector, .notAuthorized, .notAccepted, .silent, .unlisted: false
    }
  }
}

/// Why a connection ended, or could not be made; the texts are the condition's.
package enum FleetEnd: Sendable, Hashable {
  /// It was not tried: a setting or the installation must change first.
  case notTried(String)
  /// The host could not be reached.
  case failed(String)
  /// One side does not trust the certificate of the other.
  case untrusted(String)
  /// The broker refused to admit the client.
  case notAdmitted(String)
  /// The broker refused the connection for another reason.
  case refused(String)
  /// The client can't subscribe.
  case notSubscribed(String)
  /// The connection broke, or the broker has ended it.
  case lost(String)
  /// The broker reports a session of the same client (reason 142).
  case takenOver
  /// The machine asked for it.
  case asked

  /// The condition of a publisher after it; nil if it stays the same.
  var condition: FleetCondition? {
    switch self {
    case .notTried(let words): .notTried(words)
    case .failed(let words): .unreachable(words)
    case .untrusted(let words): .untrusted(words)
    case .notAdmitted(let words): .notAdmitted(words)
    case .refused(let words): .refused(words)
    case .notSubscribed(let words): .notSubscribed(words)
    case .lost(let words): .lost(words)
    case .takenOver: .takenOver
    case .asked: nil
    }
  }
}
