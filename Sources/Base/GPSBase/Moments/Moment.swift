/// A moment of the continuous clock, as a value keeps it.
///
/// `ContinuousClock.Instant` may look different in another version of its library, so the compiler does not know how
/// large it is. A value that keeps one is laid out when the program runs, and each copy of it asks how, along with each
/// copy of everything that it is a part of. A moment is the same in a form that is known: how long after a fixed moment
/// of this process it is.
package struct Moment: Sendable, Hashable, Comparable {
  private static let reference = ContinuousClock.now

  private var time: Duration

  /// The moment of an instant; nothing is rounded.
  package init(_ instant: ContinuousClock.Instant) { time = Self.reference.duration(to: instant) }

  /// The instant of the moment.
  package var instant: ContinuousClock.Instant { Self.reference.advanced(by: time) }

  package static func < (one: Moment, other: Moment) -> Bool { one.time < other.time }
}

/// Keeps an instant as a ``Moment``; the property reads and is set as ever.
///
/// ```swift
/// struct Watch {
///   @Kept var began: ContinuousClock.Instant
///   @KeptIfAny var last: ContinuousClock.Instant?
/// }
/// ```
@propertyWrapper package struct Kept: Sendable, Hashable {
  private var moment: Moment

  package init(wrappedValue: ContinuousClock.Instant) { moment = Moment(wrappedValue) }

  package var wrappedValue: ContinuousClock.Instant {
    get { moment.instant }
    set { moment = Moment(newValue) }
  }
}

/// Keeps an instant that may be missing as a ``Moment``.
@propertyWrapper package struct KeptIfAny: Sendable, Hashable {
  private var moment: Moment?

  package init(wrappedValue: ContinuousClock.Instant?) { moment = wrappedValue.map(Moment.init) }

  package init() { moment = nil }

  package var wrappedValue: ContinuousClock.Instant? {
    get { moment?.instant }
    set { moment = newValue.map(Moment.init) }
  }
}
