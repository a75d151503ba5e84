internal import Delivery
import Locking

/// One wait for one location: what has come for it, and how it ends.
///
/// It hears of everything on the receiver's queue, and hands it over to the task that waits. What came before the end is
/// still read then, so that a task which is late on a busy machine misses nothing.
final class LocationRequest: Sendable {
  /// The locations, and then the end.
  let locations: Subscription<Location, LocationError>
  private let hub: Broadcast<Location, LocationError>
  private let refusals: Guarded<Int>

  /// - Parameters:
  ///   - standing: What the receiver is doing when the request begins.
  ///   - attendance: Who wants to know whether the task that waits is at work.
  init(_ standing: ReceiverState, _ attendance: Attendance?) {
    hub = Broadcast(attendance: attendance)
    locations = hub.subscribe(.newest(256))
    var count = 0
    if case .waitingToRetry(let error) = standing, error.code == .permissionDenied { count = 1 }
    refusals = Guarded(count)
    if case .failed(let error) = standing { end(error) }
    hear(.state(standing))
  }

  /// Ends it; the first reason counts.
  func end(_ error: LocationError) { hub.finish(throwing: error) }

  /// The receiver has told something.
  func hear(_ output: Report) {
    switch output {
    case .epoch, .update: if let location = output.update?.newLocation { hub.send(location) }
    case .event(let event): hear(event.kind)
    case .failed(let error): end(error)
    case .sky, .sentence, .message, .setting, .verdict: break
    }
  }

  /// Waiting does not help against a lack of permission.
  ///
  /// But a node is there a moment before its permissions are: only the second refusal counts.
  private func hear(_ event: ReceiverEvent.Kind) {
    switch event {
    case .openFailed(let error) where error.code == .permissionDenied:
      let count = refusals.withLock { count in
        count += 1
        return count
      }
      if count > 1 { end(error) }
    // Waiting makes no source of a name that is none.
    case .openFailed(let error) where error.code == .unreadable: end(error)
    case .state(.waitingForDevice(let error))
    where error.code == .malformedSource || error.code == .unreadable: end(error)
    case .opened, .detached: refusals.withLock { $0 = 0 }
    default: break
    }
  }
}

/// The best location that a request has seen so far.
struct RequestBest: Sendable {
  private(set) var location: Location?

  /// Takes a location that was not good enough; of two that are as accurate the newer one counts.
  mutating func take(_ candidate: Location) {
    guard let location, location.horizontalAccuracy < candidate.horizontalAccuracy else {
      location = candidate
      return
    }
  }
}
