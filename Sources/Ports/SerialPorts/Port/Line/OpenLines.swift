import Delivery
import Locking

/// The lines that this program has open, so that it leaves none of them locked when it ends without closing.
///
/// When a program ends, the kernel closes its descriptors. That is enough for a port that no other process has open;
/// otherwise (the console, the feeder of a pseudo-terminal) locks and settings outlive the program.
enum OpenLines {
  private struct State: Sendable {
    var lines: [CInt: SerialLine] = [:]
    /// The process that opened them: a child that ends must not unlock what its parent still uses.
    var process: Int?
  }

  private static let state = Guarded(State())

  static func add(_ line: SerialLine) {
    let isFirst = state.withLock { state in
      state.lines[line.descriptor] = line
      defer { state.process = Kernel.ownProcess() }
      return state.process == nil
    }
    if isFirst { Kernel.atExit(programEnds) }
  }

  /// Forgets a line, just before its descriptor is closed and the kernel may give the number away.
  static func remove(_ descriptor: CInt) { _ = state.withLock { $0.lines.removeValue(forKey: descriptor) } }

  /// Unlocks all lines and restores their settings.
  static func leaveAllAsFound() {
    // Under the lock: a descriptor that is closed meanwhile could be another file by now.
    state.withLock { state in
      guard state.process == Kernel.ownProcess() else { return }
      for line in state.lines.values { line.leaveAsFound() }
    }
  }
}

/// The end of the program, in the form that C calls.
private func programEnds() { OpenLines.leaveAllAsFound() }

extension SerialPort {
  /// Unlocks all ports of this program and restores their settings, before a signal ends it.
  ///
  /// A program that ends by `exit` does so by itself. Nothing can be done about `SIGKILL`.
  package static func leaveAllAsFound() { OpenLines.leaveAllAsFound() }
}
