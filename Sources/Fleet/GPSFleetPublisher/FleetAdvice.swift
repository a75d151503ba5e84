internal import GPSBase
package import GPSFleetProtocol

/// The reason why a publisher does not deliver, as text: the fact, its cause, and the remedy.
package struct FleetAdvice: Sendable, Hashable {
  package let what: String
  package let why: String
  package let remedy: String

  /// Creates the advice for a condition; nil if there is nothing to do.
  package init?(_ condition: FleetCondition, _ receiver: PostSettings.Receiver = .collector) {
    guard let parts = Self.parts(condition, isCollector: receiver == .collector) else { return nil }
    (what, why, remedy) = parts
  }

  private static func parts(_ condition: FleetCondition, isCollector: Bool) -> (String, String, String)? {
    let server = isCollector ? "the collector" : "the server"
    let full = "the collector can't commit now"
    return switch condition {
    case .starting, .delivering: nil
    case .notTried(let words):
      ("nothing can be sent", VisibleText.replaced(words), "correct that; it is tried again")
    case .unreachable(let words):
      (
        "\(server) can't be reached", VisibleText.replaced(words),
        "check its address and the network; the program retries"
      )
    case .untrusted(let words):
      (
        "there is no trusted connection to \(server)", VisibleText.replaced(words),
        "check --ca, the host name in the server's certificate, and --cert"
      )
    case .slow:
      (
        "\(server) does not answer in time", "a whole answer took more than 30 s",
        isCollector ? "check the proxy, gpsbridge-collect and its database" : "look into the server's log"
      )
    case .lost(let words):
      (
        "the connection to \(server) broke", VisibleText.replaced(words),
        "it is made again; if it breaks often, look into the log of the proxy or the server"
      )
    case .otherStatus(let status) where isCollector:
      (
        "no collector answers",
        "an answer with status \(status) is not a collector's"
          + (status == 200 ? "; a network with a login page answers so, too" : ""),
        "check the address, the proxy and gpsbridge-collect"
      )
    case .otherStatus(let status):
      (
        "the server does not accept positions", "its answer has status \(status)",
        [401, 403].contains(status)
          ? "check --user and --password-file" : "check the address, and that the server knows the device"
      )
    case .outdated:
      (
        "a collector writes to an old primary", "its database has an earlier timeline than the last one",
        "connect it to the new primary, and end the old one"
      )
    case .refused(.unknownToken, _):
      (
        "the collector does not know the token", "no device has it",
        "write the device's token into the file of --token-file; gpsbridge-collect device add prints it"
      )
    case .refused(.revoked, _):
      (
        "the token was revoked", "gpsbridge-collect device revoke ended it",
        "write another one into the file of --token-file"
      )
    case .refused(.suspended, _):
      ("the collector takes nothing of this tenant", "it is suspended", "ask the operator of the collector")
    case .refused(.secondInstallation, let owner):
      (
        "another store sends as this device",
        owner.map { "its installation begins with \(VisibleText.replaced($0, limit: 8))" }
          ?? "the collector knows its installation",
        "give this device a token of its own, or let gpsbridge-collect device adopt it"
      )
    case .refused(let word, _):
      (
        "the collector does not understand the request", "its answer is: \(word.rawValue)",
        "check that gpsbridge and gpsbridge-collect have the same version, and the proxy"
      )
    case .postponed(.rate):
      ("this device sends too much", "its tenant has a limit", "ask the operator; it is sent more slowly")
    case .postponed(.unknownTokens):
      (full, "too many unknown tokens are sent to it", "it is tried again; the operator sees the cause")
    case .postponed(.away): (full, "its database is away, or too slow", "it is tried again; check PostgreSQL")
    case .postponed(.full):
      (full, "too many batches wait", "it is tried again; check PostgreSQL, or start another collector")
    case .postponed(.locked): (full, "a table is locked", "it is tried again; end what holds the lock")
    case .postponed(.noRoom): (full, "the database has no room", "make room on its disk")
    case .postponed: (full, "the database has other tables", "call gpsbridge-collect --create")
    }
  }

  package var line: String { "\(what) (\(why)); \(remedy)" }
}
