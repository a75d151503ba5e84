internal import GPSEventRuntime
import GPSSystemCalls

/// Events added by any thread and taken by the single thread that runs a command.
///
/// In the program, that thread also runs the receivers' loop while it waits here, so no other
/// thread has to be woken for a report.
///
/// ```swift
/// let queue = EventQueue<Report>()
/// let listening = receiver.onReport { queue.put($0) }
/// let interrupts = Interrupts(.ending) { queue.interrupt($0) }
/// loop: while true {
///   switch queue.take(until: deadline) {
///   case .event(let output): show(output)
///   case .interrupt(let interrupt): …
///   case .deadline: break loop
///   }
/// }
/// ```
///
/// It is bounded: if a command can't keep up, e.g. because its output is a blocked pipe, the oldest events
/// are dropped and counted. Interrupts are never dropped, come first, and are queued once each.
package final class EventQueue<Event: Sendable>: Sendable {
  /// The result of waiting.
  package enum Taken: Sendable {
    case event(Event)
    case interrupt(Interrupt)
    case deadline
  }

  private final class Box: Sendable {
    let event: Event

    init(_ event: Event) { self.event = event }
  }

  private let ring: EventRing

  /// - Parameter limit: The maximum number of queued events.
  package init(limit: Int = 4096) { ring = EventRing(limit: limit) }

  /// Adds an event after all others, from any thread; never waits.
  package func put(_ event: Event) { ring.put(Box(event)) }

  /// Adds an interrupt before all events.
  package func interrupt(_ interrupt: Interrupt) { ring.interrupt(interrupt) }

  /// Whether an interrupt is queued that ends the command.
  package var isEnding: Bool { ring.isEnding }

  /// Takes the next event, waiting until the deadline or, without one, indefinitely.
  ///
  /// Queued events are returned even after the deadline. Only one thread may call this.
  package func take(until deadline: ContinuousClock.Instant? = nil) -> Taken {
    switch ring.take(until: deadline) {
    case .event(let box): .event(unsafe unsafeDowncast(box, to: Box.self).event)
    case .interrupt(let interrupt): .interrupt(interrupt)
    case .deadline: .deadline
    }
  }

  /// Returns the number of events dropped since the last call.
  package func takeDropped() -> Int { ring.takeDropped() }
}

/// An ``EventQueue`` of objects, without generics: finding a type at run time takes longer than the rest.
package final class EventRing: Sendable {
  /// An event.
  package typealias Box = any AnyObject & Sendable

  /// The result of waiting.
  package enum Taken: Sendable {
    case event(Box)
    case interrupt(Interrupt)
    case deadline
  }

  private struct State: Sendable {
    /// A ring: `count` events from `first` on.
    ///
    /// It grows to the largest number that was ever queued.
    var ring: [Box?] = []
    var first = 0
    var count = 0
    var interrupts: [Interrupt] = []
    var dropped = 0
    /// The loop of the waiting thread, unless that thread runs the shared loop.
    var waitingLoop: EventLoop?

    var isEmpty: Bool { count == 0 && interrupts.isEmpty }

    /// Doubles the capacity, up to a limit.
    mutating func grow(upTo limit: Int) {
      let larger = min(limit, max(8, ring.count * 2))
      ring = ring[first...] + ring[..<first] + Array(repeating: nil, count: larger - ring.count)
      first = 0
    }
  }

  private let state = Guarded(State())
  private let limit: Int

  /// - Parameter limit: The maximum number of queued events.
  package init(limit: Int = 4096) { self.limit = max(1, limit) }

  /// Adds an event after all others, from any thread; never waits.
  package func put(_ event: Box) {
    let (wasEmpty, waitingLoop, lost) = state.withLock { state -> (Bool, EventLoop?, Box?) in
      let wasEmpty = state.isEmpty
      if state.count == state.ring.count, state.count < limit { state.grow(upTo: limit) }
      let place = (state.first + state.count) % state.ring.count
      // Release dropped events outside the lock, because their deinitializers may run other code.
      let lost = state.ring[place]
      state.ring[place] = event
      if state.count == state.ring.count {
        state.first = (state.first + 1) % state.ring.count
        state.dropped += 1
      } else {
        state.count += 1
      }
      return (wasEmpty, state.waitingLoop, lost)
    }
    withExtendedLifetime(lost) { if wasEmpty { wake(waitingLoop) } }
  }

  /// Adds an interrupt before all events.
  package func interrupt(_ interrupt: Interrupt) {
    let (wasEmpty, waitingLoop) = state.withLock { state in
      let wasEmpty = state.isEmpty
      if !state.interrupts.contains(interrupt) { state.interrupts.append(interrupt) }
      return (wasEmpty, state.waitingLoop)
    }
    if wasEmpty { wake(waitingLoop) }
  }

  /// Whether an interrupt is queued that ends the command.
  package var isEnding: Bool {
    state.withLock { state in state.interrupts.contains { if case .end = $0 { true } else { false } } }
  }

  /// Takes the next event, waiting until the deadline or, without one, indefinitely.
  package func take(until deadline: ContinuousClock.Instant?) -> Taken {
    while true {
      if let taken = takeNow() { return taken }
      if EventLoop.shared.isCurrent {
        EventLoop.shared.run(until: deadline) { hasNews }
      } else {
        waitOnOwnLoop(until: deadline)
      }
      if let deadline, deadline <= .now { return takeNow() ?? .deadline }
    }
  }

  private var hasNews: Bool { state.withLock { !$0.isEmpty } }

  /// Waits on a thread that does not run the shared loop, as in tests.
  private func waitOnOwnLoop(until deadline: ContinuousClock.Instant?) {
    let loop = EventLoop()
    state.withLock { $0.waitingLoop = loop }
    defer { state.withLock { $0.waitingLoop = nil } }
    // An event may have arrived just before.
    guard !hasNews else { return }
    if let deadline { loop.after(ContinuousClock.now.duration(to: deadline)) { [weak loop] in loop?.stop() } }
    loop.run()
  }

  /// Wakes a command, whichever way it waits.
  private func wake(_ waitingLoop: EventLoop?) {
    if let waitingLoop { return waitingLoop.stop() }
    // The shared loop may be waiting on the command's thread.
    if !EventLoop.shared.isCurrent { EventLoop.shared.wake() }
  }

  /// Returns the number of events dropped since the last call.
  package func takeDropped() -> Int {
    state.withLock { state in
      defer { state.dropped = 0 }
      return state.dropped
    }
  }

  private func takeNow() -> Taken? {
    state.withLock { state in
      if !state.interrupts.isEmpty { return .interrupt(state.interrupts.removeFirst()) }
      guard state.count > 0 else { return nil }
      defer {
        state.ring[state.first] = nil
        state.first = (state.first + 1) % state.ring.count
        state.count -= 1
      }
      return state.ring[state.first].map { .event($0) }
    }
  }
}
