package import GPSEventRuntime
package import GPSFleetProtocol
internal import GPSSystemCalls

package typealias Posted = (number: Int, reply: FleetReply)

/// Posts batches by libcurl on an event loop, several at a time, without a thread.
///
/// ```
/// loop: ready, time ──▶ CurlClient ──▶ watches, timer ──▶ loop
///                           └────────▶ results ──▶ report
/// ```
package actor BatchPost: LoopActor {
  package nonisolated let loop: EventLoop
  private var settings: PostSettings
  private let report: @Sendable (Posted) -> Void
  private var client: CurlClient?
  private var isClosed = false
  private var watches: [CInt: Watch] = [:]
  private var timer: LoopTimer?

  /// The number of connections, one for each pending batch, so that none waits for another answer.
  private static let connections = 4

  /// Reports the reply to each request on the loop, once, and never within a call.
  package init(on loop: EventLoop, _ settings: PostSettings, _ report: @escaping @Sendable (Posted) -> Void) {
    (self.loop, self.settings, self.report) = (loop, settings, report)
  }

  /// Loads libcurl early, to report if it is missing, and outside of the loop, which loading would delay.
  package static func checkLibrary() throws(FleetFault) { try CurlClient.load() }

  package func post(_ number: Int, _ payload: [UInt8]) {
    guard !isClosed else { return }
    do throws(FleetFault) {
      if client == nil { client = try CurlClient(connections: Self.connections) }
      guard let client, client.post(number, payload, settings) else {
        throw FleetFault(.library, "libcurl does not accept the settings")
      }
      satisfy(client)
    } catch {
      let reply = FleetReply.failed(.notTried(error.description))
      loop.async(handler { if !$0.isClosed { $0.report((number, reply)) } })
    }
  }

  package func renew(_ settings: PostSettings) { self.settings = settings }

  /// Ends all requests without a report.
  package func close() {
    isClosed = true
    timer?.cancel()
    for watch in watches.values { loop.end(watch) }
    (client, timer, watches) = (nil, nil, [:])
  }

  private func satisfy(_ client: CurlClient) {
    for need in client.takeNeeds() {
      switch need {
      case .timer(let time):
        timer?.cancel()
        timer = time.map { loop.after($0, handler { $0.act { $0.timePassed() } }) }
      case .watch(let descriptor, nil):
        if let watch = watches.removeValue(forKey: descriptor) { loop.end(watch) }
      case .watch(let descriptor, let readiness?):
        if let watch = watches[descriptor] {
          try? loop.change(watch, to: readiness)
        } else {
          // Without a watch, the request ends at its time limit.
          watches[descriptor] = try? loop.watch(
            descriptor, for: readiness, named: "\(settings.address.host)",
            handler { post, readiness in post.act { $0.ready(descriptor, readiness) } })
        }
      }
    }
  }

  private func act(_ call: (CurlClient) -> Void) {
    guard let client else { return }
    call(client)
    satisfy(client)
    while client === self.client, let result = client.next() {
      satisfy(client)
      report(result)
    }
  }
}

/// The publisher's view of a post: a ``BatchPost``, or one of a test; used only on the publisher's loop.
package struct PostLine: Sendable {
  package var post: @Sendable (Int, [UInt8]) -> Void
  package var renew: @Sendable (PostSettings) -> Void
  package var close: @Sendable () -> Void

  package init(
    post: @escaping @Sendable (Int, [UInt8]) -> Void, renew: @escaping @Sendable (PostSettings) -> Void,
    close: @escaping @Sendable () -> Void
  ) { (self.post, self.renew, self.close) = (post, renew, close) }

  package typealias Maker =
    @Sendable (EventLoop, PostSettings, @escaping @Sendable (Posted) -> Void) -> PostLine

  package static let real: Maker = { loop, settings, report in
    let post = BatchPost(on: loop, settings, report)
    return PostLine(
      post: { number, payload in post.here { $0.post(number, payload) } },
      renew: { settings in post.here { $0.renew(settings) } }, close: { post.here { $0.close() } })
  }
}
