package import GPSEventRuntime
internal import GPSSystemCalls

/// A server on an event loop: it runs until it is stopped or a fault ends it.
package protocol LoopService: LoopActor {
  /// The end of the server, readable from any thread.
  nonisolated var life: ServiceLife { get }
  /// Closes everything; called once, after ``LoopService/isOver`` has become true.
  func close()
}

extension LoopService {
  package nonisolated var isOver: Bool { life.isOver }

  /// Waits until the server has ended; canceling the task stops it.
  package nonisolated func waitForEnd() async throws(ServiceFault) {
    await withTaskCancellationHandler {
      await life.wait()
    } onCancel: {
      shutDown(nil)
    }
    if let fault = life.fault { throw fault }
  }

  /// Stops the server from any thread.
  package nonisolated func shutDown(_ fault: ServiceFault?) {
    life.announceEnd()
    later(keepsAlive: true) { $0.stop(fault) }
  }

  package func stop(_ fault: ServiceFault?) {
    guard life.begin(fault) else { return }
    close()
    life.finish()
  }
}

/// The end of a server: whether it has ended, the fault, and the tasks that wait for the end.
package final class ServiceLife: Sendable {
  private struct State: Sendable {
    /// Whether its end was requested, so that it accepts no further address.
    var isEnding = false
    var isOver = false
    var fault: ServiceFault?
    /// Whether everything is closed.
    var isFinished = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  package init() {}

  package var isOver: Bool { state.withLock(\.isOver) }
  /// The fault that ended the server; nil while it runs and after a regular stop.
  package var fault: ServiceFault? { state.withLock(\.fault) }

  package func announceEnd() { state.withLock { $0.isEnding = true } }

  /// Refuses an address once the end was requested: nothing would listen there.
  package func admit(_ address: String) throws(ServiceFault) {
    guard state.withLock(\.isEnding) else { return }
    throw ServiceFault(.refused, address, "this server was stopped; make another one")
  }

  fileprivate func wait() async {
    await withCheckedContinuation { continuation in
      let isFinished = state.withLock { state in
        if !state.isFinished { state.waiting.append(continuation) }
        return state.isFinished
      }
      if isFinished { continuation.resume() }
    }
  }

  /// Notes the end; returns false if it was noted before.
  fileprivate func begin(_ fault: ServiceFault?) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      (state.isEnding, state.isOver, state.fault) = (true, true, fault)
      return true
    }
  }

  /// Resumes everything that waits for the end.
  fileprivate func finish() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isFinished = true
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
}
