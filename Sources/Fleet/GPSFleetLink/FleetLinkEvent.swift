internal import CGPSMosquitto

/// A message to or from a broker.
package struct FleetMessage: Sendable, Hashable {
  /// The topic.
  package var topic: String
  /// The content.
  package var payload: [UInt8]
  /// Whether the broker keeps it for later subscribers, or had kept it.
  package var isRetained: Bool

  package init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }
}

/// An event of a connection to a broker.
package enum FleetLinkEvent: Sendable, Hashable {
  /// The broker has accepted the connection.
  ///
  /// - Parameters:
  ///   - version: 5, or 4 for MQTT 3.1.1, which can't report that a message has no subscriber or is forbidden.
  ///   - largestPacket: The size of the largest packet that the broker accepts; 0 for any.
  case connected(version: Int, largestPacket: Int)
  /// The broker has answered a subscription; a reason below 128 is the granted quality of service.
  case subscribed(Int, FleetReason)
  case message(FleetMessage)
  /// The broker has answered a message of ours.
  case acknowledged(Int, FleetReason)
  /// The connection has ended, or was never established. Nothing follows.
  case ended(FleetLinkEnd)
}

/// A reason of a broker, with the numbers of MQTT 5.
package struct FleetReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let success = FleetReason(rawValue: 0)
  /// The broker has the message, but no client has subscribed to its topic.
  package static let noSubscribers = FleetReason(rawValue: 16)
  package static let unspecified = FleetReason(rawValue: 128)
  package static let unsupportedVersion = FleetReason(rawValue: 132)
  package static let invalidClient = FleetReason(rawValue: 133)
  /// The user's name or password is wrong.
  package static let badCredentials = FleetReason(rawValue: 134)
  package static let notAuthorized = FleetReason(rawValue: 135)
  package static let unavailable = FleetReason(rawValue: 136)
  /// Another connection of the same client name has taken its place.
  package static let takenOver = FleetReason(rawValue: 142)
  package static let packetTooLarge = FleetReason(rawValue: 149)

  /// Whether a connection is refused for its client's name, credentials or rights: also 138, banned, and 140, the wrong method.
  package var isOfClient: Bool {
    [.invalidClient, .badCredentials, .notAuthorized].contains(self) || rawValue == 138 || rawValue == 140
  }

  /// Whether the broker has refused.
  package var isRefusal: Bool { rawValue >= 128 }

  /// The number of MQTT 5 for an answer of MQTT 3.1.1 to a connection.
  init(oldAnswer: Int) {
    let numbers = [0, 132, 133, 136, 134, 135]
    self.init(rawValue: numbers.indices.contains(oldAnswer) ? numbers[oldAnswer] : 128)
  }

  /// The standard's name of the reason.
  package var description: String {
    switch self {
    case .success: "success"
    case .noSubscribers: "no subscribers"
    case .unsupportedVersion: "unsupported protocol version"
    case .invalidClient: "client name not accepted"
    case .badCredentials: "bad user name or password"
    case .notAuthorized: "not authorized"
    case .unavailable: "server unavailable"
    case .takenOver: "another client has connected with the same name"
    case .packetTooLarge: "packet too large"
    default: "reason \(rawValue)"
    }
  }
}

/// Why a connection has ended.
package enum FleetLinkEnd: Sendable, Hashable, CustomStringConvertible {
  /// The host has no address or does not accept a connection.
  case unreachable(String)
  /// The host has not answered within the limit, or not to a keep-alive.
  case silent
  /// The broker's certificate is not trusted, or ours is not.
  case untrusted(String)
  /// The broker has refused the connection.
  case refused(FleetReason)
  /// The broker has ended the connection, with a reason.
  case dismissed(FleetReason)
  /// The connection broke.
  case lost(String)

  /// The reason as text that follows the broker's name.
  package var description: String {
    switch self {
    case .unreachable(let words): "can't be reached: \(words)"
    case .silent: "does not answer"
    case .untrusted(let words): "has no trusted connection to us: \(words)"
    case .refused(let reason): "refuses the connection: \(reason)"
    case .dismissed(let reason): "has ended the connection: \(reason)"
    case .lost(let words): "has lost the connection: \(words)"
    }
  }
}
