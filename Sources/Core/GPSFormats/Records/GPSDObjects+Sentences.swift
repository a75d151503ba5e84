package import GNSS
internal import NMEA
package import GPSBase

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

extension GPSDObjects {
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
