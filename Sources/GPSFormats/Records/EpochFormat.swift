public import GNSS
internal import GPSBridge

/// Writes what was decoded, epoch by epoch, as lines of some format.
public protocol EpochFormat {
  /// The bytes in front of all lines.
  var header: [UInt8] { get }
  /// The lines for a fix or a sky of a recording; none where the format does not have it or nobody asked.
  func lines(for output: DecodedOutput) -> [UInt8]
  /// The same for what comes from a receiver at this moment.
  func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8]
  /// The same format for another device.
  func named(_ device: String) -> Self
}

extension EpochFormat {
  /// Nothing, for formats without a header.
  public var header: [UInt8] { [] }

  /// For formats that do not name the device.
  public func named(_ device: String) -> Self { self }

  /// As of a recording: for formats that have no word for how old something is.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] { lines(for: output) }

  /// The lines for one fix.
  ///
  /// - Parameters:
  ///   - fix: An epoch, as a receiver or a decoder tells it.
  ///   - moment: When it came, and whether it still counts; `.recorded` for an epoch of a recording.
  /// - Returns: Lines with their ends; empty for kinds that are not wanted.
  public func lines(for fix: Fix, at moment: FixMoment = .recorded) -> [UInt8] {
    lines(for: .fix(fix), at: moment)
  }
}

/// The formats of a stream of epochs.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Our records, one JSON object a line: ``NDJSONFormat``.
  case ndjson
  /// The JSON of gpsd: ``GPSDFormat``.
  case gpsd
  /// The sentences as they came.
  case nmea
  /// A table: ``CSVFormat``.
  case csv
}

/// The kinds of records.
public enum RecordType: String, CaseIterable, Sendable {
  /// An epoch: position, time, and their quality.
  case fix
  /// The satellites in view.
  case sky
  /// Headings and turns.
  case attitude
  /// Something happened to the receiver.
  case event
  /// The receiver's own words about its antenna, disturbance, forgery and load.
  case condition
  /// A setting of the receiver was put back, or could not be.
  case setting
  /// The receiver's condition, and what to do about it.
  case verdict
  /// A device came, went, or changed.
  case device
  /// The counts at the end.
  case stats
  /// The end of the program by an error.
  case error
}

/// The circumstances of an epoch, which the receiver does not tell: when it came, and whether it still counts.
public struct FixMoment: Hashable, Sendable {
  /// When its last byte came, by this machine's clock.
  public var received: UTC?
  /// Whether the last position says where the receiver is: the word of a `Freshness`, or `recorded`.
  public var state: String
  /// Seconds since the last position.
  public var age: Double?
  /// Whether a program makes up what comes.
  public var isSimulated = false
  /// Whether the signals behind the position are probably forged.
  public var isSuspect = false
  /// What the position is the mean of; nil for that of one epoch.
  package var average: FixAverage?
  /// Whether the epoch was held back on its way, so that its position is a former one.
  public var isLate = false

  /// - Parameters:
  ///   - received: When its last byte came.
  ///   - state: The word of a `Freshness`, or `recorded`.
  ///   - age: Seconds since the last position.
  ///   - isSimulated: Whether a program makes up what comes.
  ///   - isSuspect: Whether the signals are probably forged.
  public init(
    received: UTC? = nil, state: String, age: Double? = nil, isSimulated: Bool = false,
    isSuspect: Bool = false
  ) {
    self.received = received
    self.state = state
    self.age = age
    self.isSimulated = isSimulated
    self.isSuspect = isSuspect
  }

  /// A recording does not tell when its bytes came.
  public static let recorded = FixMoment(state: "recorded")
}

/// The positions that a mean was made of.
package struct FixAverage: Hashable, Sendable {
  package var count: Int
  /// The time that they cover.
  package var seconds: Double
  /// Meters around the mean that hold 50, 68 and 95 % of the positions.
  package var cep50 = 0.0
  package var spread = 0.0
  package var cep95 = 0.0
  /// Meters from the mean to the farthest position.
  package var farthest = 0.0
  /// Whether speed or spread show that the receiver was not at one place.
  package var hasMoved = false

  package init(count: Int, seconds: Double) {
    self.count = count
    self.seconds = seconds
  }
}

extension Fix {
  /// Whether it claims a position that no receiver can have: 0°, 0°.
  package var isRefused: Bool { isValid && isOnNullIsland }

  /// Whether there is a position that one may believe.
  package var hasPosition: Bool { isValid && !isOnNullIsland }

  /// The epoch without a position that is refused: its time, its satellites, and that there is no fix.
  ///
  /// Speed and height beside such a position are worth as little as the position.
  package var believable: Fix { isRefused ? withoutPosition : self }

  /// The time, the satellites, of which none takes part, and that there is no fix.
  package var withoutPosition: Fix {
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
