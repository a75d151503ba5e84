/// Decides when a connection's descriptor may be closed, by counting its users.
///
/// The kernel reuses the number of a closed descriptor for the next open. So at the close, no watch and no
/// thread may be between reading the number and using it.
///
/// ```
///   open ──begin──▶ ending ──last source and user gone, finish──▶ closing ──close──▶ closed
/// ```
struct ConnectionLifetime {
  enum Ending: Equatable {
    /// This program, which needs no notification.
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

  /// The side that ended the connection; nil while it is open.
  var ending: Ending? {
    switch phase {
    case .open: nil
    case .ending(let ending), .closing(let ending), .closed(let ending): ending
    }
  }

  /// Begins the end; returns false if it has already begun, and keeps the first reason.
  mutating func begin(_ ending: Ending) -> Bool {
    guard isOpen else { return false }
    phase = .ending(ending)
    return true
  }

  mutating func addSource() { sources += 1 }

  mutating func removeSource() { sources -= 1 }

  /// Adds a thread that uses the descriptor; returns false if the end has begun.
  mutating func enter() -> Bool {
    guard isOpen else { return false }
    users += 1
    return true
  }

  /// Removes a thread that used the descriptor.
  mutating func leave() { users -= 1 }

  /// Whether the descriptor has no users and will get no more.
  var canFinish: Bool { if case .ending = phase { sources == 0 && users == 0 } else { false } }

  /// Completes the end, once; the caller that receives the reason closes the descriptor.
  mutating func finish() -> Ending? {
    guard canFinish, case .ending(let ending) = phase else { return nil }
    phase = .closing(ending)
    return ending
  }

  mutating func close() { if case .closing(let ending) = phase { phase = .closed(ending) } }
}
