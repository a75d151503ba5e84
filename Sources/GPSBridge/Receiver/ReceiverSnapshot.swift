/// What can be asked of a receiver at any time, from anywhere.
struct ReceiverSnapshot: Sendable {
  var state = ReceiverState.idle
  var update: LocationUpdate?
  var location: Location?
  var place: DevicePlace?

  /// Takes what is about to be told, so that whoever is told finds it here.
  mutating func note(_ output: ReceiverOutput) {
    switch output {
    case .update(let update):
      self.update = update
      location = update.lastKnown
    case .event(let event): if case .state(let state) = event.kind { self.state = state }
    case .fix, .sky, .sentence, .failed: break
    }
  }
}
