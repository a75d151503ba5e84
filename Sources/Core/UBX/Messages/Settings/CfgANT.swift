// Antenna and interference settings, up to u-blox 9.

/// The antenna supply and supervision.
///
/// ```
/// 0  X2  flags: bit 0 svcs, 1 scd, 2 ocd, 3 pdwnOnSCD, 4 recovery
/// 2  X2  pins: bits 0–4 pinSwitch, 5–9 pinSCD, 10–14 pinOCD, 15 reconfig
/// ```
package struct CfgANT: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgANT, fewestBytes: 4) }
  package init() {}

  /// Whether the receiver controls the antenna's power supply.
  package var controlsPower = false
  package var watchesShorts = false
  /// Whether a missing antenna is detected; otherwise the state *open* is never reported.
  package var watchesOpen = false
  package var cutsPowerOnShort = false
  /// Whether the receiver recovers from a short circuit automatically.
  package var recovers = false
  package var switchPin: UInt8 = 0
  package var shortPin: UInt8 = 0
  package var openPin: UInt8 = 0
  /// Whether the receiver applies the pin numbers of this message.
  package var setsPins = false
  package var kept = KeptBytes<4>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var flags = payload.word(UInt16.self, bytes)
    payload.flags(&controlsPower, &watchesShorts, &watchesOpen, from: 0, of: &flags)
    payload.flags(&cutsPowerOnShort, &recovers, from: 3, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    var pins = payload.word(UInt16.self, bytes)
    payload.number(&switchPin, bits: 0...4, of: &pins)
    payload.number(&shortPin, bits: 5...9, of: &pins)
    payload.number(&openPin, bits: 10...14, of: &pins)
    payload.flag(&setsPins, bit: 15, of: &pins)
    payload.close(pins, keeping: &kept.reserved)
  }
}

/// The interference monitor; while it is off, the jamming state is unknown.
///
/// ```
/// 0  X4  config: bits 0–3 bbThreshold, 4–8 cwThreshold, 9–30 algorithmBits, 31 enable
/// 4  X4  config2: bits 0–11 generalBits, 12–13 antSetting, 14 enable2
/// ```
package struct CfgITFM: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgITFM, fewestBytes: 8) }
  package init() {}

  package var broadbandThreshold: UInt8 = 3
  package var continuousThreshold: UInt8 = 15
  /// Bits that must keep their default.
  package var algorithm: UInt32 = 0x16_B156
  package var isEnabled = false
  /// Bits that must keep their default.
  package var general: UInt16 = 0x31E
  /// The antenna: 0 unknown, 1 passive, 2 active.
  package var antenna: UInt8 = 0
  /// Whether the auxiliary input is monitored as well.
  package var usesAuxiliary = false
  package var kept = KeptBytes<8>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var config = payload.word(UInt32.self, bytes)
    payload.number(&broadbandThreshold, bits: 0...3, of: &config)
    payload.number(&continuousThreshold, bits: 4...8, of: &config)
    payload.number(&algorithm, bits: 9...30, of: &config)
    payload.flag(&isEnabled, bit: 31, of: &config)
    payload.close(config, keeping: &kept.reserved)
    var more = payload.word(UInt32.self, bytes)
    payload.number(&general, bits: 0...11, of: &more)
    payload.number(&antenna, bits: 12...13, of: &more)
    payload.flag(&usesAuxiliary, bit: 14, of: &more)
    payload.close(more, keeping: &kept.reserved)
  }
}
