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
    /// Belongs to nobody; the place can be given to the next.
    case vacant
  }

  /// What a consumer finds when it looks.
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
  /// A parcel that has to go is handed to the aftermath, since its content may be somebody's object, whose
  /// `deinit` must not run under the lock. The one sent just before is kept alive by the aftermath anyhow.
  mutating func offer(_ parcel: AnyParcel, after previous: AnyParcel?, _ aftermath: inout Aftermath) {
    guard case .open = phase else { return }
    if backlog.count < buffering.limit {
      backlog.append(parcel)
    } else {
      dropped += 1
      guard case .newest = buffering else { return }
      let lost = backlog.rotate(parcel)
      if let lost, lost !== previous { aftermath.discard(lost) }
    }
    wake(&aftermath)
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
  mutating func end(_ ending: Ending, _ aftermath: inout Aftermath) {
    guard case .open = phase else { return }
    phase = .ending(ending)
    wake(&aftermath)
  }

  /// The consumer has gone: what waits is lost.
  mutating func close(_ aftermath: inout Aftermath) {
    phase = .over
    aftermath.discard(contentsOf: backlog.drain())
    wake(&aftermath)
    attendee?.leaves()
    attendee = nil
  }

  private mutating func wake(_ aftermath: inout Aftermath) {
    guard let sleeper = waiter else { return }
    waiter = nil
    attendee?.works()
    aftermath.waiters.append(sleeper)
  }
}

/// How a stream came to its end.
enum Ending: Sendable {
  /// There is no more.
  case finished
  /// It failed; the parcel holds the error.
  case failed(AnyParcel)
}

/// One element on its way, shared by all who wait for it.
///
/// The element is wrapped once per event. What each consumer then keeps is one pointer, however large the
/// element is, and the code that fans out needs no generics.
final class Parcel<Content: Sendable>: Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}

/// A parcel whose content is not known here.
typealias AnyParcel = any AnyObject & Sendable
