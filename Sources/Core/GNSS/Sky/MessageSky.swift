internal import UBX

/// The sky from u-blox's messages: from signals if they are sent, otherwise from satellites.
///
/// A receiver that sends more than one kind repeats the same sky. Signals have no directions, which are taken
/// from the satellite message of the same time.
struct MessageSky {
  /// The messages that describe a sky, from the least to the most detailed.
  private enum Kind: Int {
    case channels, satellites, signals

    var source: Fix.Sources {
      switch self {
      case .channels: .navSVINFO
      case .satellites: .navSAT
      case .signals: .navSIG
      }
    }
  }

  /// A sky of one kind, and when it arrived.
  private struct Part {
    var timeOfWeek: UInt32
    var satellites: [Satellite]
    var lastHeard: Int
    /// Whether no sky has been made from it yet.
    var isNew = true
    /// The number of epochs between two of these messages.
    var period = usualPeriod

    /// Whether more than two periods have passed without this message.
    func isSilent(in epoch: Int) -> Bool { epoch - lastHeard > 2 * period }
  }

  private var parts = InlineArray<3, Part?>(repeating: nil)
  /// Whether no such message has ever arrived, as from receivers that send only sentences.
  private var isEmpty = true

  /// The period that is assumed until two messages have arrived.
  private static let usualPeriod = 5
  /// More than any receiver tracks, including signals.
  private static let most = 256

  /// Whether messages describe the sky, so that sentences about it are only repetitions.
  func isTold(in epoch: Int) -> Bool { best(in: epoch) != nil }

  mutating func take(_ message: NavSAT, epoch: Int) {
    keep(.satellites, message.timeOfWeek, epoch, message.satellites) { told in
      Satellite(
        told.system, told.number, signal: nil, elevation: told.elevation, azimuth: told.azimuth,
        told.signalToNoise, isUsed: told.isUsed)
    }
  }

  mutating func take(_ message: NavSIG, epoch: Int) {
    keep(.signals, message.timeOfWeek, epoch, message.signals) { told in
      Satellite(
        told.system, told.number, signal: told.signal, elevation: nil, azimuth: nil, told.signalToNoise,
        isUsed: told.isUsed)
    }
  }

  mutating func take(_ message: NavSVINFO, epoch: Int) {
    keep(.channels, message.timeOfWeek, epoch, message.channels) { told in
      told.identity.flatMap { system, number in
        Satellite(
          system, number, signal: nil, elevation: told.elevation, azimuth: told.azimuth, told.signalToNoise,
          isUsed: told.isUsed)
      }
    }
  }

  private mutating func keep<Told>(
    _ kind: Kind, _ timeOfWeek: UInt32, _ epoch: Int, _ told: [Told], _ make: (Told) -> Satellite?
  ) {
    var satellites: [Satellite] = []
    satellites.reserveCapacity(min(told.count, Self.most))
    for one in told.prefix(Self.most) { if let satellite = make(one) { satellites.append(satellite) } }
    var part = Part(timeOfWeek: timeOfWeek, satellites: satellites, lastHeard: epoch)
    if let known = parts[kind.rawValue], epoch > known.lastHeard { part.period = epoch - known.lastHeard }
    parts[kind.rawValue] = part
    isEmpty = false
  }

  private func best(in epoch: Int) -> Kind? {
    if isEmpty { return nil }
    for kind in [Kind.signals, .satellites, .channels] {
      if let part = parts[kind.rawValue], !part.isSilent(in: epoch) { return kind }
    }
    return nil
  }

  /// The sky at the end of an epoch; nil if nothing arrived since the last one.
  mutating func finish(in epoch: Int) -> (satellites: [Satellite], source: Fix.Sources)? {
    guard let kind = best(in: epoch), var part = parts[kind.rawValue], part.isNew else { return nil }
    parts[kind.rawValue]?.isNew = false
    if kind == .signals, let others = parts[Kind.satellites.rawValue], others.timeOfWeek == part.timeOfWeek {
      for index in part.satellites.indices {
        let identity = part.satellites[index].identity
        guard let told = others.satellites.first(where: { $0.identity == identity }) else { continue }
        part.satellites[index].elevation = told.elevation
        part.satellites[index].azimuth = told.azimuth
      }
    }
    return (part.satellites, kind.source)
  }
}

extension Satellite {
  /// Creates a satellite from a message's values; nil if it is not identified.
  fileprivate init?(
    _ system: SatelliteSystem, _ number: UInt8, signal: UInt8?, elevation: Int?, azimuth: Int?,
    _ signalToNoise: Int?, isUsed: Bool
  ) {
    guard let constellation = Constellation(system), number > 0, number < 255 else { return nil }
    self.init(SatelliteIdentity(constellation, Int(number)))
    self.signal = signal.flatMap { Signal(message: $0, of: constellation) }
    (self.elevation, self.azimuth) = (elevation, azimuth)
    carrierToNoise = signalToNoise.map { min($0, Int(Self.mostCarrierToNoise)) }
    self.isUsed = isUsed && carrierToNoise != nil
  }
}

extension Constellation {
  init?(_ system: SatelliteSystem) { self.init(rawValue: system.rawValue) }
}

extension Signal {
  /// The signal with a message's number in a constellation; nil if it has no name here.
  init?(message number: UInt8, of constellation: Constellation) {
    switch (constellation, number) {
    case (.gps, 0), (.qzss, 0), (.sbas, 0), (.glonass, 0), (.imes, 0): self = .l1CA
    case (.gps, 3), (.qzss, 5): self = .l2CL
    case (.gps, 4), (.qzss, 4): self = .l2CM
    case (.gps, 6), (.qzss, 8): self = .l5I
    case (.gps, 7), (.qzss, 9): self = .l5Q
    case (.qzss, 1): self = .l1S
    case (.glonass, 2): self = .l2CA
    case (.galileo, 0), (.galileo, 1): self = .e1BC
    case (.galileo, 3), (.galileo, 4): self = .e5A
    case (.galileo, 5), (.galileo, 6): self = .e5B
    case (.galileo, 8), (.galileo, 9): self = .e6BC
    case (.beidou, 0), (.beidou, 1): self = .b1I
    case (.beidou, 2), (.beidou, 3): self = .b2I
    case (.beidou, 4), (.beidou, 10): self = .b3I
    case (.beidou, 5), (.beidou, 6): self = .b1C
    case (.beidou, 7), (.beidou, 8): self = .b2A
    case (.navic, 0): self = .l5SPS
    default: return nil
    }
  }
}
