package import GPSEventRuntime
package import GPSFleetLink

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
