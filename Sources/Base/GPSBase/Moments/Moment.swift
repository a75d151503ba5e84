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

  /// The time from this moment to another one.
  package func duration(to other: Moment) -> Duration { other.time - time }

  package static func < (one: Moment, other: Moment) -> Bool { one.time < other.time }
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
/// ```swift
/// struct Watch {
///   @StoredInstant var began: ContinuousClock.Instant
///   @StoredInstantIfAny var last: ContinuousClock.Instant?
/// }
/// ```
@propertyWrapper package struct StoredInstant: Sendable, Hashable {
  private var moment: Moment

  package init(wrappedValue: ContinuousClock.Instant) { moment = Moment(wrappedValue) }

  package var wrappedValue: ContinuousClock.Instant {
    get { moment.instant }
    set { moment = Moment(newValue) }
  }
}

/// Stores an optional instant as a ``Moment``.
@propertyWrapper package struct StoredInstantIfAny: Sendable, Hashable {
  private var moment: Moment?

  package init(wrappedValue: ContinuousClock.Instant?) { moment = wrappedValue.map(Moment.init) }

  package init() { moment = nil }

  package var wrappedValue: ContinuousClock.Instant? {
    get { moment?.instant }
    set { moment = newValue.map(Moment.init) }
  }
}
