// Saving power, up to u-blox 9.

/// Whether power is saved.
///
/// ```
/// 0  U1  reserved
/// 1  U1  lpMode
/// ```
///
/// Described as UBX-CFG-RXM in u-blox's interface descriptions.
public struct CfgRXM: PayloadMessage {
  /// The mode.
  public var mode = Mode.full
  private var reserved = Reserved<1>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgRXM }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 2 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 2 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.skip(1, keeping: &reserved, bytes)
    payload.code(&mode, bytes)
    payload.end(&rest, bytes)
  }
}

extension CfgRXM {
  /// A mode of power.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    /// The number.
    public var rawValue: UInt8
    /// Makes one of its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: all power; so says 4, the newer number.
    public static let full = Mode(rawValue: 0)
    /// 1: power is saved as CFG-PM2 says.
    public static let saving = Mode(rawValue: 1)
    /// 4: all power.
    public static let continuous = Mode(rawValue: 4)
  }
}

/// How power is saved, up to u-blox 9; CFG-RXM switches it on.
///
/// ```
///  0  U1     version             1…2
///  1  U1     reserved
///  2  U1     maxStartupStateDur  1 s
///  3  U1     reserved
///  4  X4     flags
///              bits 1–3          optTarget
///              bit 4             extintSel
///              bit 5             extintWake
///              bit 6             extintBackup
///              bits 8–9          limitPeakCurr
///              bit 10            waitTimeFix
///              bit 11            updateRTC
///              bit 12            updateEPH
///              bit 16            doNotEnterOff
///              bits 17–18        operationMode
///  8  U4     updatePeriod        1 ms
/// 12  U4     searchPeriod        1 ms
/// 16  U4     gridOffset          1 ms
/// 20  U2     onTime              1 s
/// 22  U2     minAcqTime          1 s
/// 24  U1×20  reserved
/// 44  U4     extintInactivityMs  1 ms
/// ```
///
/// Described as UBX-CFG-PM2 in u-blox's interface descriptions.
public struct CfgPM2: PayloadMessage {
  /// The version of the layout.
  public var version: UInt8 = 2
  /// Seconds that the search may take after a start; 0 is the receiver's choice.
  public var longestStart: UInt8 = 0
  /// 0 performance, 1 saving.
  public var target: UInt8 = 0
  /// Whether the second pin for sleeping and waking is meant.
  public var usesSecondPin = false
  /// Whether the pin wakes it.
  public var wakesByPin = false
  /// Whether the pin sends it to sleep.
  public var sleepsByPin = false
  /// 0 no limit to the current, 1 a limit.
  public var currentLimit: UInt8 = 0
  /// Whether it waits for a good time before it sleeps.
  public var waitsForTime = false
  /// Whether it wakes to adjust its clock.
  public var updatesClock = false
  /// Whether it wakes for ephemerides.
  public var updatesEphemerides = false
  /// Whether it goes on searching without a fix.
  public var searchesOn = false
  /// 0 on and off, 1 cyclic tracking.
  public var operation: UInt8 = 0
  /// Milliseconds from fix to fix.
  public var fixInterval: UInt32 = 0
  /// Milliseconds from search to search.
  public var searchInterval: UInt32 = 0
  /// Milliseconds of the week by which both are shifted.
  public var offset: UInt32 = 0
  /// Seconds that it stays on after a fix.
  public var onTime: UInt16 = 0
  /// Seconds that it searches at least.
  public var fewestSearchSeconds: UInt16 = 0
  /// Milliseconds without a signal at the pin after which it sleeps.
  public var pinInactivity: UInt32 = 0
  private var reserved = Reserved<26>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgPM2 }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 44 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 44 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 1...2, bytes)
    payload.skip(1, keeping: &reserved, bytes)
    payload.number(&longestStart, bytes)
    payload.skip(1, keeping: &reserved, bytes)
    var flags = payload.word(UInt32.self, bytes)
    payload.number(&target, bits: 1...3, of: &flags)
    payload.flag(&usesSecondPin, bit: 4, of: &flags)
    payload.flag(&wakesByPin, bit: 5, of: &flags)
    payload.flag(&sleepsByPin, bit: 6, of: &flags)
    payload.number(&currentLimit, bits: 8...9, of: &flags)
    payload.flag(&waitsForTime, bit: 10, of: &flags)
    payload.flag(&updatesClock, bit: 11, of: &flags)
    payload.flag(&updatesEphemerides, bit: 12, of: &flags)
    payload.flag(&searchesOn, bit: 16, of: &flags)
    payload.number(&operation, bits: 17...18, of: &flags)
    payload.close(flags, keeping: &reserved)
    payload.number(&fixInterval, bytes)
    payload.number(&searchInterval, bytes)
    payload.number(&offset, bytes)
    payload.number(&onTime, bytes)
    payload.number(&fewestSearchSeconds, bytes)
    payload.skip(20, keeping: &reserved, bytes)
    guard payload.hasMore(than: 44, rest, bytes) else { return payload.end(&rest, bytes) }
    payload.number(&pinInactivity, bytes)
    payload.end(&rest, bytes)
  }
}
