internal import Delivery
internal import Dispatch
internal import GNSS

/// The source of a manager: one receiver, or the best of several.
protocol LocationService: AnyObject, Sendable {
  var updates: Broadcast<LocationUpdate, Never> { get }
  var locations: Broadcast<Location, LocationError> { get }
  var fixes: Broadcast<Fix, Never> { get }
  var skies: Broadcast<Sky, Never> { get }
  var sentences: Broadcast<ReceivedSentence, Never> { get }
  var events: Broadcast<ReceiverEvent, Never> { get }

  /// The present situation, to be asked at any time.
  var snapshot: ReceiverSnapshot { get }
  var time: any TimeSource { get }
  /// The queue on which observers are called, in order.
  var queue: DispatchQueue { get }

  /// Registers somebody who is called on the queue; the token ends it.
  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int
  /// Ends what ``observe(_:)`` began; a call that is under way is not waited for.
  func stopObserving(_ token: Int)
  /// Somebody wants locations, or does not want them any more.
  func demand(_ demand: Demand)
}

extension Receiver: LocationService {
  var snapshot: ReceiverSnapshot { engine.snapshot }
  var time: any TimeSource { engine.time }
  var queue: DispatchQueue { engine.queue }

  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int { engine.observe(body) }
  func stopObserving(_ token: Int) { engine.stopObserving(token) }
  func demand(_ demand: Demand) { engine.demand(demand) }
}
