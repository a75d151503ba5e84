internal import GNSS
internal import NMEA

/// The NMEA 4.11 sentences for an epoch's satellites: GSA for the used ones, GSV for all in view.
struct SkySentences {
  let fix: Fix
  /// The talker of GSA; GSV uses the talker of its constellation.
  let talker: Talker

  /// The number of satellite fields in a GSA.
  private static let mostInUse = 12
  /// The maximum number of sentences in a GSV set, with four satellites each.
  private static let mostParts = 10

  // MARK: - In use

  /// One GSA for each constellation used; if none is known, one with only the mode and the dilutions.
  var used: [GSA] {
    let used = fix.satellites.filter(\.isUsed)
    let systems = Set(used.map { $0.identity.constellation.systemNumber }).sorted()
    guard !systems.isEmpty else { return [gsa(of: [], system: Constellation.gps.systemNumber)] }
    return systems.map { system in
      gsa(of: numbers(of: used.filter { $0.identity.constellation.systemNumber == system }), system: system)
    }
  }

  private func gsa(of numbers: [Int], system: Int) -> GSA {
    GSA(talker) {
      $0.selection = .automatic
      $0.dimensions = dimensions
      for (place, number) in numbers.enumerated() { $0.satellites[place] = number }
      $0.positionDilution = fix.dilution.position
      $0.horizontalDilution = fix.dilution.horizontal
      $0.verticalDilution = fix.dilution.vertical
      $0.system = system
    }
  }

  private var dimensions: Int {
    guard fix.isValid else { return 1 }
    return switch fix.mode {
    case .none: 1
    case .twoDimensional: 2
    case .threeDimensional: 3
    case .time: fix.altitude == nil ? 2 : 3
    }
  }

  /// The satellite numbers without duplicates for several signals; if there are too many, the strongest.
  private func numbers(of satellites: [Satellite]) -> [Int] {
    var seen: Set<SatelliteIdentity> = []
    let each = satellites.filter { seen.insert($0.identity).inserted }
    return Self.best(each, Self.mostInUse).map(\.identity.sentenceNumber)
  }

  // MARK: - In view

  /// One GSV set for each constellation and signal.
  var inView: [GSV] {
    var sets: [Group: [Satellite]] = [:]
    for satellite in fix.satellites { sets[Group(satellite), default: []].append(satellite) }
    return sets.keys.sorted().flatMap { set in parts(of: sets[set] ?? [], set) }
  }

  /// The common properties of a GSV set.
  private struct Group: Hashable, Comparable {
    let system: Int
    let signal: Int

    init(_ satellite: Satellite) {
      let constellation = satellite.identity.constellation
      system = constellation.systemNumber
      signal = satellite.signal?.number(of: constellation) ?? 0
    }

    static func < (one: Self, other: Self) -> Bool { (one.system, one.signal) < (other.system, other.signal) }
  }

  private func parts(of satellites: [Satellite], _ set: Group) -> [GSV] {
    let shown = Self.best(satellites, 4 * Self.mostParts)
    let total = (shown.count + 3) / 4
    let talker = satellites.first?.identity.constellation.talker ?? .gp
    return (0..<total).map { part in
      GSV(talker) {
        $0.total = total
        $0.number = part + 1
        $0.inView = satellites.count
        for satellite in shown.dropFirst(4 * part).prefix(4) {
          $0.append(
            SatelliteInView(
              number: satellite.identity.sentenceNumber, elevation: satellite.elevation,
              azimuth: satellite.azimuth, signalToNoise: satellite.carrierToNoise))
        }
        $0.signal = set.signal
      }
    }
  }

  /// The satellites in order; if there are too many, used ones first, then the strongest.
  static func best(_ satellites: some Collection<Satellite>, _ most: Int) -> [Satellite] {
    guard satellites.count > most else { return Array(satellites) }
    let sorted = satellites.sorted { one, other in
      one.isUsed != other.isUsed ? one.isUsed : (one.carrierToNoise ?? 0) > (other.carrierToNoise ?? 0)
    }
    return Array(sorted.prefix(most))
  }
}
