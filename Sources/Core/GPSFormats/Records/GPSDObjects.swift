package import GNSS
package import GPSBase
internal import NMEA

/// The gpsd objects for an epoch: TPV and SKY.
///
/// Errors are at 95 %, as in gpsd; ours are at 68 %.
package enum GPSDObjects {
  /// Whether a fix contains anything about satellites.
  package static func tellsOfSky(_ fix: Fix) -> Bool {
    !fix.satellites.isEmpty || fix.satellitesUsed != nil || fix.dilution != DilutionOfPrecision()
  }

  /// Writes the members of a TPV.
  package static func position(_ fix: Fix, _ device: String, _ json: inout JSONWriter) {
    json.member("class", "TPV")
    json.member("device", device)
    json.member("status", fix.quality?.gpsdStatus)
    json.member("mode", fix.gpsdMode)
    json.member("time", fix.time)
    guard fix.isValid else { return }
    json.member("lat", fix.coordinate?.latitude, decimals: 9)
    json.member("lon", fix.coordinate?.longitude, decimals: 9)
    json.member("altHAE", fix.ellipsoidalAltitude, decimals: 4)
    json.member("altMSL", fix.altitude, decimals: 4)
    // Clients older than gpsd 3.20 read only this member.
    json.member("alt", fix.altitude, decimals: 4)
    json.member("epx", fix.errors?.east.map { $0 * Confidence95.interval }, decimals: 3)
    json.member("epy", fix.errors?.north.map { $0 * Confidence95.interval }, decimals: 3)
    json.member("epv", fix.errors?.vertical.map { $0 * Confidence95.interval }, decimals: 3)
    json.member("track", fix.course, decimals: 4)
    json.member("magtrack", fix.magneticCourse, decimals: 4)
    json.member("magvar", fix.magneticVariation, decimals: 1)
    json.member("speed", fix.speed, decimals: 3)
    json.member("climb", fix.climb, decimals: 3)
    json.member("geoidSep", fix.geoidSeparation, decimals: 3)
    json.member("eph", fix.errors?.horizontal.map { $0 * Confidence95.circle }, decimals: 3)
    json.member("dgpsAge", fix.differentialAge, decimals: 1)
    json.member("dgpsSta", fix.differentialStation)
  }

  /// Writes the members of a SKY.
  ///
  /// - Parameters:
  ///   - fix: The epoch.
  ///   - device: The receiver.
  ///   - most: The maximum number of listed signals: used ones first, then the strongest. All are counted.
  ///   - listsNone: Whether an empty list is written, because some clients exit without one.
  ///   - json: The writer for the members.
  package static func sky(
    _ fix: Fix, _ device: String, most: Int? = nil, listsNone: Bool = false, _ json: inout JSONWriter
  ) {
    json.member("class", "SKY")
    json.member("device", device)
    json.member("time", fix.time)
    json.member("hdop", fix.dilution.horizontal, decimals: 2)
    json.member("pdop", fix.dilution.position, decimals: 2)
    json.member("tdop", fix.dilution.time, decimals: 2)
    json.member("vdop", fix.dilution.vertical, decimals: 2)
    // A missing report on the sky is not an empty sky: leave out nSat, and uSat unless it is known otherwise.
    guard !fix.satellites.isEmpty else {
      json.member("uSat", fix.satellitesUsed)
      if listsNone { json.array("satellites") { _ in } }
      return
    }
    // A satellite has an entry for each signal, but counts once.
    json.member("nSat", fix.satellites.identityCount)
    json.member("uSat", fix.satellites.usedIdentityCount)
    json.array("satellites") { json in
      for satellite in listed(fix.satellites, most) { json.object { write(satellite, &$0) } }
    }
  }

  /// Writes the members of a SKY that reports no satellites seen and none used.
  ///
  /// - Parameters:
  ///   - time: The last known time.
  ///   - device: The receiver.
  ///   - json: The writer for the members.
  package static func emptySky(at time: UTC?, _ device: String, _ json: inout JSONWriter) {
    json.member("class", "SKY")
    json.member("device", device)
    json.member("time", time)
    json.member("nSat", 0)
    json.member("uSat", 0)
    json.array("satellites") { _ in }
  }

  private static func listed(_ all: Satellites, _ most: Int?) -> Satellites {
    guard let most, all.count > most else { return all }
    return Satellites(SkySentences.best(all, most))
  }

  private static func write(_ satellite: Satellite, _ json: inout JSONWriter) {
    json.member("PRN", satellite.identity.gpsdNumber)
    json.member("gnssid", satellite.identity.constellation.ubloxNumber)
    json.member("svid", satellite.identity.number)
    json.member("sigid", satellite.signal?.ubloxNumber(of: satellite.identity.constellation))
    json.member("az", satellite.azimuth.map(Double.init), decimals: 1)
    json.member("el", satellite.elevation.map(Double.init), decimals: 1)
    json.member("ss", satellite.carrierToNoise.map(Double.init), decimals: 1)
    json.member("used", satellite.isUsed)
  }

  /// Writes the members of a GST.
  ///
  /// - Parameters:
  ///   - statistics: The statistics.
  ///   - time: The time of their epoch.
  ///   - device: The receiver.
  ///   - json: The writer for the members.
  package static func statistics(
    _ statistics: SolutionStatistics, at time: UTC?, _ device: String, _ json: inout JSONWriter
  ) {
    let told = statistics.told
    json.member("class", "GST")
    json.member("device", device)
    json.member("time", time)
    json.member("rms", told.rangeResidual, decimals: 3)
    json.member("major", told.semiMajor, decimals: 3)
    json.member("minor", told.semiMinor, decimals: 3)
    json.member("orient", told.orientation, decimals: 3)
    json.member("lat", told.latitudeDeviation, decimals: 3)
    json.member("lon", told.longitudeDeviation, decimals: 3)
    json.member("alt", told.altitudeDeviation, decimals: 3)
  }

  /// Writes the members of an ATT.
  ///
  /// - Parameters:
  ///   - attitude: The attitude.
  ///   - device: The receiver.
  ///   - json: The writer for the members.
  package static func attitude(_ attitude: Attitude, _ device: String, _ json: inout JSONWriter) {
    json.member("class", "ATT")
    json.member("device", device)
    json.member("time", attitude.time)
    json.member("heading", attitude.trueHeading, decimals: 3)
    json.member("mheading", attitude.magneticHeading, decimals: 3)
    json.member("pitch", attitude.pitch, decimals: 3)
    json.member("roll", attitude.roll, decimals: 3)
    json.member("rot", attitude.rateOfTurn, decimals: 3)
  }
}

