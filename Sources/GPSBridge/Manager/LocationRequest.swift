internal import GPSDelivery
import GPSSystemCalls

extension LocationManager {
  /// Waits for one location that is accurate enough, opening the receiver for it where it is closed.
  ///
  /// ```swift
  /// let here = try await manager.requestLocation(accuracy: 10, timeout: .seconds(60))
  /// ```
  ///
  /// All that is said of ``requestLocation(accuracy:maximumAge:timeout:where:)`` holds here too.
  ///
  /// - Parameters:
  ///   - accuracy: Metres of ``Location/horizontalAccuracy`` that are good enough; without them ``desiredAccuracy`` says.
  ///   - maximumAge: How old a location may be that is known already. With zero only a new one counts.
  ///   - timeout: How long to wait, by the receiver's clock.
  /// - Returns: The first location that will do.
  /// - Throws: The same errors as that method.
  public func requestLocation(
    accuracy: Double? = nil, maximumAge: Duration = .zero, timeout: Duration = .seconds(10)
  ) async throws(LocationError) -> Location {
    // Not a default argument there: Swift 6.3 crashes if such a call stands in a `do` that rethrows.
    try await requestLocation(accuracy: accuracy, maximumAge: maximumAge, timeout: timeout) { _ in true }
  }

  /// Waits for one location that will do, opening the receiver for it where it is closed.
  ///
  /// ```swift
  /// let here = try await manager.requestLocation(accuracy: 10, timeout: .seconds(60)) { $0.fix.mode == .threeDimensional }
  /// ```
  ///
  /// Any number of requests may wait at once. Each has its own time, and cancelling the task of one ends that one, at
  /// once. A missing fix or receiver is waited for: it may come before the time is over.
  ///
  /// - Parameters:
  ///   - accuracy: Metres of ``Location/horizontalAccuracy`` that are good enough; without them ``desiredAccuracy`` says.
  ///   - maximumAge: How old a location may be that is known already. With zero only a new one counts. This is the one
  ///     way to be given a location that is not live: ask for no more than you can bear.
  ///   - timeout: How long to wait, by the receiver's clock.
  ///   - isGood: Whether a location will do; called on the caller's own actor.
  /// - Returns: The first location that will do.
  /// - Throws: ``LocationError/Code/timedOut`` with the best location that came and the cause,
  ///   ``LocationError/Code/cancelled``, or at once an error that waiting cannot cure:
  ///   ``LocationError/Code/permissionDenied``, ``LocationError/Code/malformedSource``,
  ///   ``LocationError/Code/unreadable``, or why the receiver has given up.
  public func requestLocation(
    accuracy: Double? = nil, maximumAge: Duration = .zero, timeout: Duration = .seconds(10),
    where isGood: (Location) -> Bool
  ) async throws(LocationError) -> Location {
    let wish = accuracy.map(DesiredAccuracy.within) ?? desiredAccuracy
    guard !Task.isCancelled else { throw .cancelled }
    if let known = known(maximumAge), wish.isMet(by: known), isGood(known) { return known }

    let request = LocationRequest(service.snapshot.state, service.time.attendance)
    let token = service.observe { request.hear($0) }
    // Once more, for a receiver that gave up between the two lines above.
    if case .failed(let error) = service.snapshot.state { request.end(error) }
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

  /// The location that is known already, if it is young enough.
  private func known(_ maximumAge: Duration) -> Location? {
    guard maximumAge > .zero, let location, let age = location.age(at: service.time.now), age <= maximumAge
    else {
      return nil
    }
    return location
  }
}

extension LocationError {
  /// The time is over; the cause is a fault of the device, or the receiver's reason for having no location.
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

  /// The same, with the best location that came: its accuracy is the cause.
  fileprivate func with(_ best: Location, after timeout: Duration) -> LocationError {
    var error = LocationError.timedOut(after: timeout, best: best)
    // A receiver that was pulled out after that is a cause as well.
    if remedy != nil || underlying != nil {
      error.message = message
      error.remedy = remedy
      error.underlying = underlying
    }
    return error
  }
}

/// One wait for one location: the locations so far, and the end.
///
/// It takes all reports on the receiver's loop, and hands them over to the task that waits. Reports from before the
/// end are still read then, so that a task which is late on a busy machine misses nothing.
final class LocationRequest: Sendable {
  /// The locations, and then the end.
  let locations: Subscription<Location, LocationError>
  private let hub: Broadcast<Location, LocationError>
  private let refusals: Guarded<Int>

  /// - Parameters:
  ///   - standing: The receiver's state when the request begins.
  ///   - attendance: Watches whether the task that waits is at work; nil if nobody wants to know.
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

  /// A report of the receiver.
  func hear(_ output: Report) {
    switch output {
    case .epoch, .update: if let location = output.update?.newLocation { hub.send(location) }
    case .event(let event): hear(event.kind)
    case .failed(let error): end(error)
    case .sky, .condition, .sentence, .message, .setting, .verdict: break
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
