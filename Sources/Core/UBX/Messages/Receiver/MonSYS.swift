/// The load, temperature and errors of the receiver, since u-blox 9.
///
/// ```
///  0  U1    msgVer                                      0…1
///  1  U1    bootType
///  2  U1    cpuLoad, cpuLoadMax, memUsage, memUsageMax  1 %
///  6  U1    ioUsage, ioUsageMax                         1 %
///  8  U4    runTime                                     1 s
/// 12  U2    noticeCount, warnCount, errorCount          1
/// 18  I1    tempValue                                   1 °C
/// 19  U1×5  reserved
/// ```
public struct MonSYS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monSYS, fewestBytes: 24) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 1
  /// The type of the last start: 0 unknown, 1 cold, 2 watchdog, 3 hardware, 4 hardware backup, 5 software
  /// backup, 6 software, 7 VIO failed, 8 VDD_X failed, 9 VDD_RF failed, 10 V_CORE too high.
  public var startKind: UInt8 = 0
  /// The load of the processor in percent.
  public var processorLoad: UInt8 = 0
  /// The peak load of the processor in percent.
  public var highestProcessorLoad: UInt8 = 0
  /// The memory usage in percent.
  public var memoryUsage: UInt8 = 0
  /// The peak memory usage in percent.
  public var highestMemoryUsage: UInt8 = 0
  /// The usage of the ports in percent.
  public var portUsage: UInt8 = 0
  /// The peak usage of the ports in percent.
  public var highestPortUsage: UInt8 = 0
  /// The time since startup in seconds.
  public var timeSinceStart: UInt32 = 0
  /// The number of notices since startup.
  public var notices: UInt16 = 0
  /// The number of warnings since startup.
  public var warnings: UInt16 = 0
  /// The number of errors since startup.
  public var errors: UInt16 = 0
  /// The temperature in degrees Celsius.
  public var temperature: Int8 = 0
  package var kept = KeptBytes<5>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...1, bytes)
    payload.fields(&startKind, &processorLoad, &highestProcessorLoad, &memoryUsage, bytes)
    payload.fields(&highestMemoryUsage, &portUsage, &highestPortUsage, &timeSinceStart, &notices, bytes)
    payload.fields(&warnings, &errors, &temperature, bytes)
    payload.skip(5, keeping: &kept.reserved, bytes)
  }
}
