internal import GPSDelivery
internal import GPSEventRuntime
import GPSSystemCalls

/// Carries a service's reports to the caller of the delegates, between start and stop.
///
/// It subscribes when it is created, so that nothing is lost between a start and the first run of the task
/// that reads the calls. The queue is bounded; when it is full, the oldest calls are dropped.
final class DelegateFeed: Sendable {
  /// A call, and the start that it belongs to.
  struct News: Sendable {
    var generation: Int
    var call: DelegateCall
  }

  private struct State: Sendable {
    /// The number of starts.
    var generation = 0
    var isOn = false
    var token: Int?
  }

  /// Pending calls, in batches.
  let batches: Batches<News, Never>
  private let hub: Broadcast<News, Never>
  private let service: any LocationService
  private let state = Guarded(State())

  /// The most calls that may be pending.
  static let limit = 256

  init(_ service: any LocationService) {
    self.service = service
    hub = Broadcast(attendance: service.time.attendance)
    batches = hub.batches(limit: Self.limit)
  }

  var isOn: Bool { state.withLock { $0.isOn } }

  /// Whether calls of this start are still wanted.
  func isCurrent(_ generation: Int) -> Bool { state.withLock { $0.isOn && $0.generation == generation } }

  /// Starts delivery; no effect if it is already running.
  func start() {
    let started: Int? = state.withLock { state in
      guard !state.isOn else { return nil }
      state.isOn = true
      state.generation += 1
      return state.generation
    }
    guard let generation = started else { return }
    let builder = Guarded(DelegateCallBuilder())
    let token = service.observe { [hub] output in
      for call in builder.withLock({ $0.take(output) }) { hub.send(News(generation: generation, call: call)) }
    }
    // On the loop, so that this snapshot is not delivered after newer reports.
    service.loop.async { [hub, weak service] in
      guard let snapshot = service?.snapshot else { return }
      for call in builder.withLock({ $0.begin(snapshot) }) {
        hub.send(News(generation: generation, call: call))
      }
    }
    service.demand(.began)
    let isWanted = state.withLock { state in
      guard state.isOn, state.generation == generation else { return false }
      state.token = token
      return true
    }
    // `stop()` was called meanwhile, before the token was stored.
    if !isWanted { end(token) }
  }

  /// Stops delivery; no effect if it is not running.
  func stop() {
    let token: Int? = state.withLock { state in
      defer {
        state.isOn = false
        state.token = nil
      }
      return state.token
    }
    if let token { end(token) }
  }

  private func end(_ token: Int) {
    service.stopObserving(token)
    service.demand(.ended)
  }

  /// The same calls, with consecutive locations merged into one call.
  static func grouped(_ batch: [News]) -> [(generation: Int, call: DelegateCall)] {
    var groups: [(generation: Int, call: DelegateCall)] = []
    for news in batch {
      if let last = groups.last, last.generation == news.generation, case .locations(let before) = last.call,
        case .locations(let more) = news.call
      {
        groups[groups.count - 1].call = .locations(before + more)
      } else {
        groups.append((news.generation, news.call))
      }
    }
    return groups
  }

  /// The delegate set by the user, past any number of proxies.
  static func user<Delegate>(behind delegate: Delegate?) -> Delegate? {
    var user = delegate
    while let proxy = user as? ForwardingProxy<Delegate> { user = proxy.forwardToDelegate() }
    return user
  }
}
