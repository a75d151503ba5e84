/// The fix status, the time to first fix, and spoofing detection.
///
/// ```
/// 0  U4  iTOW        1 ms
/// 4  U1  gpsFix      0…5
/// 5  X1  flags: bit 0 gpsFixOk, 1 diffSoln, 2 wknSet, 3 towSet
/// 6  X1  fixStat: bit 0 diffCorr, 1 carrSolnValid, 6–7 mapMatching
/// 7  X1  flags2: bits 0–1 psmState, 3–4 spoofDetState, 6–7 carrSoln
/// 8  U4  ttff, msss  1 ms
/// ```
public struct NavSTATUS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navSTATUS, fewestBytes: 16) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The type of fix; it does not imply that the fix is valid.
  public var fixType = NavPVT.FixType.none
  /// Whether the solution is within the receiver's DOP and accuracy masks.
  public var isFixOK = false
  /// Whether the solution uses differential corrections.
  public var isDifferential = false
  /// Whether the week is valid.
  public var isWeekValid = false
  /// Whether the time of week is valid.
  public var isTimeOfWeekValid = false
  /// Whether differential corrections are available.
  public var hasCorrections = false
  /// Whether the carrier solution is reported.
  public var tellsCarrierSolution = false
  /// The state of map matching: 0 none, 1 too old, 2 used, 3 used with dead reckoning.
  public var mapMatching: UInt8 = 0
  /// The state of power saving: 0 acquisition, 1 tracking, 2 optimized tracking, 3 inactive.
  public var powerState: UInt8 = 0
  /// The spoofing state, always unknown before protocol 18.
  public var spoofing = SpoofingState.unknown
  /// The state of the carrier phase ambiguities, if reported.
  public var carrierSolution = NavPVT.CarrierSolution.none
  /// The time to first fix in seconds; 0 before the first fix.
  @Steps<UInt32, 1000> public var timeToFirstFix: Double
  /// The time since startup in seconds.
  @Steps<UInt32, 1000> public var timeSinceStart: Double
  package var kept = KeptBytes<3>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isFixOK, &isDifferential, &isWeekValid, &isTimeOfWeekValid, from: 0, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    var fixState = payload.word(UInt8.self, bytes)
    payload.flags(&hasCorrections, &tellsCarrierSolution, from: 0, of: &fixState)
    payload.number(&mapMatching, bits: 6...7, of: &fixState)
    payload.close(fixState, keeping: &kept.reserved)
    var moreFlags = payload.word(UInt8.self, bytes)
    payload.number(&powerState, bits: 0...1, of: &moreFlags)
    payload.code(&spoofing, bits: 3...4, of: &moreFlags)
    payload.code(&carrierSolution, bits: 6...7, of: &moreFlags)
    payload.close(moreFlags, keeping: &kept.reserved)
    payload.fields(&_timeToFirstFix, &_timeSinceStart, bytes)
  }
}
