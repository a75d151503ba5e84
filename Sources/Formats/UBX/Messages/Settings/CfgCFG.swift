/// Keep, load or forget settings.
///
/// ```
///  0  X4  clearMask
///  4  X4  saveMask
///  8  X4  loadMask
/// 12  X1  deviceMask  0 battery, 1 flash, 2 EEPROM, 4 serial flash
/// ```
///
/// Saved are those of the running receiver; loaded ones take their place. The device may be left out.
///
/// Described as UBX-CFG-CFG in u-blox's interface descriptions.
public struct CfgCFG: PayloadMessage {
  /// Settings to forget in the memories.
  public var forget = Parts()
  /// Settings to save.
  public var save = Parts()
  /// Settings to load.
  public var load = Parts()
  /// The memories that are meant.
  public var devices = Devices.all
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgCFG }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 12 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 12 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.code(&forget, bytes)
    payload.code(&save, bytes)
    payload.code(&load, bytes)
    if payload.hasMore(than: 12, rest, bytes) { payload.code(&devices, bytes) }
    payload.end(&rest, bytes)
  }
}

extension CfgCFG {
  /// Groups of settings, a bit for each.
  public struct Parts: OptionSet, Sendable, Hashable {
    /// The bits.
    public var rawValue: UInt32
    /// Makes a set of its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// All groups that have a name, as ubxtool saves them.
    public static let usual = Parts(rawValue: 0x0F1F)
    /// All bits: with it, clearing and loading brings back the factory's settings.
    public static let all = Parts(rawValue: .max)
    /// Bit 0: the ports.
    public static let ports = Parts(rawValue: 0x0001)
    /// Bit 1: the rates of messages.
    public static let messages = Parts(rawValue: 0x0002)
    /// Bit 3: navigation.
    public static let navigation = Parts(rawValue: 0x0008)
    /// Bit 4: the receiver manager, which has the systems and the power.
    public static let receiver = Parts(rawValue: 0x0010)
  }

  /// Memories, a bit for each.
  public struct Devices: OptionSet, Sendable, Hashable {
    /// The bits.
    public var rawValue: UInt8
    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Bit 0: the memory that a battery keeps.
    public static let battery = Devices(rawValue: 0x01)
    /// Bit 1: flash.
    public static let flash = Devices(rawValue: 0x02)
    /// Bit 2: EEPROM.
    public static let eeprom = Devices(rawValue: 0x04)
    /// Bit 4: flash behind a serial line.
    public static let serialFlash = Devices(rawValue: 0x10)
    /// All of them.
    public static let all = Devices(rawValue: 0x17)
  }
}
