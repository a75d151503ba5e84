/// The time pulse, up to u-blox 9.
///
/// ```
///  0  U1    tpIdx                             0, 1
///  1  U1    version                           0…1
///  2  U1×2  reserved
///  4  I2    antCableDelay, rfGroupDelay       1 ns
///  8  U4    freqPeriod, freqPeriodLock        1 µs or Hz
/// 16  U4    pulseLenRatio, pulseLenRatioLock  1 µs or 2⁻³²
/// 24  I4    userConfigDelay                   1 ns
/// 28  X4    flags: bit 0 active, 1 lockGnssFreq, 2 lockedOtherSet, 3 isFreq, 4 isLength, 5 alignToTow,
///             6 polarity, 7–10 gridUtcGnss, 11–13 syncMode
/// ```
package struct CfgTP5: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgTP5, fewestBytes: 32) }
  package init() {}

  package var pulse: UInt8 = 0
  package var version: UInt8 = 1
  /// The antenna cable delay in nanoseconds.
  package var cableDelay: Int16 = 0
  /// The delay of the RF front end in nanoseconds.
  package var groupDelay: Int16 = 0
  /// The period in microseconds, or the frequency in hertz, without a fix.
  package var period: UInt32 = 0
  /// The period or frequency with a fix.
  package var lockedPeriod: UInt32 = 0
  /// The pulse length in microseconds, or the duty cycle, without a fix.
  package var width: UInt32 = 0
  /// The pulse length or duty cycle with a fix.
  package var lockedWidth: UInt32 = 0
  /// An additional delay of the pulse in nanoseconds.
  package var delay: Int32 = 0
  package var isActive = false
  /// Whether the pulse is synchronized to GNSS time when it is available.
  package var followsSatellites = false
  /// Whether separate values apply with a fix.
  package var hasLockedValues = false
  package var isFrequency = false
  /// Whether the widths are microseconds instead of duty cycles.
  package var isLength = false
  /// Whether the pulse is aligned to the start of a second.
  package var alignsToWeek = false
  /// Whether the second begins at the rising edge.
  package var isRising = false
  /// The time system of the pulse: 0 UTC, 1 GPS, 2 GLONASS, 3 BeiDou, 4 Galileo.
  package var grid: UInt8 = 0
  /// How the pulse changes between the values with and without a fix.
  package var syncMode: UInt8 = 0
  package var kept = KeptBytes<6>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&pulse, bytes)
    payload.version(&version, in: 0...1, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.fields(&cableDelay, &groupDelay, &period, &lockedPeriod, &width, bytes)
    payload.fields(&lockedWidth, &delay, bytes)
    var flags = payload.word(UInt32.self, bytes)
    payload.flags(&isActive, &followsSatellites, &hasLockedValues, &isFrequency, from: 0, of: &flags)
    payload.flags(&isLength, &alignsToWeek, &isRising, from: 4, of: &flags)
    payload.number(&grid, bits: 7...10, of: &flags)
    payload.number(&syncMode, bits: 11...13, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
  }
}
