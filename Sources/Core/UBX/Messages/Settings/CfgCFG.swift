/// Saves, loads or clears settings.
///
/// ```
///  0  X4  clearMask, saveMask, loadMask
/// 12  X1  deviceMask                     0 battery, 1 flash, 2 EEPROM, 4 serial flash
/// ```
///
/// Saving copies the current settings; loading replaces them. The device mask is optional.
package struct CfgCFG: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgCFG, fewestBytes: 12) }
  package init() {}

  /// The settings to clear in the memories.
  package var forget = Parts()
  package var save = Parts()
  package var load = Parts()
  package var devices = Devices.all
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&forget, &save, &load, bytes)
    if payload.hasMore(than: 12, kept.rest, bytes) { payload.code(&devices, bytes) }
  }

  package struct Parts: OptionSet, Sendable, Hashable, PayloadCode {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The named groups, as saved by ubxtool.
    package static let usual = Parts(rawValue: 0x0F1F)
    /// All bits; clearing and loading them restores the factory settings.
    package static let all = Parts(rawValue: .max)
    package static let ports = Parts(rawValue: 0x0001)
    package static let messages = Parts(rawValue: 0x0002)
    package static let navigation = Parts(rawValue: 0x0008)
    /// Bit 4: the receiver manager, with satellite systems and power.
    package static let receiver = Parts(rawValue: 0x0010)
  }

  package struct Devices: OptionSet, Sendable, Hashable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0: battery-backed RAM.
    package static let battery = Devices(rawValue: 0x01)
    package static let flash = Devices(rawValue: 0x02)
    package static let eeprom = Devices(rawValue: 0x04)
    package static let serialFlash = Devices(rawValue: 0x10)
    package static let all = Devices(rawValue: 0x17)
  }
}
