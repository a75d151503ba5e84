import GPSBase
import GPSEventRuntime
import GPSFleetLink
import GPSFleetProtocol
import GPSSystemCalls
import GPSTrackRows

@testable import GPSFleetPublisher

/// A broker with a collector in this process.
final class FakeBroker: Sendable {
  struct State: Sendable {
    var connections: [FleetLinkSettings] = []
    var states: [FleetPresence.Device] = []
    var batches: [FleetBatch] = []
    var payloads: [[UInt8]] = []
    /// All messages that are not for collectors.
    var others: [FleetMessage] = []
    var subscriptions: [String] = []
    var number = 0
    /// Whether the collector commits.
    var commits = true
    /// What it answers to a batch, if it refuses it.
    var refusal: String?
    /// Its answer to subscriptions; nil for none.
    var subscriptionReason: FleetReason? = .success
    var publishReason = FleetReason.success
    /// The end of each connection, before or after the broker has accepted it.
    var (refusedBy, endedBy): (FleetLinkEnd?, FleetLinkEnd?)
    /// Why no connection is tried.
    var fault: FleetLinkFault?
    /// The size of the largest packet; 0 for any.
    var largestPacket = 0
    /// Called after each batch.
    var noticed: (@Sendable () -> Void)?
  }

  let state = Guarded(State())

  var batches: [FleetBatch] { state.withLock { $0.batches } }
  var states: [FleetPresence.Device] { state.withLock { $0.states } }

  /// Makes connections to this broker.
  var maker: PublisherLine.Maker {
    { [self] loop, settings, report in
      state.withLock { $0.connections.append(settings) }
      return PublisherLine(
        connect: { [self] () throws(FleetLinkFault) in
          let state = state.withLock { $0 }
          if let fault = state.fault { throw fault }
          loop.async {
            if let end = state.refusedBy { return report(.ended(end)) }
            report(.connected(version: 5, largestPacket: state.largestPacket))
            if let end = state.endedBy { report(.ended(end)) }
          }
        },
        subscribe: { [self] filter in
          let (number, reason) = state.withLock { state in
            state.subscriptions.append(filter)
            state.number += 1
            return (state.number, state.subscriptionReason)
          }
          if let reason { loop.async { report(.subscribed(number, reason)) } }
          if filter == FleetTopic.collectors, let state = Self.collector {
            loop.async { report(.message(state)) }
          }
          return number
        }, publish: { [self] message in publish(message, loop, report) }, close: {})
    }
  }

  /// The retained state of the collector.
  private static var collector: FleetMessage? {
    guard let name = try? FleetName("c1", of: .collector) else { return nil }
    let database = FleetDatabase(identifier: "db", timeline: 1)
    let state = FleetPresence.Collector(isOnline: true, connection: 1, database: database)
    return FleetMessage("\(FleetTopic.collector(name))", state.bytes)
  }

  private func publish(
    _ message: FleetMessage, _ loop: EventLoop, _ report: @escaping @Sendable (FleetLinkEvent) -> Void
  ) -> Int? {
    guard case .device(let device, let lane)? = FleetTopic(message.topic), ![.last, .live].contains(lane)
    else {
      return take(message, loop, report)
    }
    let (number, reason, largest) = state.withLock { state in
      state.number += 1
      return (state.number, state.publishReason, state.largestPacket)
    }
    guard largest == 0 || message.payload.count + message.topic.utf8.count < largest else { return nil }
    loop.async { report(.acknowledged(number, reason)) }
    if lane == .state, let device = FleetPresence.Device(message.payload) {
      state.withLock { $0.states.append(device) }
    }
    guard lane == .fix, let batch = try? FleetBatch(message.payload),
      let name = try? FleetName("c1", of: .collector)
    else { return number }
    let (commits, refusal) = state.withLock { state in
      state.batches.append(batch)
      state.payloads.append(message.payload)
      return (state.commits, state.refusal)
    }
    state.withLock { $0.noticed }?()
    guard commits else { return number }
    var answer = FleetAcknowledgement(
      epoch: batch.epoch, committed: NumberRanges(), by: name,
      in: FleetDatabase(identifier: "db", timeline: 1))
    if let refusal {
      answer.refused = [FleetAcknowledgement.Refusal(numbers: batch.numbers, reason: refusal)]
    } else {
      answer.committed.insert(batch.numbers)
    }
    let topic = FleetTopic.device(device, .acknowledgement)
    let reply = FleetMessage("\(topic)", answer.bytes)
    loop.async { report(.message(reply)) }
    return number
  }

  private func take(
    _ message: FleetMessage, _ loop: EventLoop, _ report: @escaping @Sendable (FleetLinkEvent) -> Void
  ) -> Int? {
    let largest = state.withLock { $0.largestPacket }
    guard largest == 0 || message.payload.count + message.topic.utf8.count < largest else { return nil }
    let (number, reason) = state.withLock { state in
      state.others.append(message)
      state.number += 1
      return (state.number, state.publishReason)
    }
    loop.async { report(.acknowledged(number, reason)) }
    state.withLock { $0.noticed }?()
    return number
  }
}

/// A publisher of a store, of whichever kind.
protocol Followed: AnyObject, Sendable {
  associatedtype Status: Sendable
  func start() async
  func stop() async
}

extension FleetPublisher: Followed {}
extension GuestPublisher: Followed {}

extension FakeBroker {
  /// Runs a publisher until a status, which is looked at after each message as well; then it is stopped.
  func follow<Publisher: Followed>(
    _ make: (EventLoop, @escaping @Sendable (Publisher.Status) -> Void) throws -> Publisher,
    until isEnough: @escaping @Sendable (Publisher.Status) -> Bool,
    looking look: (Publisher) async throws -> Void = { _ in }
  ) async throws -> Publisher.Status? {
    let loop = EventLoop()
    loop.start()
    defer { loop.stop() }
    let (statuses, input) = AsyncStream.makeStream(of: Publisher.Status?.self)
    let publisher = try make(loop) { input.yield($0) }
    await publisher.start()
    defer { withExtendedLifetime(publisher) {} }
    state.withLock { $0.noticed = { input.yield(nil) } }
    var last: Publisher.Status?
    for await status in statuses {
      last = status ?? last
      try await look(publisher)
      guard let last, isEnough(last) else { continue }
      await publisher.stop()
      return last
    }
    return nil
  }
}
