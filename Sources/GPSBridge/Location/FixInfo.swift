public import GNSS

/// How a location was found.
public struct FixInfo: Sendable, Hashable {
  /// How many dimensions are known.
  public var mode: FixMode
  /// The means of the fix: satellites alone, corrections, carrier phase, or no satellites at all.
  public var quality: FixQuality?
  /// How good the geometry of the satellites is.
  public var dilution: DilutionOfPrecision
  /// Satellites that took part, as the receiver counts them.
  public var satellitesUsed: Int?
  /// Satellites that the receiver knew to be in the sky, heard or not.
  public var satellitesInView: Int?
  /// Seconds since the last differential correction.
  public var differentialAge: Double?
  /// The station that sent the corrections.
  public var differentialStation: Int?
  /// The corrections of the receiver's time.
  public var timeCorrections: TimeCorrections

  /// A location without a word on how it was found.
  public init() {
    mode = .twoDimensional
    dilution = DilutionOfPrecision()
    timeCorrections = TimeCorrections()
  }

  /// Takes over what a receiver said.
  public init(_ fix: Fix) {
    mode = fix.mode
    quality = fix.quality
    dilution = fix.dilution
    satellitesUsed = fix.satellitesUsed
    // One satellite has several entries where the receiver tells its signals apart.
    satellitesInView = fix.satellites.isEmpty ? nil : fix.satellites.identityCount
    differentialAge = fix.differentialAge
    differentialStation = fix.differentialStation
    timeCorrections = fix.timeCorrections
  }
}

/// Which device a location comes from.
public struct SourceInfo: Sendable, Hashable, Codable {
  /// Names the device, also after it was plugged in again; empty for no device.
  public var deviceID: String
  /// Whether a program made the location up, or a recording brought it back.
  public var isSimulatedBySoftware: Bool
  /// Whether a device on a cable found it.
  public var isProducedByAccessory: Bool

  /// Names a source; without arguments, a location made by hand.
  public init(
    deviceID: String = "", isSimulatedBySoftware: Bool = false, isProducedByAccessory: Bool = false
  ) {
    self.deviceID = deviceID
    self.isSimulatedBySoftware = isSimulatedBySoftware
    self.isProducedByAccessory = isProducedByAccessory
  }

  /// A receiver on a cable.
  public static func accessory(_ deviceID: String) -> SourceInfo {
    SourceInfo(deviceID: deviceID, isProducedByAccessory: true)
  }

  /// A recording that is played, or a simulated receiver.
  public static func simulated(_ deviceID: String) -> SourceInfo {
    SourceInfo(deviceID: deviceID, isSimulatedBySoftware: true)
  }
}

extension FixInfo: Codable {
  private enum CodingKeys: String, CodingKey {
    case mode, quality, positionDilution, horizontalDilution, verticalDilution, timeDilution
    case satellitesUsed, satellitesInView, differentialAge, differentialStation
    case rolloverWeeks, midnight, leapSecond, century, assumedLeapSeconds
  }

  /// Reads a value that was written; an unknown word is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    let mode = try container.decode(String.self, forKey: .mode)
    self.mode = try container.case(of: mode, named: Self.modes, .mode)
    if let quality = try container.decodeIfPresent(String.self, forKey: .quality) {
      self.quality = try container.case(of: quality, named: Self.qualities, .quality)
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
    timeCorrections.assumedLeapSeconds = try container.decodeIfPresent(Int.self, forKey: .assumedLeapSeconds)
  }

  /// Writes the known values, with the words of the records.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(Self.modes.first { $0.value == mode }?.key, forKey: .mode)
    try container.encodeIfPresent(Self.qualities.first { $0.value == quality }?.key, forKey: .quality)
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
    try container.encodeIfPresent(corrections.assumedLeapSeconds, forKey: .assumedLeapSeconds)
  }

  /// The words of the records; they stay even if the cases are renamed.
  private static let modes: [String: FixMode] = [
    "none": .none, "2d": .twoDimensional, "3d": .threeDimensional, "time": .time,
  ]
  private static let qualities: [String: FixQuality] = [
    "gnss": .autonomous, "dgnss": .differential, "pps": .precise, "rtk_fixed": .rtkFixed,
    "rtk_float": .rtkFloat, "dead_reckoning": .deadReckoning, "manual": .manual, "surveyed": .surveyed,
    "simulated": .simulated,
  ]
}

extension KeyedDecodingContainer {
  /// The case that a word stands for.
  fileprivate func `case`<Value>(of word: String, named words: [String: Value], _ key: Key) throws -> Value {
    guard let value = words[word] else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\"\(word)\" is none of \(words.keys.sorted().joined(separator: ", "))")
    }
    return value
  }
}
