internal import GPSDelivery
internal import GPSEventRuntime
import GPSSystemCalls
internal import GPSBase

/// Receives the reports of several receivers on one loop, and passes on the chosen receiver's.
final class BestCore: Sendable {
  private struct State: Sendable {
    var chooser: BestChooser
    var reason = SelectionReason.first
    /// The name of each device, if known.
    var names: [String]
    var states: [ReceiverState]
    /// The arrival of the last location that was passed on.
    @StoredInstantIfAny var lastReceived: ContinuousClock.Instant?
    var lastFailure: LocationError?
  }

  let loop: EventLoop
  let time: any TimeSource
  let hubs: ReceiverHubs
  private let records: Broadcast<DeviceRecord, Never>
  private let choices: Broadcast<ReceiverSelection, Never>
  private let state: Guarded<State>
  private let shared = Guarded(ReceiverSnapshot())
  private let observers = Guarded(ObserverTable())

  init(
    _ receivers: [Receiver], _ rules: BestRules, _ hubs: ReceiverHubs,
    _ records: Broadcast<DeviceRecord, Never>, _ choices: Broadcast<ReceiverSelection, Never>
  ) {
    time = receivers[0].time
    loop = receivers[0].loop
    (self.hubs, self.records, self.choices) = (hubs, records, choices)
    state = Guarded(
      State(
        chooser: BestChooser(count: receivers.count, rules: rules),
        names: receivers.map(\.engine.device.place.key), states: receivers.map(\.state)))
    let first = receivers[0].snapshot
    shared.withLock { $0 = first }
    time.willServe(loop)
  }

  var snapshot: ReceiverSnapshot { shared.withLock { $0 } }

  var choice: ReceiverSelection {
    state.withLock { state in
      let index = state.chooser.chosen
      return ReceiverSelection(index: index, deviceID: state.names[index], reason: state.reason)
    }
  }

  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int { observers.withLock { $0.add(body) } }

  func stopObserving(_ token: Int) {
    // Release the closure's contents outside the lock.
    _ = observers.withLock { $0.remove(token) }
  }

  /// Accepts a report on the loop of the receiver that sent it, and handles it on the common loop.
  func hear(_ output: Report, from index: Int) {
    loop.async { [weak self] in self?.take(output, from: index) }
  }

  private func take(_ output: Report, from index: Int) {
    let now = time.now
    let wasChosen = choice.index == index
    let reason = state.withLock { state -> SelectionReason? in
      switch output {
      case .epoch(let epoch):
        // A late epoch does not describe the present, and one without fix data proves nothing about the fix.
        let saysNone = epoch.delay == nil && !epoch.fix.isUnreported ? epoch.update.newLocation == nil : nil
        return state.chooser.take(epoch.update, saysNone: saysNone, from: index, at: now)
      case .update(let update): return state.chooser.take(update, from: index, at: now)
      case .failed(let error):
        state.lastFailure = error
        return state.chooser.failed(index, at: now)
      case .event(let event):
        if case .opened(let place, _) = event.kind { state.names[index] = place.key }
        if case .state(let now) = event.kind { state.states[index] = now }
        return nil
      case .sky, .condition, .sentence, .message, .setting, .verdict: return nil
      }
    }
    if let reason { change(reason) }
    let choice = choice
    for content in DeviceRecord.Content.contents(of: output) {
      records.send(
        DeviceRecord(
          index: index, deviceID: state.withLock { $0.names[index] }, isChosen: choice.index == index,
          content: content))
    }
    pass(output, from: index, wasChosen: wasChosen, isNew: reason != nil)
  }

  /// Switches to a different receiver, and reports its state and location.
  private func change(_ reason: SelectionReason) {
    let (state, update) = state.withLock { state in
      state.reason = reason
      let chosen = state.chooser.chosen
      return (state.states[chosen], state.chooser.update(of: chosen))
    }
    choices.send(choice)
    if snapshot.state != state { tell(.event(ReceiverEvent(.state(state), at: time.now))) }
    if let update { tellUpdate(update) }
  }

  private func pass(_ output: Report, from index: Int, wasChosen: Bool, isNew: Bool) {
    switch output {
    case .failed:
      let error = state.withLock { $0.chooser.haveAllFailed ? $0.lastFailure : nil }
      if let error { tell(.failed(error)) }
    case .epoch(let epoch):
      if choice.index == index, !isNew, !isLate(epoch.update) {
        tell(output)
      } else if wasChosen {
        // The receiver was the chosen one when the fix arrived.
        hubs.fixes.send(parcel: hubs.reports.wrapped(output))
      }
    case .update(let update):
      // If this update caused the choice, it has been reported already.
      if choice.index == index, !isNew { tellUpdate(update) }
    case .event, .sky, .condition, .sentence, .message: if choice.index == index { tell(output) }
    // These describe a single device: get them from its receiver.
    case .setting, .verdict: break
    }
  }

  /// Passes an update on, unless its location is older than the last one.
  private func tellUpdate(_ update: LocationUpdate) { if !isLate(update) { tell(.update(update)) } }

  /// Whether the location was received before the last one that was passed on.
  private func isLate(_ update: LocationUpdate) -> Bool {
    state.withLock { state in
      guard let received = update.location?.received else { return false }
      if let last = state.lastReceived, received < last { return true }
      state.lastReceived = received
      return false
    }
  }

  private func tell(_ output: Report) {
    shared.withLock { $0.note(output) }
    hubs.take(output)
    for entry in observers.withLock({ $0.entries }) { entry.body(output) }
  }
}
