import Foundation
import GPSEventRuntime
import GPSSystemCalls
import TestSupport

@testable import GPSFleetLink

/// A link on a loop of its own, and what it has reported.
final class Observed: Sendable {
  private let loop = EventLoop()
  private let link: FleetLink
  private let reported = Guarded<[FleetLinkEvent]>([])

  init(_ settings: FleetLinkSettings) {
    loop.start()
    let reported = reported
    link = FleetLink(on: loop, settings) { event in reported.withLock { $0.append(event) } }
  }

  /// A link to a port of this machine, without encryption.
  convenience init(
    _ port: UInt16, client: String = "one", _ change: (inout FleetLinkSettings) -> Void = { _ in }
  )
    throws
  {
    var settings = FleetLinkSettings(try BrokerAddress("mqtt://127.0.0.1:\(port)"), client: client)
    change(&settings)
    self.init(settings)
  }

  /// A link to a port of this machine that has a connection, or its end.
  static func connected(
    _ port: UInt16, client: String = "one", _ change: (inout FleetLinkSettings) -> Void = { _ in }
  ) throws -> Observed {
    let link = try Observed(port, client: client, change)
    try link.connectAndWait()
    return link
  }

  deinit {
    close()
    loop.stop()
  }

  var events: [FleetLinkEvent] { reported.withLock { $0 } }
  var messages: [FleetMessage] {
    events.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }
  var answers: [Int: FleetReason] {
    var answers: [Int: FleetReason] = [:]
    for case .acknowledged(let number, let reason) in events { answers[number] = reason }
    return answers
  }
  var end: FleetLinkEnd? {
    for case .ended(let end) in events { return end }
    return nil
  }
  /// The name of the end's case, without its words.
  var kindOfEnd: String? {
    switch end {
    case .unreachable: "unreachable"
    case .silent: "silent"
    case .untrusted: "untrusted"
    case .refused: "refused"
    case .dismissed: "dismissed"
    case .lost: "lost"
    case nil: nil
    }
  }
  var version: Int? {
    for case .connected(let version, _) in events { return version }
    return nil
  }

  func connect() throws {
    let fault = loop.sync { [link] in
      link.assumeIsolated { link -> FleetLinkFault? in
        do throws(FleetLinkFault) { try link.connect() } catch { return error }
        return nil
      }
    }
    if let fault { throw fault }
  }

  func connectAndWait() throws {
    try connect()
    try wait("a connection") { $0.version != nil || $0.end != nil }
  }

  func close() { loop.sync { [link] in link.assumeIsolated { $0.close() } } }

  @discardableResult func publish(_ message: FleetMessage, quality: Int = 1) -> Int? {
    loop.sync { [link] in link.assumeIsolated { $0.publish(message, quality: quality) } }
  }

  /// Subscribes, and waits for the broker's answer.
  @discardableResult func subscribe(_ filter: String, quality: Int = 1) throws -> FleetReason {
    guard let number = loop.sync({ [link] in link.assumeIsolated { $0.subscribe(filter, quality: quality) } })
    else { throw Failure("not connected") }
    func answer() -> FleetReason? {
      for case .subscribed(number, let reason) in events { return reason }
      return nil
    }
    try wait("an answer to a subscription") { _ in answer() != nil }
    return answer() ?? .unspecified
  }

  /// Publishes a message, and waits for the broker's answer.
  func answer(_ topic: String, _ text: String = "x") throws -> FleetReason {
    guard let number = publish(FleetMessage(topic, Array(text.utf8))) else { throw Failure("not sent") }
    try wait("an answer") { $0.answers[number] != nil }
    return answers[number] ?? .unspecified
  }

  func wait(_ what: String, until isMet: (Observed) -> Bool) throws {
    let patience = Patience(what)
    while !isMet(self) {
      try patience.check()
      usleep(2000)
    }
  }
}

extension FleetMessage {
  /// A message with a text.
  init(_ topic: String, text: String, isRetained: Bool = false) {
    self.init(topic, Array(text.utf8), isRetained: isRetained)
  }
}
