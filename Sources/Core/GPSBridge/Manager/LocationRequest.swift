internal import GPSDelivery
import GPSSystemCalls

extension LocationManager {
  /// Waits for one location that is accurate enough, and opens the receiver for it if necessary.
  ///
  /// ```swift
  /// let here = try await manager.requestLocation(accuracy: 10, timeout: .seconds(60))
  /// ```
  ///
  /// The notes on ``requestLocation(accuracy:maximumAge:timeout:where:)`` apply here, too.
  ///
  /// - Parameters:
  ///   - accuracy: The largest ``Location/horizontalAccuracy`` in meters; by default ``desiredAccuracy``.
  ///   - maximumAge: The maximum age of a known location to return; with zero, only a new one is returned.
  ///   - timeout: How long to wait, by the receiver's clock.
  /// - Returns: The first location that meets the criteria.
  /// - Throws: The same errors as that method.
  public func requestLocation(
    accuracy: Double? = nil, maximumAge: Duration = .zero, timeout: Duration = .seconds(10)
  ) async throws(LocationError) -> Location {
    // An overload, not a default argument: Swift 6.3 crashes on a call without it in a `do` that rethrows.
    try await requestLocation(accuracy: accuracy, maximumAge: maximumAge, timeout: timeout) { _ in true }
  }

  /// Waits for one location that meets the criteria, and opens the receiver for it if necessary.
  ///
  /// ```swift
  /// let here = try await manager.requestLocation(accuracy: 10, timeout: .seconds(60)) { $0.fix.mode == .threeDimensional }
  /// ```
  ///
  /// Any number of requests may wait at once. Each has its own timeout; canceling its task ends it
  /// immediately. A missing fix or receiver does not end the request: it may appear before the timeout.
  ///
  /// - Parameters:
  ///   - accuracy: The largest ``Location/horizontalAccuracy`` in meters; by default ``desiredAccuracy``.
  ///   - maximumAge: The maximum age of a known location, which need not be live, so choose it with care;
  ///     with zero, only a new one is returned.
  ///   - timeout: How long to wait, by the receiver's clock.
  ///   - isGood: Whether to accept a location; called on the caller's actor.
  /// - Returns: The first location that meets the criteria.
  /// - Throws: ``LocationError/Code/timedOut`` with the best location and the cause,
  ///   ``LocationError/Code/cancelled``, or immediately an error that waiting can't resolve:
  ///   ``LocationError/Code/permissionDenied``, ``LocationError/Code/malformedSource``,
  ///   ``LocationError/Code/unreadable``, or the reason why the receiver has given up.
  public func requestLocation(
    accuracy: Double? = nil, maximumAge: Duration = .zero, timeout: Duration = .seconds(10),
    where isGood: (Location) -> Bool
  ) async throws(LocationError) -> Location {
    let wish = accuracy.map(DesiredAccuracy.within) ?? desiredAccuracy
    guard !Task.isCancelled else { throw .cancelled }
    if let known = known(maximumAge), wish.isMet(by: known), isGood(known) { return known }

    let request = LocationRequest(service.snapshot.state, service.time.attendance)
    let token = service.observe { request.hear($0) }
    // Check again, for a receiver that gave up between the two lines above.
    if case .failed(let error) = service.snapshot.state { request.end(error) }
    let timeout = max(timeout, .zero)
    let timer = service.time.after(timeout, on: service.loop) { [service] in
      request.end(.timedOut(after: timeout, service.snapshot))
    }
    service.demand(.began)
    defer {
      timer.cancel()
      service.stopObserving(token)
      service.demand(.ended)
    }
    var best = RequestBest()
    do throws(LocationError) {
      while let location = try await request.locations.next() {
        if wish.isMet(by: location), isGood(location) { return location }
        best.take(location)
      }
    } catch  where error.code == .timedOut {
      guard let best = best.location else { throw error }
      throw error.with(best, after: timeout)
    }
    throw Task.isCancelled ? .cancelled : .abandoned
  }

  /// The known location, if it is recent enough.
  private func known(_ maximumAge: Duration) -> Location? {
    guard maximumAge > .zero, let location, let age = location.age(at: service.time.now), age <= maximumAge
    else {
      return nil
    }
    return location
  }
}

extension LocationError {
  /// A timeout, caused by an error of the device or the receiver's reason for having no location.
  fileprivate static func timedOut(after timeout: Duration, _ snapshot: ReceiverSnapshot) -> LocationError {
    var error = timedOut(after: timeout)
    if let cause = snapshot.state.error {
      error.message += ": " + cause.message
      error.remedy = cause.remedy
      error.underlying = cause.underlying
    } else if let reason = snapshot.update?.reason {
      error.message += ": " + reason.sentence
    }
    return error
  }

  /// A timeout with the best location received: its accuracy is the cause.
  fileprivate func with(_ best: Location, after timeout: Duration) -> LocationError {
    var error = LocationError.timedOut(after: timeout, best: best)
    // If the receiver was unplugged after that location, that is a cause as well.
    if remedy != nil || underlying != nil {
      error.message = message
      error.remedy = remedy
      error.underlying = underlying
    }
    return error
  }
}

/// A request for one location: the locations received, and the end.
///
/// It receives all reports on the receiver's loop, and passes locations to the waiting task. A task that runs
/// late can still read the locations from before the end.
final class LocationRequest: Sendable {
  /// The locations, and then the end.
  let locations: Subscription<Location, LocationError>
  private let hub: Broadcast<Location, LocationError>
  private let refusals: Guarded<Int>

  /// - Parameters:
  ///   - standing: The receiver's state when the request begins.
  ///   - attendance: Observes whether the waiting task is running; nil without an observer.
  init(_ standing: ReceiverState, _ attendance: Attendance?) {
    hub = Broadcast(attendance: attendance)
    locations = hub.subscribe(.newest(256))
    var count = 0
    if case .waitingToRetry(let error) = standing, error.code == .permissionDenied { count = 1 }
    refusals = Guarded(count)
    if case .failed(let error) = standing { end(error) }
    hear(.state(standing))
  }

  /// Ends the request; only the first error counts.
  func end(_ error: LocationError) { hub.finish(throwing: error) }

  func hear(_ output: Report) {
    switch output {
    case .epoch, .update: if let location = output.update?.newLocation { hub.send(location) }
    case .event(let event): hear(event.kind)
    case .failed(let error): end(error)
    case .sky, .condition, .sentence, .message, .setting, .verdict: break
    }
  }

  /// Fails the request on errors that waiting can't resolve.
  ///
  /// A device node exists briefly before its permissions are set, so only the second denial counts.
  private func hear(_ event: ReceiverEvent.Kind) {
    switch event {
    case .openFailed(let error) where error.code == .permissionDenied:
      let count = refusals.withLock { count in
        count += 1
        return count
      }
      if count > 1 { end(error) }
    // A source that can't be read stays unreadable.
    case .openFailed(let error) where error.code == .unreadable: end(error)
    case .state(.waitingForDevice(let error))
    where error.code == .malformedSource || error.code == .unreadable: end(error)
    case .opened, .detached: refusals.withLock { $0 = 0 }
    default: break
    }
  }
}

struct RequestBest: Sendable {
  private(set) var location: Location?

  /// Takes a location that was not accurate enough; of two equally accurate ones, keeps the newer.
  mutating func take(_ candidate: Location) {
    guard let location, location.horizontalAccuracy < candidate.horizontalAccuracy else {
      location = candidate
      return
    }
  }
}
