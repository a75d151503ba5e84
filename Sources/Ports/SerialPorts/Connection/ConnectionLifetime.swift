/// The moment at which a connection's descriptor may be closed: a plain value that counts its users.
///
/// The kernel gives the number of a closed descriptor to the next open. So nothing may stand between reading the number
/// and using it at that moment: no watch on the loop, and no thread in a system call.
///
/// ```
///   open ──begin──▶ ending ──last source and user gone, finish──▶ closing ──close──▶ closed
/// ```
struct ConnectionLifetime {
  /// The side that ended it.
  enum Ending: Equatable {
    /// This program, which needs no telling.
    case owner
    /// The device, or the kernel.
    case itself(SerialConnectionEnd)
  }

  private enum Phase: Equatable {
    case open
    case ending(Ending)
    case closing(Ending)
    case closed(Ending)
  }

  private var phase = Phase.open
  private var sources = 0
  private var users = 0

  var isOpen: Bool { phase == .open }
  var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// The side that ended it; nil while nothing has.
  var ending: Ending? {
    switch phase {
    case .open: nil
    case .ending(let ending), .closing(let ending), .closed(let ending): ending
    }
  }

  /// Begins the end; false if it has begun already, and the first reason stays.
  mutating func begin(_ ending: Ending) -> Bool {
    guard isOpen else { return false }
    phase = .ending(ending)
    return true
  }

  /// Counts a source that watches the descriptor.
  mutating func addSource() { sources += 1 }

  /// A source no longer watches the descriptor.
  mutating func removeSource() { sources -= 1 }

  /// Lets a thread use the descriptor; false if it is too late.
  mutating func enter() -> Bool {
    guard isOpen else { return false }
    users += 1
    return true
  }

  /// A thread has used it.
  mutating func leave() { users -= 1 }

  /// Whether the descriptor has no users left and will get no more.
  var canFinish: Bool { if case .ending = phase { sources == 0 && users == 0 } else { false } }

  /// Makes the end final, once; the caller that gets the reason closes the descriptor.
  mutating func finish() -> Ending? {
    guard canFinish, case .ending(let ending) = phase else { return nil }
    phase = .closing(ending)
    return ending
  }

  /// The descriptor is closed.
  mutating func close() { if case .closing(let ending) = phase { phase = .closed(ending) } }
}
