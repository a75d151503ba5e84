/// A key and its value, as stored in CFG-VALSET and CFG-VALGET.
package struct ConfigurationPair: PayloadBlock {
  package var key = ConfigurationKey(rawValue: 0)
  /// The stored value, in the lowest bytes; the key defines how many.
  package var bits: UInt64 = 0

  /// The minimum length: the key and one byte.
  package var length: Int { 5 }

  package init() {}

  /// Visits the key and the value; a key of unknown size makes the list unreadable.
  package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
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

  /// Makes a pair from an integer; nil if the key is not in the table or the number is out of range.
  package init?(_ key: ConfigurationKey, _ number: Int64) {
    guard let setting = key.setting, setting.range.contains(number) else { return nil }
    self.init(key, bits: UInt64(bitPattern: number))
  }

  /// Makes a pair from a stored value; bytes beyond the key's size are dropped.
  package init(_ key: ConfigurationKey, bits: UInt64) {
    self.key = key
    let size = key.size ?? 0
    self.bits = size == 8 ? bits : bits & (1 << UInt64(8 * size) - 1)
  }

  /// The value as an integer; negative only if the table lists the setting as signed.
  package var number: Int64 {
    guard key.setting?.type == .signed, let size = key.size, size < 8 else { return Int64(bitPattern: bits) }
    let shift = Int64(64 - 8 * size)
    return (Int64(bitPattern: bits) << shift) >> shift
  }

  /// The value as a floating-point number, or nil if the setting has another type.
  package var real: Double? {
    guard key.setting?.type == .real else { return nil }
    return key.size == 8
      ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }
}

/// A set of memories that settings are written to.
package struct ConfigurationLayers: OptionSet, Sendable, Hashable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Bit 0: RAM, the current settings.
  package static let ram = ConfigurationLayers(rawValue: 1)
  /// Bit 1: battery-backed RAM; applied at the next start.
  package static let battery = ConfigurationLayers(rawValue: 2)
  /// Bit 2: flash; applied at the next start.
  package static let flash = ConfigurationLayers(rawValue: 4)
  /// All memories that the receiver has.
  package static let all: ConfigurationLayers = [.ram, .battery, .flash]
}

/// A memory that settings are read from.
package struct ConfigurationLayer: RawRepresentable, Sendable, Hashable, PayloadCode {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// 0: RAM, the current settings.
  package static let ram = ConfigurationLayer(rawValue: 0)
  /// 1: battery-backed RAM.
  package static let battery = ConfigurationLayer(rawValue: 1)
  package static let flash = ConfigurationLayer(rawValue: 2)
  package static let builtIn = ConfigurationLayer(rawValue: 7)
}

package struct ConfigurationTransaction: RawRepresentable, Sendable, Hashable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let none = ConfigurationTransaction(rawValue: 0)
  package static let begin = ConfigurationTransaction(rawValue: 1)
  package static let ongoing = ConfigurationTransaction(rawValue: 2)
  package static let apply = ConfigurationTransaction(rawValue: 3)
}
