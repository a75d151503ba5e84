/// A setting and its value, as it stands in CFG-VALSET and CFG-VALGET.
public struct ConfigurationPair: PayloadBlock {
  /// The setting.
  public var key = ConfigurationKey(rawValue: 0)
  /// The value as it is stored, in as many of the lowest bytes as the key says.
  public var bits: UInt64 = 0

  /// The key and at least one byte.
  public var length: Int { 5 }

  /// Makes one that says nothing yet.
  public init() {}

  /// Visits key and value; a key whose size no one knows makes the list unreadable.
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.code(&key, bytes)
    switch key.size {
    case 1: walkValue(UInt8.self, &payload, bytes)
    case 2: walkValue(UInt16.self, &payload, bytes)
    case 4: walkValue(UInt32.self, &payload, bytes)
    case 8: payload.number(&bits, bytes)
    default: payload.refuse()
    }
  }

  private mutating func walkValue<Raw: FixedWidthInteger & BitwiseCopyable>(
    _ type: Raw.Type, _ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>
  ) {
    var raw = Raw(truncatingIfNeeded: bits)
    payload.number(&raw, bytes)
    bits = UInt64(truncatingIfNeeded: raw)
  }
}

extension ConfigurationPair {
  /// Takes a whole number for a setting that is in the table, or answers nil if it is out of its range.
  public init?(_ key: ConfigurationKey, _ number: Int64) {
    guard let setting = key.setting, setting.range.contains(number) else { return nil }
    self.init(key, bits: UInt64(bitPattern: number))
  }

  /// Takes a value as it is stored; bytes beyond the key's size are dropped.
  public init(_ key: ConfigurationKey, bits: UInt64) {
    self.key = key
    let size = key.size ?? 0
    self.bits = size == 8 ? bits : bits & (1 << UInt64(8 * size) - 1)
  }

  /// The whole number; negative only where the table says that the setting has a sign.
  public var number: Int64 {
    guard key.setting?.type == .signed, let size = key.size, size < 8 else { return Int64(bitPattern: bits) }
    let shift = Int64(64 - 8 * size)
    return (Int64(bitPattern: bits) << shift) >> shift
  }

  /// The real number of a setting that is one, or nil.
  public var real: Double? {
    guard key.setting?.type == .real else { return nil }
    return key.size == 8
      ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }
}

/// Memories of a receiver that settings are written to, a bit for each.
public struct ConfigurationLayers: OptionSet, Sendable, Hashable {
  /// The bits.
  public var rawValue: UInt8
  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Bit 0: the running receiver.
  public static let ram = ConfigurationLayers(rawValue: 1)
  /// Bit 1: the memory that a battery keeps; it counts from the next start.
  public static let battery = ConfigurationLayers(rawValue: 2)
  /// Bit 2: flash; it counts from the next start.
  public static let flash = ConfigurationLayers(rawValue: 4)
  /// All of them, as far as the receiver has them.
  public static let all: ConfigurationLayers = [.ram, .battery, .flash]
}

/// A memory of a receiver that settings are read from.
public struct ConfigurationLayer: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: the running receiver.
  public static let ram = ConfigurationLayer(rawValue: 0)
  /// 1: the memory that a battery keeps.
  public static let battery = ConfigurationLayer(rawValue: 1)
  /// 2: flash.
  public static let flash = ConfigurationLayer(rawValue: 2)
  /// 7: the values as built.
  public static let builtIn = ConfigurationLayer(rawValue: 7)
}

/// The part that a message has in a transaction.
public struct ConfigurationTransaction: RawRepresentable, Sendable, Hashable {
  /// The number.
  public var rawValue: UInt8
  /// Makes one of its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: there is none.
  public static let none = ConfigurationTransaction(rawValue: 0)
  /// 1: it begins.
  public static let begin = ConfigurationTransaction(rawValue: 1)
  /// 2: it goes on.
  public static let ongoing = ConfigurationTransaction(rawValue: 2)
  /// 3: all that was collected takes effect.
  public static let apply = ConfigurationTransaction(rawValue: 3)
}
