/// The key of a setting, since u-blox 9; it encodes the size of the value and the group.
///
/// Bits 28 to 30 are the size, 16 to 23 the group, and 0 to 15 the item.
public struct ConfigurationKey: RawRepresentable, Sendable, Hashable {
  /// The key as a number.
  public var rawValue: UInt32
  /// Makes a key from its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a key from u-blox's name, such as `CFG-RATE-MEAS`; nil if it is not in the table.
  public init?(name: String) {
    if let setting = ConfigurationSetting.all.first(where: { sameBytes($0.name, name) }) {
      self = setting.key
    } else if let key = Self.output(named: name) {
      self = key
    } else {
      return nil
    }
  }

  /// The size of the value in bytes, or nil if the key's size code is unknown; a bit occupies a byte.
  public var size: Int? {
    switch rawValue >> 28 & 7 {
    case 1, 2: 1
    case 3: 2
    case 4: 4
    case 5: 8
    default: nil
    }
  }

  /// The group of the setting.
  public var group: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
  /// The number of the setting within its group.
  public var item: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
  /// Whether the key selects all settings of its group, or all settings.
  public var isWildcard: Bool { item == 0xFFFF }

  /// Returns a wildcard that reads all settings of a group.
  public static func all(inGroup group: UInt8) -> ConfigurationKey {
    ConfigurationKey(rawValue: UInt32(group) << 16 | 0xFFFF)
  }

  /// The wildcard that reads all settings.
  public static let everything = ConfigurationKey(rawValue: 0x0FFF_FFFF)

  /// The entry in the table, or nil if the key has none.
  public var setting: ConfigurationSetting? {
    ConfigurationSetting.all.first { $0.key == self } ?? Self.outputSetting(self)
  }
}

extension ConfigurationKey: PayloadBlock {
  /// Makes the key 0, which is not a valid key.
  public init() { rawValue = 0 }

  /// The length, always 4 bytes.
  public var length: Int { 4 }

  /// Visits the number, to read or write it.
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&rawValue, bytes)
  }
}

extension ConfigurationKey: CustomStringConvertible {
  /// The name, or the number in hexadecimal if the key is not in the table.
  public var description: String {
    if let setting { return setting.name }
    let digits = String(rawValue, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}

/// A setting that this module knows: its key, its name and the type of its value.
public struct ConfigurationSetting: Sendable, Hashable {
  /// The key of the setting.
  public let key: ConfigurationKey
  /// The name that u-blox uses, such as `CFG-RATE-MEAS`.
  public let name: String
  /// The type of the value.
  public let type: ValueType

  init(_ number: UInt32, _ name: String, _ type: ValueType) {
    key = ConfigurationKey(rawValue: number)
    (self.name, self.type) = (name, type)
  }

  /// Returns whether the keys are equal; the table has one entry per key.
  public static func == (a: ConfigurationSetting, b: ConfigurationSetting) -> Bool { a.key == b.key }
  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The type of a value.
  public enum ValueType: Sendable, Hashable {
    /// On or off.
    case bit
    /// An unsigned integer.
    case unsigned
    /// A signed integer.
    case signed
    /// A number from a list of choices.
    case enumeration
    /// A bit mask.
    case bits
    /// A floating-point number.
    case real
  }

  /// All settings with an entry; the `CFG-MSGOUT` settings are computed instead.
  public static var all: [ConfigurationSetting] { table }

  private static let table = ports + navigation + signals + output

  /// The allowed values; a receiver may accept fewer.
  public var range: ClosedRange<Int64> {
    if let narrow { return narrow }
    let bits = Int64(8 * (key.size ?? 0))
    return switch type {
    case .bit: 0...1
    case .signed where bits < 64: -(1 << (bits - 1))...(1 << (bits - 1)) - 1
    case .signed, .real: .min ... .max
    case .unsigned, .enumeration, .bits: bits < 64 ? 0...(1 << bits) - 1 : 0 ... .max
    }
  }

  /// The known ranges that are narrower than the size of the value.
  private var narrow: ClosedRange<Int64>? {
    switch key {
    case .measurementInterval: 25...65535
    case .measurementsPerFix: 1...128
    case .timeReference: 0...4
    case .dynamicModel: 0...13
    case .fixMode: 1...3
    case .minimumElevation: -90...90
    case .surveyMode: 0...2
    case .powerMode: 0...2
    case .nmeaRevision: 21...42
    default: nil
    }
  }
}

/// Whether two strings have the same bytes; comparing strings would need Unicode tables.
func sameBytes(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
