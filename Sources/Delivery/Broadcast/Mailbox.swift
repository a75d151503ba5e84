/// One consumer as the hub sees it: what waits for it, and whether it waits itself.
struct Mailbox {
  /// A consumer that waits; it is woken and looks for itself.
  typealias Waiter = CheckedContinuation<Void, Never>

  enum Phase {
    /// Takes what is sent.
    case open
    /// Takes nothing more, but what waits is still to be read, and then the end.
    case ending(Ending)
    /// Has been told its end, or has gone.
    case over
    /// Free: the place can be given to the next consumer.
    case vacant
  }

  /// The result of a consumer's look into its mailbox.
  enum Finding {
    case parcel(AnyParcel)
    case end(Ending)
    case nothing
  }

  let buffering: Buffering
  var phase = Phase.open
  var backlog = Backlog()
  var waiter: Waiter?
  /// The consumer as its attendance sees it, if there is one.
  var attendee: Attendee?
  var dropped = 0

  var isOpen: Bool { if case .open = phase { true } else { false } }

  /// Takes in a parcel.
  ///
  /// A displaced parcel is handed to the deferred work, since its content may be the user's object, whose
  /// `deinit` must not run under the lock. The one sent just before is kept alive by it anyhow.
  mutating func offer(_ parcel: AnyParcel, after previous: AnyParcel?, _ deferred: inout DeferredWork) {
    guard case .open = phase else { return }
    if backlog.count < buffering.limit {
      backlog.append(parcel)
    } else {
      dropped += 1
      guard case .newest = buffering else { return }
      let lost = backlog.rotate(parcel)
      if let lost, lost !== previous { deferred.discard(lost) }
    }
    wake(&deferred)
  }

  /// Looks for the next thing; the end is told once.
  mutating func take() -> Finding {
    if let parcel = backlog.popFirst() { return .parcel(parcel) }
    switch phase {
    case .open: return .nothing
    case .ending(let ending):
      phase = .over
      return .end(ending)
    case .over, .vacant: return .end(.finished)
    }
  }

  /// The source has ended: what waits may still be read.
  mutating func end(_ ending: Ending, _ deferred: inout DeferredWork) {
    guard case .open = phase else { return }
    phase = .ending(ending)
    wake(&deferred)
  }

  /// The consumer has gone: what waits is lost.
  mutating func close(_ deferred: inout DeferredWork) {
    phase = .over
    deferred.discard(contentsOf: backlog.drain())
    wake(&deferred)
    attendee?.leaves()
    attendee = nil
  }

  private mutating func wake(_ deferred: inout DeferredWork) {
    guard let sleeper = waiter else { return }
    waiter = nil
    attendee?.works()
    deferred.waiters.append(sleeper)
  }
}

/// How a stream came to its end.
enum Ending: Sendable {
  /// There is no more.
  case finished
  /// It failed; the parcel holds the error.
  case failed(AnyParcel)
}

/// One element on its way, shared by all consumers that wait for it.
///
/// The element is wrapped once per event. What each consumer then keeps is one pointer, however large the
/// element is, and the code that fans out needs no generics.
final class Parcel<Content: Sendable>: Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}

/// A parcel whose content is not known here.
typealias AnyParcel = any AnyObject & Sendable
