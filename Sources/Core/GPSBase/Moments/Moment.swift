/// An instant of the continuous clock in a form with a fixed layout.
///
/// `ContinuousClock.Instant` belongs to a resilient library, so the compiler does not know its size. A value
/// that stores one is laid out at run time, and each copy of it, or of any value that contains it, goes
/// through the runtime. A moment has a known layout: it is the duration since a fixed instant of this
/// process.
package struct Moment: Sendable, Hashable, Comparable {
  private static let reference = ContinuousClock.now

  private var time: Duration

  /// Converts an instant, without rounding.
  package init(_ instant: ContinuousClock.Instant) { time = Self.reference.duration(to: instant) }

  /// The moment as an instant.
  package var instant: ContinuousClock.Instant { Self.reference.advanced(by: time) }

  package func duration(to other: Moment) -> Duration { other.time - time }

  package static func < (one: Moment, other: Moment) -> Bool { one.time < other.time }

  package static func + (moment: Moment, time: Duration) -> Moment {
    var later = moment
    later.time += time
    return later
  }

  /// The earlier of two moments, if there are any.
  package static func earliest(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

extension ContinuousClock.Instant {
  /// The earlier of two instants, if there are any.
  package static func earliest(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

/// Stores an instant as a ``Moment``; the property's type is unchanged.
///
/// Code that runs in each epoch uses the moment, without a conversion:
///
/// ```swift
/// struct Watch {
///   @StoredInstant var began: ContinuousClock.Instant
///   @StoredInstantIfAny var last: ContinuousClock.Instant?
///
///   mutating func take(at now: ContinuousClock.Instant) {
///     let now = Moment(now)
///     if let last = $last, last.duration(to: now) < .seconds(1) { return }
///     $last = now
///   }
/// }
/// ```
@propertyWrapper package struct StoredInstant: Sendable, Hashable {
  package var projectedValue: Moment

  package init(wrappedValue: ContinuousClock.Instant) { projectedValue = Moment(wrappedValue) }

  package var wrappedValue: ContinuousClock.Instant {
    get { projectedValue.instant }
    set { projectedValue = Moment(newValue) }
  }
}

/// Stores an optional instant as a ``Moment``.
@propertyWrapper package struct StoredInstantIfAny: Sendable, Hashable {
  package var projectedValue: Moment?

  package init(wrappedValue: ContinuousClock.Instant?) { projectedValue = wrappedValue.map(Moment.init) }

  package init() { projectedValue = nil }

  package var wrappedValue: ContinuousClock.Instant? {
    get { projectedValue?.instant }
    set { projectedValue = newValue.map(Moment.init) }
  }
}
