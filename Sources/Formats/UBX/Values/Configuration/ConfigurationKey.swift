/// The number of a setting, since u-blox 9: it says how many bytes its value has, and where it belongs.
///
/// Bits 28 to 30 are the size, 16 to 23 the group, 0 to 15 the item.
public struct ConfigurationKey: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt32
  /// Makes a key of its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a key of the name that u-blox has for it, as `CFG-RATE-MEAS`, if it is in the table.
  public init?(name: String) {
    if let setting = ConfigurationSetting.all.first(where: { sameBytes($0.name, name) }) {
      self = setting.key
    } else if let key = Self.output(named: name) {
      self = key
    } else {
      return nil
    }
  }

  /// Bytes of its value, or nil where the number has no size that is known; a bit takes a byte.
  public var size: Int? {
    switch rawValue >> 28 & 7 {
    case 1, 2: 1
    case 3: 2
    case 4: 4
    case 5: 8
    default: nil
    }
  }

  /// The group that it belongs to.
  public var group: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
  /// Its number in the group.
  public var item: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
  /// Whether it means all settings of its group, or all there are.
  public var isWildcard: Bool { item == 0xFFFF }

  /// All settings of its group, to be asked for.
  public static func all(inGroup group: UInt8) -> ConfigurationKey {
    ConfigurationKey(rawValue: UInt32(group) << 16 | 0xFFFF)
  }

  /// All settings there are, to be asked for.
  public static let everything = ConfigurationKey(rawValue: 0x0FFF_FFFF)

  /// Its entry in the table, or nil for one that is not there.
  public var setting: ConfigurationSetting? {
    ConfigurationSetting.all.first { $0.key == self } ?? Self.outputSetting(self)
  }
}

extension ConfigurationKey: PayloadBlock {
  /// Makes the key 0, which is none.
  public init() { rawValue = 0 }

  /// Always 4 bytes.
  public var length: Int { 4 }

  /// Visits the number, to read it or to write it.
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&rawValue, bytes)
  }
}

extension ConfigurationKey: CustomStringConvertible {
  /// The name, or the number in hexadecimal for a key that is not in the table.
  public var description: String {
    if let setting { return setting.name }
    let digits = String(rawValue, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}

/// A setting that this module knows: its key, its name, and what its value may be.
public struct ConfigurationSetting: Sendable, Hashable {
  /// The number.
  public let key: ConfigurationKey
  /// The name that u-blox has for it, as `CFG-RATE-MEAS`.
  public let name: String
  /// The kind of its value.
  public let type: ValueType

  init(_ number: UInt32, _ name: String, _ type: ValueType) {
    key = ConfigurationKey(rawValue: number)
    self.name = name
    self.type = type
  }

  /// Equal if the keys are: the table has one entry for each.
  public static func == (a: ConfigurationSetting, b: ConfigurationSetting) -> Bool { a.key == b.key }
  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// A kind of value.
  public enum ValueType: Sendable, Hashable {
    /// On or off.
    case bit
    /// A whole number without a sign.
    case unsigned
    /// A whole number with a sign.
    case signed
    /// A number that stands for one thing of a list.
    case enumeration
    /// Bits that each have a meaning.
    case bits
    /// A real number.
    case real
  }

  /// All settings with an entry of their own; those of `CFG-MSGOUT` follow a rule.
  public static var all: [ConfigurationSetting] { table }

  private static let table = ports + navigation + signals + output

  /// Numbers that its value may be; receivers may allow fewer.
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

  /// Ranges that are known to be narrower than their bytes.
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

/// Whether two texts have the same bytes: comparing strings would need tables of Unicode.
func sameBytes(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
