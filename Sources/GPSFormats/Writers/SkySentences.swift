internal import GNSS
internal import NMEA

/// The sentences of NMEA 4.11 about the satellites of an epoch: GSA for those that take part, GSV for all of them.
struct SkySentences {
  let fix: Fix
  /// The talker of GSA; GSV has that of the constellation.
  let talker: Talker

  /// A GSA has so many places.
  private static let mostInUse = 12
  /// A set of GSV has so many parts at most, of four satellites each.
  private static let mostParts = 10

  // MARK: - In use

  /// One GSA for each constellation that takes part; where none is known, one that has the mode and the dilutions.
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

  /// The numbers of satellites, each once, though several of its signals may be told; the loudest where not all fit.
  private func numbers(of satellites: [Satellite]) -> [Int] {
    var seen: Set<SatelliteIdentity> = []
    let each = satellites.filter { seen.insert($0.identity).inserted }
    return Self.best(each, Self.mostInUse).map(\.identity.sentenceNumber)
  }

  // MARK: - In view

  /// A set of GSV for each constellation and signal.
  var inView: [GSV] {
    var sets: [Group: [Satellite]] = [:]
    for satellite in fix.satellites { sets[Group(satellite), default: []].append(satellite) }
    return sets.keys.sorted().flatMap { set in parts(of: sets[set] ?? [], set) }
  }

  /// What the sentences of a set have in common.
  private struct Group: Hashable, Comparable {
    let system: Int
    let signal: Int

    init(_ satellite: Satellite) {
      let constellation = satellite.identity.constellation
      system = constellation.systemNumber
      signal = satellite.signal?.number(of: constellation) ?? 0
    }

    static func < (one: Self, other: Self) -> Bool {
      (one.system, one.signal) < (other.system, other.signal)
    }
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

  /// The satellites in their order; where they are too many, those that take part first, and then the loudest.
  private static func best(_ satellites: [Satellite], _ most: Int) -> [Satellite] {
    guard satellites.count > most else { return satellites }
    let sorted = satellites.sorted { one, other in
      one.isUsed != other.isUsed ? one.isUsed : (one.carrierToNoise ?? 0) > (other.carrierToNoise ?? 0)
    }
    return Array(sorted.prefix(most))
  }
}
