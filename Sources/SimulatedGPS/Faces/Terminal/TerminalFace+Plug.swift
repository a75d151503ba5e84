internal import GPSBridge
import Locking

/// The plug, and the program at the far side.
extension TerminalFace {
  /// Makes the port: under a name that is not the last one, if it is called otherwise.
  func plug(_ name: String, _ source: any EmissionSource) {
    let (lastPath, lastName) = state.withLock { ($0.lastPath, $0.lastName) }
    let speed = source.speed ?? 9600
    let made: Result<TerminalMaster, FaceError>
    do throws(FaceError) {
      made = .success(try Self.port(speed, not: name == lastName ? nil : lastPath))
    } catch {
      made = .failure(error)
    }
    state.withLock { state in
      state.status.problem = nil
      state.status.name = name
      state.lastName = name
      switch made {
      case .failure(let error): state.status.problem = error
      case .success(let master):
        state.master = master
        state.lastPath = master.path
        state.status.path = master.path
        do throws(FaceError) {
          try state.link?.lead(to: master.path)
        } catch {
          state.status.problem = error
        }
      }
    }
    if let refusal = source.openRefusal { refuse(refusal) }
  }

  private static func port(_ speed: Int, not taken: String?) throws(FaceError) -> TerminalMaster {
    let first = try TerminalMaster(speed: speed)
    guard first.path == taken else { return first }
    // The number of the old one is free again; held for a moment, it makes the kernel give another.
    let second = try TerminalMaster(speed: speed)
    return withExtendedLifetime(first) { second }
  }

  /// Pulls the cable: the program's side hangs up, and the name is gone.
  func unplug() {
    let master = state.withLock { state in
      defer {
        state.master = nil
        state.status.path = nil
        state.status.name = nil
        state.status.isOpen = false
      }
      if let far = state.occupied { state.master?.release(far) }
      state.occupied = nil
      state.link?.remove()
      return state.master
    }
    // There is no other owner: it is closed here.
    withExtendedLifetime(master) {}
  }

  /// Lets others in, or not.
  func refuse(_ refusal: Scenario.OpenRefusal?) {
    state.withLock { state in
      guard let master = state.master else { return }
      if let far = state.occupied { master.release(far) }
      state.occupied = refusal == .busy ? master.occupy() : nil
      master.permit(refusal != .permissionDenied)
    }
  }

  /// Everything is over.
  func finish() {
    unplug()
    let timer = state.withLock { state in
      defer { state.timer = nil }
      state.status.isOver = true
      return state.timer
    }
    timer?.cancel()
  }

  // MARK: - Input

  /// Takes what the program has written, and sees whether one has come or gone.
  ///
  /// - Returns: Whether it has written something.
  func listen() -> Bool {
    guard let master = state.withLock({ $0.occupied == nil ? $0.master : nil }) else { return false }
    guard master.isOpen, let bytes = master.read() else {
      programHasGone(master)
      return false
    }
    state.withLock { state in
      state.status.isOpen = true
      state.status.received += bytes.count
    }
    guard !bytes.isEmpty else { return false }
    let speed = master.speed
    player.work { source -> Void? in
      source.setHostSpeed(speed)
      source.receive(bytes.span)
      return nil
    }
    return true
  }

  private func programHasGone(_ master: TerminalMaster) {
    let wasOpen = state.withLock { state in
      defer { state.status.isOpen = false }
      return state.status.isOpen
    }
    if wasOpen { master.forgetUnread() }
  }
}
