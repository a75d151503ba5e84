internal import GNSS
internal import GPSDelivery
internal import GPSEventRuntime

/// The source of a manager's data: one receiver, or the best of several.
protocol LocationService: AnyObject, Sendable {
  var updates: BroadcastStream<LocationUpdate, Never> { get }
  var locations: BroadcastStream<Location, LocationError> { get }
  var fixes: BroadcastStream<Fix, Never> { get }
  var skies: BroadcastStream<Sky, Never> { get }
  var sentences: BroadcastStream<ReceivedSentence, Never> { get }
  var events: BroadcastStream<ReceiverEvent, Never> { get }

  /// The current values, readable at any time.
  var snapshot: ReceiverSnapshot { get }
  var time: any TimeSource { get }
  /// The loop on which observers are called, in order.
  var loop: EventLoop { get }

  /// Registers an observer that is called on the loop; the token removes it.
  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int
  /// Removes an observer; does not wait for a call in progress.
  func stopObserving(_ token: Int)
  /// Adds or removes a consumer of locations.
  func demand(_ demand: Demand)
}

extension Receiver: LocationService {
  var snapshot: ReceiverSnapshot { engine.snapshot }

  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int { engine.observe(body) }
  func stopObserving(_ token: Int) { engine.stopObserving(token) }
  func demand(_ demand: Demand) { engine.demand(demand) }
}
