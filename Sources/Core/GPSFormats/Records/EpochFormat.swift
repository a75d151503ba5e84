public import GNSS
internal import GPSBridge

/// Formats decoded epochs as lines.
public protocol EpochFormat {
  /// The bytes before all lines.
  var header: [UInt8] { get }
  /// The lines for a fix or a sky of a recording; empty if the format lacks it or it was not requested.
  func lines(for output: DecodedOutput) -> [UInt8]
  /// The lines for a fix or a sky that a receiver reported at this moment.
  func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8]
  /// Returns the same format for a different device.
  func named(_ device: String) -> Self
}

extension EpochFormat {
  /// The default: no header.
  public var header: [UInt8] { [] }

  /// The default for formats that do not name the device.
  public func named(_ device: String) -> Self { self }

  /// The default for formats without freshness: the same lines as for a recording.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] { lines(for: output) }

  /// The lines for one fix.
  ///
  /// - Parameters:
  ///   - fix: An epoch from a receiver or a decoder.
  ///   - moment: Its arrival and freshness; `.recorded` for an epoch of a recording.
  /// - Returns: Lines with their ends; empty for kinds that were not requested.
  public func lines(for fix: Fix, at moment: FixMoment = .recorded) -> [UInt8] {
    lines(for: .fix(fix), at: moment)
  }
}

package enum OutputFormat: String, CaseIterable, Sendable {
  /// Our records, one JSON object per line: ``NDJSONFormat``.
  case ndjson
  /// The JSON of gpsd: ``GPSDFormat``.
  case gpsd
  /// The sentences as received.
  case nmea
  /// A table: ``CSVFormat``.
  case csv
}

/// The kinds of records.
public enum RecordType: String, CaseIterable, Sendable {
  /// An epoch: position, time and quality.
  case fix
  /// The satellites in view.
  case sky
  /// Headings and rate of turn.
  case attitude
  /// An event of the receiver.
  case event
  /// The receiver's report on antenna, interference, spoofing and load.
  case condition
  /// A receiver setting that was restored, or could not be.
  case setting
  /// The receiver's condition and the remedy.
  case verdict
  /// A device that appeared, disappeared or changed.
  case device
  /// The counts at the end.
  case stats
  /// An error that ended the program.
  case error
}

extension Fix {
  /// Whether the fix claims an impossible position: 0°, 0°.
  package var isRefused: Bool { isValid && isOnNullIsland }

  package var hasPosition: Bool { isValid && !isOnNullIsland }

  /// The fix, without its position if that is implausible.
  ///
  /// Speed and altitude are removed along with an implausible position, since they are as unreliable.
  package var believable: Fix { isRefused ? withoutPosition : self }

  /// A fix that keeps the time and the satellites, marked unused, but no position.
  var withoutPosition: Fix {
    var rest = Fix()
    rest.epoch = epoch
    rest.time = time
    rest.timeOfDay = timeOfDay
    rest.timeCorrections = timeCorrections
    rest.dilution = dilution
    rest.satellitesUsed = 0
    rest.hasEarlierSatellites = hasEarlierSatellites
    rest.satellites = Satellites(
      satellites.map { told in
        var satellite = told
        satellite.isUsed = false
        return satellite
      })
    return rest
  }
}
