// Antenna and interference, up to u-blox 9.

/// How the antenna is watched and fed.
///
/// ```
/// 0  X2  flags
///          bit 0       svcs
///          bit 1       scd
///          bit 2       ocd
///          bit 3       pdwnOnSCD
///          bit 4       recovery
/// 2  X2  pins
///          bits 0–4    pinSwitch
///          bits 5–9    pinSCD
///          bits 10–14  pinOCD
///          bit 15      reconfig
/// ```
///
/// Described as UBX-CFG-ANT in u-blox's interface descriptions.
public struct CfgANT: PayloadMessage {
  /// Whether the receiver switches the antenna's power.
  public var controlsPower = false
  /// Whether it watches for a short circuit.
  public var watchesShorts = false
  /// Whether it watches for a missing antenna; without it, *open* is never said.
  public var watchesOpen = false
  /// Whether it cuts the power when there is a short circuit.
  public var cutsPowerOnShort = false
  /// Whether it tries again by itself.
  public var recovers = false
  /// The pin that switches.
  public var switchPin: UInt8 = 0
  /// The pin that tells of a short circuit.
  public var shortPin: UInt8 = 0
  /// The pin that tells of a missing antenna.
  public var openPin: UInt8 = 0
  /// Whether the numbers of the pins are meant, when it is sent.
  public var setsPins = false
  private var reserved = Reserved<4>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgANT }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 4 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 4 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var flags = payload.word(UInt16.self, bytes)
    payload.flag(&controlsPower, bit: 0, of: &flags)
    payload.flag(&watchesShorts, bit: 1, of: &flags)
    payload.flag(&watchesOpen, bit: 2, of: &flags)
    payload.flag(&cutsPowerOnShort, bit: 3, of: &flags)
    payload.flag(&recovers, bit: 4, of: &flags)
    payload.close(flags, keeping: &reserved)
    var pins = payload.word(UInt16.self, bytes)
    payload.number(&switchPin, bits: 0...4, of: &pins)
    payload.number(&shortPin, bits: 5...9, of: &pins)
    payload.number(&openPin, bits: 10...14, of: &pins)
    payload.flag(&setsPins, bit: 15, of: &pins)
    payload.close(pins, keeping: &reserved)
    payload.end(&rest, bytes)
  }
}

/// Whether interference is watched; without it the jamming state stays unknown.
///
/// ```
/// 0  X4  config
///          bits 0–3    bbThreshold
///          bits 4–8    cwThreshold
///          bits 9–30   algorithmBits
///          bit 31      enable
/// 4  X4  config2
///          bits 0–11   generalBits
///          bits 12–13  antSetting
///          bit 14      enable2
/// ```
///
/// Described as UBX-CFG-ITFM in u-blox's interface descriptions.
public struct CfgITFM: PayloadMessage {
  /// The strength from which a broad disturbance counts.
  public var broadbandThreshold: UInt8 = 3
  /// The strength from which a continuous disturbance counts.
  public var continuousThreshold: UInt8 = 15
  /// Bits that must be as they are.
  public var algorithm: UInt32 = 0x16_B156
  /// Whether it is watched.
  public var isEnabled = false
  /// Bits that must be as they are.
  public var general: UInt16 = 0x31E
  /// The antenna: 0 not known, 1 passive, 2 active.
  public var antenna: UInt8 = 0
  /// Whether a second path is watched, too.
  public var usesAuxiliary = false
  private var reserved = Reserved<8>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgITFM }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 8 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 8 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var config = payload.word(UInt32.self, bytes)
    payload.number(&broadbandThreshold, bits: 0...3, of: &config)
    payload.number(&continuousThreshold, bits: 4...8, of: &config)
    payload.number(&algorithm, bits: 9...30, of: &config)
    payload.flag(&isEnabled, bit: 31, of: &config)
    payload.close(config, keeping: &reserved)
    var more = payload.word(UInt32.self, bytes)
    payload.number(&general, bits: 0...11, of: &more)
    payload.number(&antenna, bits: 12...13, of: &more)
    payload.flag(&usesAuxiliary, bit: 14, of: &more)
    payload.close(more, keeping: &reserved)
    payload.end(&rest, bytes)
  }
}
