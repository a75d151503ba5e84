internal import GPSBase
package import GPSFleetProtocol

/// The reason why a publisher does not deliver, for people: the fact, its cause, the remedy, and what happens meanwhile.
package struct FleetAdvice: Sendable, Hashable {
  package let what: String
  package let why: String
  package let remedy: String
  package let expectation: String

  /// Creates the advice for a condition; nil if there is nothing to do.
  package init?(_ condition: FleetCondition) {
    expectation = "nothing is lost: the store keeps all entries, and they are sent afterward"
    switch condition {
    case .connecting, .delivering: return nil
    case .notTried(let words):
      what = "no connection can be tried"
      why = VisibleText.replaced(words)
      remedy = "correct that; it is tried again"
    case .unreachable(let words):
      what = "the broker can't be reached"
      why = VisibleText.replaced(words)
      remedy = "check its address and the network; it is tried again"
    case .untrusted(let words):
      what = "there is no trusted connection to the broker"
      why = VisibleText.replaced(words)
      remedy = "check --ca, the host name in the broker's certificate, and --cert"
    case .refused(let words):
      what = "the broker refuses the connection"
      why = VisibleText.replaced(words)
      remedy = "look into the broker's log; it is tried again"
    case .notSubscribed(let words):
      what = "this device can't subscribe at the broker"
      why = VisibleText.replaced(words)
      remedy = "check that its access list lets this device read its topic ack and the collectors' states"
    case .lost(let words):
      what = "the connection to the broker broke"
      why = VisibleText.replaced(words)
      remedy = "it is made again; if it breaks often, look into the broker's log"
    case .notAdmitted(let words):
      what = "the broker does not admit this device"
      why = VisibleText.replaced(words)
      remedy = "check the user, the password file and the certificates"
    case .takenOver:
      what = "another client has this device's name"
      why = "a broker accepts one connection for each tenant and device"
      remedy = "stop the other publisher, or choose another name with --device"
    case .noSubscriber:
      what = "no collector is connected"
      why = "the broker reports that the messages have no subscriber"
      remedy = "start gpsbridge-collect at this broker"
    case .noCollector:
      what = "the last collector has disconnected"
      why = "its state at the broker is offline"
      remedy = "start gpsbridge-collect at this broker"
    case .notAuthorized:
      what = "the broker forbids this device's topic"
      why = "its access list has no such right for this user or certificate"
      remedy = "allow this device to write its topics, or check --tenant and --device"
    case .notAccepted(149):
      what = "the broker accepts no packets of this size"
      why = "even a message with a single entry is larger than its limit"
      remedy = "raise the limit, in mosquitto max_packet_size"
    case .notAccepted(let reason):
      what = "the broker refuses messages"
      why = "its reason has the number \(reason)"
      remedy = "look into the broker's log"
    case .silent:
      what = "no collector answers"
      why = "messages were sent, and none was reported as committed"
      remedy = "check gpsbridge-collect, its database, and its right to write the topic ack"
    case .unlisted:
      what = "no collector takes this device's entries"
      why = "one has answered that its list lacks this device, and no other one has committed them"
      remedy = "add the device to --devices of gpsbridge-collect, or check --tenant and --device"
    }
  }

  /// The advice in one line.
  package var line: String { "\(what) (\(why)); \(remedy)" }
}
