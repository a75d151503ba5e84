/// For commands that work without waiting: whether a signal came meanwhile, to be asked between two pieces of work.
package struct SignalCheck {
  private let queue = EventQueue<Never>(limit: 1)
  private let interrupts: Interrupts

  /// From now on a signal that would end the program waits until it is asked for; the second one ends it at once.
  package init() { interrupts = Interrupts { [queue] in queue.interrupt($0) } }

  /// The signal that wants the program to end; finish what was begun, and leave by ``Interrupts/end(by:)``.
  package var ending: CInt? {
    while case .interrupt(let interrupt) = queue.take(until: .now) {
      if case .end(let signal) = interrupt { return signal }
    }
    return nil
  }
}
