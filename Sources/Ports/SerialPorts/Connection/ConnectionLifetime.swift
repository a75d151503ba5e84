/// When a connection's descriptor may be closed: a plain value that counts who still uses it.
///
/// The number of a closed descriptor is given to whoever opens next. So nobody may be between looking at the number
/// and using it when it is closed: neither an event source, until its cancel handler has run, nor a thread in a system
/// call.
///
/// ```
///   open ──begin──▶ ending ──last source and user gone, finish──▶ closing ──close──▶ closed
/// ```
struct ConnectionLifetime {
  /// Who ended it.
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

  /// Who ended it, if somebody did.
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

  /// A source's cancel handler has run.
  mutating func removeSource() { sources -= 1 }

  /// Lets a thread use the descriptor; false if it is too late.
  mutating func enter() -> Bool {
    guard isOpen else { return false }
    users += 1
    return true
  }

  /// A thread has used it.
  mutating func leave() { users -= 1 }

  /// Whether nobody uses the descriptor and nobody will.
  var canFinish: Bool { if case .ending = phase { sources == 0 && users == 0 } else { false } }

  /// Makes the end final, once; whoever gets the reason closes the descriptor.
  mutating func finish() -> Ending? {
    guard canFinish, case .ending(let ending) = phase else { return nil }
    phase = .closing(ending)
    return ending
  }

  /// The descriptor is closed.
  mutating func close() { if case .closing(let ending) = phase { phase = .closed(ending) } }
}
