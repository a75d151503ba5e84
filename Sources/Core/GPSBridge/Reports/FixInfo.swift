public import GNSS

/// How a location was found.
public struct FixInfo: Sendable, Hashable, Codable {
  /// The number of dimensions that are known.
  public var mode: FixMode
  /// The kind of fix: satellites alone, corrections, carrier phase, or no satellites.
  public var quality: FixQuality?
  /// The quality of the satellite geometry.
  public var dilution: DilutionOfPrecision
  /// The number of satellites used, as the receiver counts them.
  public var satellitesUsed: Int?
  /// The number of satellites that the receiver knew to be in the sky, received or not.
  public var satellitesInView: Int?
  /// Seconds since the last differential correction.
  public var differentialAge: Double?
  /// The station that sent the corrections.
  public var differentialStation: Int?
  /// The corrections to the receiver's time.
  public var timeCorrections: TimeCorrections

  /// Creates an empty description.
  public init() {
    mode = .twoDimensional
    dilution = DilutionOfPrecision()
    timeCorrections = TimeCorrections()
  }

  /// Creates a description from a receiver's fix.
  public init(_ fix: Fix) {
    mode = fix.mode
    quality = fix.quality
    dilution = fix.dilution
    satellitesUsed = fix.satellitesUsed
    // A satellite has several entries if the receiver reports its signals separately.
    satellitesInView = fix.satellites.isEmpty ? nil : fix.satellites.identityCount
    differentialAge = fix.differentialAge
    differentialStation = fix.differentialStation
    timeCorrections = fix.timeCorrections
  }

  private enum CodingKeys: String, CodingKey {
    case mode, quality, positionDilution, horizontalDilution, verticalDilution, timeDilution
    case satellitesUsed, satellitesInView, differentialAge, differentialStation
    case rolloverWeeks, midnight, leapSecond, century, coarseTime, assumedLeapSeconds
  }

  /// Decodes a value; an unknown identifier is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    let mode = try container.decode(String.self, forKey: .mode)
    self.mode = try container.case(of: mode, among: FixMode.all, named: \.word, .mode)
    if let quality = try container.decodeIfPresent(String.self, forKey: .quality) {
      self.quality = try container.case(of: quality, among: FixQuality.all, named: \.word, .quality)
    }
    dilution.position = try container.decodeIfPresent(Double.self, forKey: .positionDilution)
    dilution.horizontal = try container.decodeIfPresent(Double.self, forKey: .horizontalDilution)
    dilution.vertical = try container.decodeIfPresent(Double.self, forKey: .verticalDilution)
    dilution.time = try container.decodeIfPresent(Double.self, forKey: .timeDilution)
    satellitesUsed = try container.decodeIfPresent(Int.self, forKey: .satellitesUsed)
    satellitesInView = try container.decodeIfPresent(Int.self, forKey: .satellitesInView)
    differentialAge = try container.decodeIfPresent(Double.self, forKey: .differentialAge)
    differentialStation = try container.decodeIfPresent(Int.self, forKey: .differentialStation)
    timeCorrections.rolloverWeeks = try container.decodeIfPresent(Int.self, forKey: .rolloverWeeks) ?? 0
    timeCorrections.midnight = try container.decodeIfPresent(Bool.self, forKey: .midnight) ?? false
    timeCorrections.leapSecond = try container.decodeIfPresent(Bool.self, forKey: .leapSecond) ?? false
    timeCorrections.century = try container.decodeIfPresent(Bool.self, forKey: .century) ?? false
    timeCorrections.isCoarse = try container.decodeIfPresent(Bool.self, forKey: .coarseTime) ?? false
    timeCorrections.assumedLeapSeconds = try container.decodeIfPresent(Int.self, forKey: .assumedLeapSeconds)
  }

  /// Encodes the known values with the identifiers of the records.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mode.word, forKey: .mode)
    try container.encodeIfPresent(quality?.word, forKey: .quality)
    try container.encodeIfPresent(dilution.position, forKey: .positionDilution)
    try container.encodeIfPresent(dilution.horizontal, forKey: .horizontalDilution)
    try container.encodeIfPresent(dilution.vertical, forKey: .verticalDilution)
    try container.encodeIfPresent(dilution.time, forKey: .timeDilution)
    try container.encodeIfPresent(satellitesUsed, forKey: .satellitesUsed)
    try container.encodeIfPresent(satellitesInView, forKey: .satellitesInView)
    try container.encodeIfPresent(differentialAge, forKey: .differentialAge)
    try container.encodeIfPresent(differentialStation, forKey: .differentialStation)
    let corrections = timeCorrections
    if corrections.rolloverWeeks != 0 {
      try container.encode(corrections.rolloverWeeks, forKey: .rolloverWeeks)
    }
    if corrections.midnight { try container.encode(true, forKey: .midnight) }
    if corrections.leapSecond { try container.encode(true, forKey: .leapSecond) }
    if corrections.century { try container.encode(true, forKey: .century) }
    if corrections.isCoarse { try container.encode(true, forKey: .coarseTime) }
    try container.encodeIfPresent(corrections.assumedLeapSeconds, forKey: .assumedLeapSeconds)
  }
}

// The identifiers in the records, which stay even if the cases are renamed.

extension FixMode {
  package static let all = (1...4).compactMap { FixMode(rawValue: $0) }

  package var word: String {
    switch self {
    case .none: "none"
    case .twoDimensional: "2d"
    case .threeDimensional: "3d"
    case .time: "time"
    }
  }
}

extension FixQuality {
  package static let all = (0...8).compactMap { FixQuality(rawValue: $0) }

  package var word: String {
    switch self {
    case .autonomous: "gnss"
    case .differential: "dgnss"
    case .precise: "pps"
    case .rtkFixed: "rtk_fixed"
    case .rtkFloat: "rtk_float"
    case .deadReckoning: "dead_reckoning"
    case .manual: "manual"
    case .surveyed: "surveyed"
    case .simulated: "simulated"
    }
  }
}

/// The device that a location comes from.
public struct SourceInfo: Sendable, Hashable, Codable {
  /// Identifies the device, even after it was plugged in again; empty for no device.
  public var deviceID: String
  /// Whether the location comes from a simulation or a recording.
  public var isSimulatedBySoftware: Bool
  /// Whether the location comes from a connected device.
  public var isProducedByAccessory: Bool

  /// Creates a source; without arguments, the source of a location made by hand.
  public init(
    deviceID: String = "", isSimulatedBySoftware: Bool = false, isProducedByAccessory: Bool = false
  ) {
    (self.deviceID, self.isSimulatedBySoftware) = (deviceID, isSimulatedBySoftware)
    self.isProducedByAccessory = isProducedByAccessory
  }

  /// A connected receiver.
  public static func accessory(_ deviceID: String) -> SourceInfo {
    SourceInfo(deviceID: deviceID, isProducedByAccessory: true)
  }

  /// A simulated receiver, or a recording that is played.
  public static func simulated(_ deviceID: String) -> SourceInfo {
    SourceInfo(deviceID: deviceID, isSimulatedBySoftware: true)
  }
}

extension KeyedDecodingContainer {
  fileprivate func `case`<Value>(
    of word: String, among values: [Value], named name: (Value) -> String, _ key: Key
  ) throws -> Value {
    guard let value = values.first(where: { name($0) == word }) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\"\(word)\" is not one of \(values.map(name).sorted().joined(separator: ", "))")
    }
    return value
  }
}