/// Factors from our 68 % to gpsd's 95 %.
private enum Confidence95 {
  static let circle = 1.62
  static let interval = 1.96
}

extension Fix {
  /// The fix for gpsd clients, without a position that is implausible, probably forged or outdated, because
  /// the protocol cannot mark it as untrustworthy.
  package func forGPSD(isSuspect: Bool) -> Fix { isSuspect ? withoutPosition : believable }

  /// The mode: 1 no fix, 2 without altitude, 3 with altitude; gpsd has no number for a fix of the time only.
  fileprivate var gpsdMode: Int {
    guard isValid else { return 1 }
    return switch mode {
    case .none: 1
    case .twoDimensional: 2
    case .threeDimensional: 3
    case .time: altitude == nil && ellipsoidalAltitude == nil ? 2 : 3
    }
  }
}

extension FixQuality {
  /// The fix status; nil for an autonomous fix, which gpsd leaves out.
  fileprivate var gpsdStatus: Int? {
    switch self {
    case .autonomous: nil
    case .differential: 2
    case .rtkFixed: 3
    case .rtkFloat: 4
    case .deadReckoning: 5
    case .manual, .surveyed: 7
    case .simulated: 8
    case .precise: 9
    }
  }
}

extension Constellation {
  /// u-blox's constellation number, called `gnssid` in gpsd.
  var ubloxNumber: Int { Int(rawValue) }
}

extension SatelliteIdentity {
  /// gpsd's `PRN`, which is unique across constellations.
  var gpsdNumber: Int {
    switch constellation {
    case .galileo: number + 300
    case .beidou: number + 400
    case .qzss: number + 192
    case .navic: number + 500
    case .gps, .sbas, .imes, .glonass: sentenceNumber
    }
  }
}

extension Signal {
  /// u-blox's signal number, called `sigid` in gpsd.
  ///
  /// Nil for the default signal, whose number 0 is left out, and for signals without a u-blox number.
  func ubloxNumber(of constellation: Constellation) -> Int? {
    switch constellation {
    case .gps: Self.gps[self]
    case .galileo: Self.galileo[self]
    case .beidou: Self.beidou[self]
    case .qzss: Self.qzss[self]
    case .glonass: Self.glonass[self]
    case .navic: Self.navic[self]
    case .sbas, .imes: nil
    }
  }

  private static let gps: [Signal: Int] = [.l2CL: 3, .l2CM: 4, .l5I: 6, .l5Q: 7]
  private static let galileo: [Signal: Int] = [.e5A: 3, .e5B: 5, .e6BC: 8, .e6A: 10]
  private static let beidou: [Signal: Int] = [.b2I: 2, .b3I: 4, .b1C: 5, .b2A: 7]
  private static let qzss: [Signal: Int] = [.l1S: 1, .l2CM: 4, .l2CL: 5, .l5I: 8, .l5Q: 9]
  private static let glonass: [Signal: Int] = [.l2CA: 2]
  private static let navic: [Signal: Int] = [.l1SPS: 4]
}

// Data for gpsd clients that a fix does not contain; it is read from the sentences themselves.

/// The statistics of a solution, from the sentence GST.
package struct SolutionStatistics: Hashable, Sendable {
  fileprivate let told: GST

  /// Parses a sentence; returns nil unless it is a GST with at least one value.
  package init?(_ sentence: [UInt8]) {
    // Most sentences are of other kinds, so skip parsing them again.
    guard sentence.count > 6, sentence[3] == 0x47, sentence[4] == 0x53, sentence[5] == 0x54,  // GST
      let content = try? Sentence(sentence), case .gst(let gst) = content,
      gst.rangeResidual != nil || gst.semiMajor != nil || gst.latitudeDeviation != nil
    else { return nil }
    told = gst
  }

  /// Whether the statistics belong to the epoch at this time.
  package func belongs(to time: UTC?) -> Bool { time != nil && told.time == time?.timeOfDay }
}
