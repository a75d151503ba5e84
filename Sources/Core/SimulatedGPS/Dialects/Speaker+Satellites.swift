internal import GPSBridge
internal import NMEA

extension Speaker {
  /// The satellites used: one sentence for all, or one for each system.
  mutating func speakUsed(_ epoch: SimulatedEpoch) {
    if constellations.count == 1 || dialect.quirks.contains(.talkerIsAlwaysGPS) {
      return writer.write(gsa(epoch, of: nil))
    }
    for constellation in constellations { writer.write(gsa(epoch, of: constellation)) }
  }

  private func gsa(_ epoch: SimulatedEpoch, of constellation: Constellation?) -> GSA {
    let isQuectels = constellation == .beidou && dialect.quirks.contains(.quectelBeiDouTalker)
    return GSA(isQuectels ? .pq : talker) {
      $0.selection = .automatic
      $0.dimensions = Int(epoch.mode.rawValue)
      $0.places = dialect.quirks.contains(.longGSA) ? 24 : 12
      var place = 0
      if !dialect.quirks.contains(.emptyGSA) {
        for satellite in epoch.satellites where satellite.isUsed && place < $0.places {
          guard constellation.map({ $0 == satellite.identity.constellation }) ?? true else { continue }
          $0.satellites[place] = numbers.number(satellite.identity)
          place += 1
        }
      }
      let none = dialect.quirks.contains(.dilutionOfFifty) ? 50 : dialect.noDilution
      $0.positionDilution = epoch.geometry.map { min($0.position, 99.99) } ?? none
      $0.horizontalDilution = epoch.geometry.map { min($0.horizontal, 99.99) } ?? none
      // A fixed altitude has no dilution.
      $0.verticalDilution =
        epoch.geometry.flatMap { $0.vertical > 0 ? min($0.vertical, 99.99) : nil } ?? none
      $0.system = SatelliteNumbers.system(constellation ?? constellations[0])
    }
  }

  /// The satellites in view: a set of sentences for each system.
  mutating func speakView(_ epoch: SimulatedEpoch) {
    if dialect.quirks.contains(.talkerIsAlwaysGPS) {
      return speakView(epoch.satellites[...], .gp, nil, isVoid: !epoch.hasFix)
    }
    for constellation in constellations {
      let first = epoch.satellites.firstIndex { $0.identity.constellation == constellation }
      let last = epoch.satellites.lastIndex { $0.identity.constellation == constellation }
      let group = first.flatMap { first in last.map { epoch.satellites[first...$0] } }
      // Systems without known satellites are left out, except GPS.
      if group == nil, constellation != .gps { continue }
      let isQuectels = constellation == .beidou && dialect.quirks.contains(.quectelBeiDouTalker)
      speakView(
        group ?? [], isQuectels ? .pq : SatelliteNumbers.talker(constellation, dialect), constellation,
        isVoid: !epoch.hasFix)
    }
  }

  private mutating func speakView(
    _ satellites: ArraySlice<SimulatedSatellite>, _ talker: Talker, _ constellation: Constellation?,
    isVoid: Bool
  ) {
    let total = max(1, (satellites.count + 3) / 4)
    var next = satellites.startIndex
    for number in 1...total {
      var sentence = GSV(talker: talker)
      sentence.total = total
      sentence.number = number
      sentence.inView = satellites.count
      while sentence.count < 4, next < satellites.endIndex {
        sentence.append(inView(satellites[next], isVoid: isVoid))
        next += 1
      }
      if dialect.quirks.contains(.paddedGSV) || dialect.commands == .none {
        while sentence.count % 4 != 0 { sentence.append(SatelliteInView(number: nil)) }
      }
      if talker == .pq {
        sentence.system = SatelliteNumbers.system(.beidou)
      } else {
        let plain = dialect.numbersSignals && !dialect.quirks.contains(.zeroSignals)
        sentence.signal = plain ? SatelliteNumbers.signal(constellation ?? .gps) : 0
      }
      writer.write(sentence)
    }
  }

  private func inView(_ satellite: SimulatedSatellite, isVoid: Bool) -> SatelliteInView {
    var azimuth: Int? = satellite.wholeAzimuth
    if dialect.quirks.contains(.northIs360), azimuth == 0 { azimuth = 360 }
    if dialect.quirks.contains(.zeroAzimuthWithoutFix), isVoid { azimuth = 0 }
    return SatelliteInView(
      number: numbers.number(satellite.identity),
      elevation: satellite.hasDirection ? satellite.wholeElevation : nil,
      azimuth: satellite.hasDirection ? azimuth : nil, signalToNoise: satellite.carrierToNoise)
  }
}

/// The numbers of satellites and systems in a dialect.
struct SatelliteNumbers: Sendable {
  private let hasSystems: Bool
  private let beidouShift: Int

  init(_ dialect: Dialect) {
    hasSystems = dialect.revision >= .v4_10
    beidouShift = dialect.commands == .ublox ? 400 : 200
  }

  /// The number in a sentence: since NMEA 4.10 the system's own, earlier in one range for all systems.
  func number(_ identity: SatelliteIdentity) -> Int {
    switch identity.constellation {
    case .glonass: identity.number + 64
    case .galileo where !hasSystems: identity.number + 300
    case .beidou where !hasSystems: identity.number + beidouShift
    default: identity.number
    }
  }

  /// The system ID in GSA.
  static func system(_ constellation: Constellation) -> Int { constellation.systemNumber }

  /// The ID of the signal that all receivers support.
  static func signal(_ constellation: Constellation) -> Int { constellation == .galileo ? 7 : 1 }

  /// The talker ID of a single system.
  static func talker(_ constellation: Constellation, _ dialect: Dialect) -> Talker {
    switch constellation {
    case .glonass: .gl
    case .galileo: .ga
    case .beidou where dialect.quirks.contains(.otherBeiDouTalker): dialect.beidouTalker == .gb ? .bd : .gb
    case .beidou: dialect.beidouTalker
    case .qzss: .gq
    case .navic: .gi
    case .gps, .sbas, .imes: .gp
    }
  }
}
