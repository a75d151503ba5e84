internal import GPSBridge

/// Tracks satellites second by second: those known, those with a signal, and those used.
struct Tracker: Sendable {
  /// The satellites that the receiver reports, in the almanac's order.
  private(set) var satellites: [SimulatedSatellite] = []
  private(set) var usedCount = 0
  /// The geometry of the used satellites; nil without a fix.
  private(set) var geometry: SimulatedEpoch.Geometry?
  /// Whether the altitude is computed as well.
  private(set) var isSpatial = false
  /// The second of the first signal since the start.
  private(set) var firstHeard: Int?
  /// Whether one whole message, which contains the date, has been read since the start.
  private(set) var hasRead = false

  private var places: [Int]
  private let seed: UInt64
  private var channels: [Channel]
  private var view = SkyView()
  /// The ten-second interval for which `view` was computed.
  private var viewed = Int.min
  private var start = Scenario.PowerUp.cold
  /// Whether the receiver knows the direction of each satellite.
  private var knowsAlmanac = false
  /// Whether it has rough orbits, which only help together with a time and a place.
  private var hasAlmanac = false
  private var directions: [Vector] = []
  /// Whether it knows time and place, and so which satellites to search for.
  private var isGuided = false
  /// The second until which it searches in the wrong places.
  private var misledUntil = Int.min

  /// The most satellites of a constellation in a fix; no receiver has more channels for one constellation.
  static let mostUsed = 12
  /// Degrees of elevation below which satellites are tracked but not used.
  static let mask = 5.0

  init(_ constellations: [Constellation], seed: UInt64) {
    places = Almanac.places(of: constellations)
    channels = Array(repeating: Channel(), count: Almanac.full.entries.count)
    self.seed = seed
  }

  /// Selects the constellations to receive; what is known of the others is kept.
  mutating func receive(_ constellations: [Constellation]) {
    places = Almanac.places(of: constellations)
    viewed = .min
    view = SkyView()
    (satellites, usedCount, geometry) = ([], 0, nil)
  }

  /// Switches the receiver on, without any signal yet.
  mutating func powerUp(_ start: Scenario.PowerUp, second: Int) {
    self.start = start
    knowsAlmanac = start != .cold
    (hasAlmanac, isGuided, misledUntil) = (knowsAlmanac, knowsAlmanac, .min)
    firstHeard = nil
    hasRead = start == .hot
    for index in channels.indices {
      channels[index] = Channel()
      if start == .hot { channels[index].rememberOrbit(at: Int32(clamping: second)) }
    }
    satellites = []
    usedCount = 0
    geometry = nil
  }

  // MARK: - Assistance

  /// The satellites with known orbits; exact ones have the second until which they are valid, rough ones nil.
  func orbits(at second: Int) -> [(satellite: SatelliteIdentity, until: Int?)] {
    places.compactMap { place in
      let end = channels[place].orbitEnd(at: Int32(clamping: second))
      guard end != nil || knowsAlmanac else { return nil }
      return (Almanac.full.entries[place].identity, end.map(Int.init))
    }
  }

  /// Stores the orbit of a satellite: an exact one until `end`, a rough one for finding the satellite.
  mutating func learn(_ satellite: SatelliteIdentity, until end: Int?, at second: Int) {
    guard let place = Almanac.full.entries.firstIndex(where: { $0.identity == satellite }) else { return }
    hasAlmanac = true
    if let end, end > second {
      channels[place].learnOrbit(until: Int32(clamping: end), at: Int32(clamping: second))
    }
    guard isGuided else { return }
    useAlmanac()
    if !channels[place].isHeard { channels[place].searchAgain() }
  }

  /// Accepts time and place; together with orbits they amount to a warm or hot start.
  mutating func guide() {
    isGuided = true
    if hasAlmanac { useAlmanac() }
    for index in channels.indices where !channels[index].isHeard { channels[index].searchAgain() }
  }

  private mutating func useAlmanac() {
    knowsAlmanac = true
    if start == .cold { start = .warm }
  }

