internal import UBX

/// What a receiver knows of itself beside the solution.
struct ReceiverState: Sendable {
  /// Milliseconds since it was switched on.
  var uptime: Int64 = 0
  /// Milliseconds from the start to the first fix; nil while there was none.
  var timeToFirstFix: Int64?
  var antenna = AntennaState.ok
  var antennaPower = AntennaPower.on
  /// Whether interference is watched for.
  var watchesJamming = false
  /// Decibels that interference takes from each signal.
  var jamming = 0.0
  /// Whether one sender plays all satellites.
  var isSpoofed = false
  /// Whether there is a fix.
  var hasFix = false
  /// Bytes that wait for the line.
  var pending = 0
  /// Bytes that the line can hold.
  var capacity = 4096
  /// Per cent of them that waited at worst.
  var highestLoad: UInt8 = 0
  /// Whether an epoch was not sent because the line was full.
  var lostEpochs = false
  /// The port that the cable is on.
  var port = PortNumber.usb
  /// Bytes that were sent and received since the start.
  var sent = 0
  var received = 0
  /// Messages and sentences that were understood, and bytes that were neither.
  var messages = 0
  var sentences = 0
  var skipped = 0
  /// The chip's own number belongs to the seed.
  var seed: UInt64 = 0

  /// The word on interference; unknown while nobody watches.
  var jammingState: JammingState {
    guard watchesJamming else { return .unknown }
    return jamming < 6 ? .none : hasFix ? .warning : .critical
  }

  /// From 0 to 255: how much like interference the noise looks.
  var interference: UInt8 { UInt8(clamping: 9 + Int(jamming * 9)) }

  /// The noise that is measured, and the gain that is left.
  var noise: UInt16 { UInt16(clamping: 92 + Int(jamming * 4)) }
  var gain: UInt16 { UInt16(clamping: max(200, 3000 - Int(jamming * 80))) }

  var spoofing: SpoofingState { isSpoofed ? .indicated : .none }

  /// Per cent of the sending buffer.
  var load: UInt8 { UInt8(clamping: min(100, pending * 100 / max(1, capacity))) }
}
