package import GPSEventRuntime
package import GPSFleetLink
internal import GPSFleetProtocol

/// A connection to a broker as the publisher uses it: a ``FleetLink``, or one of a test; on the publisher's loop only.
package struct PublisherLine: Sendable {
  package var connect: @Sendable () throws(FleetLinkFault) -> Void
  package var subscribe: @Sendable (String) -> Int?
  package var publish: @Sendable (FleetMessage) -> Int?
  package var close: @Sendable () -> Void

  package init(
    connect: @escaping @Sendable () throws(FleetLinkFault) -> Void,
    subscribe: @escaping @Sendable (String) -> Int?, publish: @escaping @Sendable (FleetMessage) -> Int?,
    close: @escaping @Sendable () -> Void
  ) {
    (self.connect, self.subscribe, self.publish, self.close) = (connect, subscribe, publish, close)
  }

  /// Makes a connection with settings, which reports its events.
  package typealias Maker =
    @Sendable (EventLoop, FleetLinkSettings, @escaping @Sendable (FleetLinkEvent) -> Void) -> PublisherLine

  /// A connection by libmosquitto.
  package static let real: Maker = { loop, settings, report in
    let link = FleetLink(on: loop, settings, report)
    return PublisherLine(
      connect: { () throws(FleetLinkFault) in
        let fault = link.assumeIsolated { link -> FleetLinkFault? in
          do throws(FleetLinkFault) { try link.connect() } catch { return error }
          return nil
        }
        if let fault { throw fault }
      },
      subscribe: { filter in link.assumeIsolated { $0.subscribe(filter, quality: 0) } },
      publish: { message in link.assumeIsolated { $0.publish(message, quality: 1) } },
      close: { link.assumeIsolated { $0.close() } })
  }
}

extension FleetEnd {
  /// Creates the meaning of a connection's end for a publisher.
  init(_ end: FleetLinkEnd, isAccepted: Bool) {
    self =
      switch end {
      case .dismissed(.takenOver): .takenOver
      case .refused(let reason): reason.isOfClient ? .notAdmitted("\(reason)") : .refused("\(reason)")
      case .untrusted(let words): .untrusted(words)
      case .unreachable(let words): .failed(words)
      case .silent: isAccepted ? .lost("the broker does not answer") : .failed("it does not answer")
      case .dismissed(let reason): .lost("the broker has ended it: \(reason)")
      case .lost(let words): .lost(words)
      }
  }
}

extension FleetDevice {
  /// The host to begin with: devices spread over the hosts by their names.
  func host(of count: Int) -> Int {
    var sum: UInt64 = 0
    for byte in client.utf8 { sum = sum &* 31 &+ UInt64(byte) }
    return Int(sum % UInt64(max(1, count)))
  }
}
