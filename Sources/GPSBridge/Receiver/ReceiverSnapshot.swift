/// What can be asked of a receiver at any time, from anywhere.
struct ReceiverSnapshot: Sendable {
  var state = ReceiverState.idle
  var update: LocationUpdate?
  var location: Location?
  var place: DevicePlace?

  /// Takes what is about to be told, so that whoever is told finds it here.
  mutating func note(_ output: Report) {
    if let update = output.update {
      self.update = update
      location = update.lastKnown
    }
    if case .event(let event) = output, case .state(let state) = event.kind { self.state = state }
  }
}
