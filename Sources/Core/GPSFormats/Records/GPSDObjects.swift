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
    begin("SKY", device, at: fix.time, &json)
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
      for satellite in listed(fix.satellites, most) { write(satellite, &json) }
    }
  }

  /// Writes the members of a SKY that reports no satellites seen and none used.
  package static func emptySky(at time: UTC?, _ device: String, _ json: inout JSONWriter) {
    begin("SKY", device, at: time, &json)
    json.member("nSat", 0)
    json.member("uSat", 0)
    json.array("satellites") { _ in }
  }

  @inline(__always)
  private static func begin(_ name: String, _ device: String, at time: UTC?, _ json: inout JSONWriter) {
    json.member("class", name)
    json.member("device", device)
    json.member("time", time)
  }

  private static func listed(_ all: Satellites, _ most: Int?) -> Satellites {
    guard let most, all.count > most else { return all }
    return Satellites(SkySentences.best(all, most))
  }

  private static func write(_ satellite: Satellite, _ json: inout JSONWriter) {
    let (identity, signal) = (satellite.identity, satellite.signal)
    json.element(capacity: 288) { output in
      output.append(constant: #"{"PRN":"#)
      FixedDecimal.append(identity.gpsdNumber, to: &output)
      output.append(constant: #","gnssid":"#)
      FixedDecimal.append(identity.constellation.ubloxNumber, to: &output)
      output.append(constant: #","svid":"#)
      FixedDecimal.append(identity.number, to: &output)
      if let number = signal?.ubloxNumber(of: identity.constellation) {
        output.append(constant: #","sigid":"#)
        FixedDecimal.append(number, to: &output)
      }
      append(#","az":"#, satellite.azimuth, to: &output)
      append(#","el":"#, satellite.elevation, to: &output)
      append(#","ss":"#, satellite.carrierToNoise, to: &output)
      output.append(constant: satellite.isUsed ? #","used":true}"# : #","used":false}"#)
    }
  }

  /// A whole number, with a decimal as gpsd writes it.
  private static func append(_ start: StaticString, _ value: Int?, to output: inout OutputSpan<UInt8>) {
    guard let value else { return }
    output.append(constant: start)
    FixedDecimal.append(value, to: &output)
    output.append(constant: ".0")
  }

  /// Writes the members of a GST.
  package static func statistics(
    _ statistics: SolutionStatistics, at time: UTC?, _ device: String, _ json: inout JSONWriter
  ) {
    let told = statistics.told
    begin("GST", device, at: time, &json)
    json.member("rms", told.rangeResidual, decimals: 3)
    json.member("major", told.semiMajor, decimals: 3)
    json.member("minor", told.semiMinor, decimals: 3)
    json.member("orient", told.orientation, decimals: 3)
    json.member("lat", told.latitudeDeviation, decimals: 3)
    json.member("lon", told.longitudeDeviation, decimals: 3)
    json.member("alt", told.altitudeDeviation, decimals: 3)
  }

  /// Writes the members of an ATT.
  package static func attitude(_ attitude: Attitude, _ device: String, _ json: inout JSONWriter) {
    begin("ATT", device, at: attitude.time, &json)
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
    switch (constellation, self) {
    case (.qzss, .l1S): 1
    case (.glonass, .l2CA), (.beidou, .b2I): 2
    case (.gps, .l2CL), (.galileo, .e5A), (.beidou, .b3I): 3
    case (.gps, .l2CM), (.qzss, .l2CM), (.navic, .l1SPS): 4
    case (.galileo, .e5B), (.beidou, .b1C), (.qzss, .l2CL): 5
    case (.gps, .l5I): 6
    case (.gps, .l5Q), (.beidou, .b2A): 7
    case (.galileo, .e6BC), (.qzss, .l5I): 8
    case (.qzss, .l5Q): 9
    case (.galileo, .e6A): 10
    default: nil
    }
  }
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

  package func belongs(to time: UTC?) -> Bool { time != nil && told.time == time?.timeOfDay }
}