  /// Simulates false aiding data: the receiver searches in the wrong places, then starts cold.
  mutating func mislead(until second: Int) {
    powerUp(.cold, second: second)
    misledUntil = second
  }

  /// Recomputes the sky every ten seconds; a satellite moves a twentieth of a degree in that time.
  mutating func look(second: Int, orbitSeconds: Double, horizon: () -> Horizon) {
    guard second / 10 != viewed else { return }
    viewed = second / 10
    view.look(at: places, from: horizon(), seconds: orbitSeconds)
    // Satellites that have set are dropped; they return in the same order.
    var star = 0
    for place in places {
      if star < view.stars.count, view.stars[star].place == place {
        star += 1
      } else {
        channels[place].lose()
      }
    }
  }

  /// Advances by one second.
  mutating func update(second: Int, _ surroundings: Scenario.Surroundings, _ interference: Interference) {
    satellites.removeAll(keepingCapacity: true)
    let now = Int32(clamping: second)
    let isOpen = surroundings == .open
    let entries = Almanac.full.entries
    for star in view.stars where second >= misledUntil {
      let place = star.place
      var strength = SignalStrength.clear(sineOfElevation: star.direction.z) - interference.jamming
      strength += SignalStrength.unrest(seed: seed, place: place, second: second)
      if !isOpen {
        strength -= surroundings.loss(
          azimuth: star.azimuth, elevation: star.elevation, direction: star.direction)
      }
      if interference.isSpoofed { strength = 44 }
      let isExact = isGuided && channels[place].orbitEnd(at: now) != nil
      channels[place].update(
        strength, at: now, isExact ? .hot : start, luck: RandomSource.hash(seed, place &+ 1000, second))
      if interference.isSpoofed { channels[place].rememberOrbit(at: now) }
      let isHeard = channels[place].isHeard
      if isHeard {
        if firstHeard == nil { firstHeard = second }
        if channels[place].isUsable(99, at: now) { hasRead = true }
      } else if !knowsAlmanac {
        continue
      }
      satellites.append(
        SimulatedSatellite(
          identity: entries[place].identity, azimuth: star.azimuth, elevation: star.elevation,
          carrierToNoise: isHeard ? Int(min(max(strength, 1), 60) + 0.5) : nil,
          isUsed: star.elevation >= Self.mask && channels[place].isUsable(strength, at: now),
          hasDirection: knowsAlmanac, hasOrbit: channels[place].orbitEnd(at: now) != nil))
    }
    keepToChannels()
    solve()
    if geometry != nil { knowsAlmanac = true }
  }

  /// Omits the lowest satellites of a constellation that has more satellites than channels.
  private mutating func keepToChannels() {
    var first = 0
    while first < satellites.count {
      let constellation = satellites[first].identity.constellation
      var end = first
      var used = 0
      while end < satellites.count, satellites[end].identity.constellation == constellation {
        if satellites[end].isUsed { used += 1 }
        end += 1
      }
      while used > Self.mostUsed {
        var lowest = -1
        for index in first..<end where satellites[index].isUsed {
          if lowest < 0 || satellites[index].elevation < satellites[lowest].elevation { lowest = index }
        }
        satellites[lowest].isUsed = false
        used -= 1
      }
      first = end
    }
  }

  private mutating func solve() {
    directions.removeAll(keepingCapacity: true)
    var star = 0
    for satellite in satellites {
      // Both lists follow the almanac's order, and every satellite is among the stars.
      while Almanac.full.entries[view.stars[star].place].identity != satellite.identity { star += 1 }
      if satellite.isUsed { directions.append(view.stars[star].direction) }
    }
    usedCount = directions.count
    geometry = SimulatedEpoch.Geometry(directions, holdsAltitude: false)
    isSpatial = true
    if let solved = geometry, solved.position <= 20 { return }
    isSpatial = false
    geometry = SimulatedEpoch.Geometry(directions, holdsAltitude: true)
    if let solved = geometry, solved.horizontal > 20 { geometry = nil }
    if geometry == nil {
      usedCount = 0
      for index in satellites.indices { satellites[index].isUsed = false }
    }
  }
}
