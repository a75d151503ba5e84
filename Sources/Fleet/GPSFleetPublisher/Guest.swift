internal import GPSBase
internal import GPSFleetLink
internal import GPSFleetProtocol
internal import GPSTrackRows

/// A program of others that positions are handed to: the broker's acknowledgement is all that is known of them.
package enum Guest: Sendable, Hashable {
  /// OwnTracks: a message for each position, at most one a second, since its times are whole seconds.
  case ownTracks
  /// The newest position, retained, as often as this; Home Assistant finds it by retained configurations.
  case live(every: Duration, homeAssistant: Bool)

  /// Its name, in messages and for its files.
  package var name: String { if case .ownTracks = self { "owntracks" } else { "live" } }

  /// The end of its client's and its file's name.
  var suffix: String { "@\(name)" }

  /// Which positions are sent.
  var kind: GuestMachine.Kind {
    switch self {
    case .ownTracks: .each
    case .live(let interval, _): .newest(every: interval)
    }
  }

  /// The rule by which positions are left out.
  func thinning(_ chosen: FleetBatch.Thinning) -> FleetBatch.Thinning {
    switch (self, chosen) {
    case (.ownTracks, .none): .every(milliseconds: 1000)
    case (.ownTracks, .every(let milliseconds)):
      .every(milliseconds: (max(1, milliseconds) + 999) / 1000 * 1000)
    case (.ownTracks, .within): chosen
    case (.live, _): .none
    }
  }

  func topic(of device: FleetDevice) -> String {
    switch self {
    case .ownTracks: GuestMessage.ownTracksTopic(of: device)
    case .live: "\(FleetTopic.device(device, .last))"
    }
  }

  /// The message that the broker publishes when the connection breaks.
  func will(of device: FleetDevice, at seconds: Int64) -> FleetMessage {
    switch self {
    // A retained one would replace the position.
    case .ownTracks: FleetMessage(topic(of: device), GuestMessage.ownTracksWill(at: seconds))
    case .live: state(of: device, GuestMessage.offline)
    }
  }

  /// The messages of a new connection.
  func greeting(of device: FleetDevice, program version: String) -> [FleetMessage] {
    guard case .live(_, let isHome) = self else { return [] }
    let found = isHome ? GuestMessage.discovery(of: device, program: version) : []
    return found.map { FleetMessage($0.topic, $0.payload, isRetained: true) } + [
      state(of: device, GuestMessage.online)
    ]
  }

  /// The message before the connection is ended.
  func farewell(of device: FleetDevice) -> FleetMessage? {
    if case .ownTracks = self { nil } else { state(of: device, GuestMessage.offline) }
  }

  private func state(of device: FleetDevice, _ payload: [UInt8]) -> FleetMessage {
    FleetMessage("\(FleetTopic.device(device, .live))", payload, isRetained: true)
  }

  /// How long a newest position is a live one after its arrival.
  var age: Duration {
    // The recorder writes the store every 10 s at most.
    if case .live(let interval, _) = self { max(.seconds(30), interval * 3) } else { .zero }
  }
}
