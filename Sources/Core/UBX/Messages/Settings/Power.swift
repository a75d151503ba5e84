// Power saving, up to u-blox 9.

/// The power mode.
///
/// ```
/// 0  U1  reserved
/// 1  U1  lpMode
/// ```
package struct CfgRXM: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgRXM, fewestBytes: 2) }
  package init() {}

  package var mode = Mode.full
  package var kept = KeptBytes<1>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.code(&mode, bytes)
  }

  package struct Mode: RawRepresentable, Sendable, Hashable, PayloadCode {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// 0: continuous operation; newer firmware uses 4.
    package static let full = Mode(rawValue: 0)
    /// 1: power saving, configured by CFG-PM2.
    package static let saving = Mode(rawValue: 1)
    package static let continuous = Mode(rawValue: 4)
  }
}

/// Details of the power saving mode, up to u-blox 9; CFG-RXM enables it.
///
/// ```
///  0  U1     version                                 1…2
///  1  U1     reserved
///  2  U1     maxStartupStateDur                      1 s
///  3  U1     reserved
///  4  X4     flags: bits 1–3 optTarget, 4 extintSel, 5 extintWake, 6 extintBackup, 8–9 limitPeakCurr,
///              10 waitTimeFix, 11 updateRTC, 12 updateEPH, 16 doNotEnterOff, 17–18 operationMode
///  8  U4     updatePeriod, searchPeriod, gridOffset  1 ms
/// 20  U2     onTime, minAcqTime                      1 s
/// 24  U1×20  reserved
/// 44  U4     extintInactivityMs                      1 ms
/// ```
package struct CfgPM2: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgPM2, fewestBytes: 44) }
  package init() {}

  package var version: UInt8 = 2
  /// The longest acquisition after startup in seconds; 0 is automatic.
  package var longestStart: UInt8 = 0
  /// The optimization target: 0 performance, 1 power saving.
  package var target: UInt8 = 0
  /// Whether the pin for sleep and wake-up is EXTINT1 instead of EXTINT0.
  package var usesSecondPin = false
  package var wakesByPin = false
  package var sleepsByPin = false
  /// The limit of the peak current: 0 off, 1 on.
  package var currentLimit: UInt8 = 0
  /// Whether the receiver waits for a valid time before it sleeps.
  package var waitsForTime = false
  /// Whether the receiver wakes to update its real-time clock.
  package var updatesClock = false
  package var updatesEphemerides = false
  /// Whether the receiver keeps searching without a fix.
  package var searchesOn = false
  /// The mode of operation: 0 on/off, 1 cyclic tracking.
  package var operation: UInt8 = 0
  /// The time between fixes in milliseconds.
  package var fixInterval: UInt32 = 0
  /// The time between searches in milliseconds.
  package var searchInterval: UInt32 = 0
  /// The offset of both periods from the start of the week, in milliseconds.
  package var offset: UInt32 = 0
  /// The time to stay on after a fix, in seconds.
  package var onTime: UInt16 = 0
  /// The shortest search in seconds.
  package var fewestSearchSeconds: UInt16 = 0
  /// The time without activity at the pin before sleep, in milliseconds.
  package var pinInactivity: UInt32 = 0
  package var kept = KeptBytes<26>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 1...2, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.number(&longestStart, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    var flags = payload.word(UInt32.self, bytes)
    payload.number(&target, bits: 1...3, of: &flags)
    payload.flags(&usesSecondPin, &wakesByPin, &sleepsByPin, from: 4, of: &flags)
    payload.number(&currentLimit, bits: 8...9, of: &flags)
    payload.flags(&waitsForTime, &updatesClock, &updatesEphemerides, from: 10, of: &flags)
    payload.flag(&searchesOn, bit: 16, of: &flags)
    payload.number(&operation, bits: 17...18, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.fields(&fixInterval, &searchInterval, &offset, &onTime, &fewestSearchSeconds, bytes)
    payload.skip(20, keeping: &kept.reserved, bytes)
    guard payload.hasMore(than: 44, kept.rest, bytes) else { return }
    payload.number(&pinInactivity, bytes)
  }
}
