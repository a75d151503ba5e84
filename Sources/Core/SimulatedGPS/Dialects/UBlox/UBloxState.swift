internal import UBX

/// The receiver's state apart from the solution.
struct UBloxState: Sendable {
  /// Milliseconds since it was switched on.
  var uptime: Int64 = 0
  /// Milliseconds from the start to the first fix; nil before it.
  var timeToFirstFix: Int64?
  var antenna = AntennaState.ok
  var antennaPower = AntennaPower.on
  var watchesJamming = false
  /// Decibels that interference takes from each signal.
  var jamming = 0.0
  /// Whether one transmitter imitates all satellites.
  var isSpoofed = false
  var hasFix = false
  /// Bytes waiting for the line.
  var pending = 0
  /// The size of the line's buffer in bytes.
  var capacity = 4096
  /// The highest fill level of that buffer, in percent.
  var highestLoad: UInt8 = 0
  /// Whether an epoch was dropped because the line was full.
  var lostEpochs = false
  var port = PortNumber.usb
  /// Bytes that were sent and received since the start.
  var sent = 0
  var received = 0
  /// The messages and sentences recognized, and the bytes that were neither.
  var messages = 0
  var sentences = 0
  var skipped = 0
  /// The seed, which determines the chip's unique number.
  var seed: UInt64 = 0

  /// The reported interference; unknown without monitoring.
  var jammingState: JammingState {
    guard watchesJamming else { return .unknown }
    return jamming < 6 ? .none : hasFix ? .warning : .critical
  }

  /// How much the noise resembles interference, from 0 to 255.
  var interference: UInt8 { UInt8(clamping: 9 + Int(jamming * 9)) }

  /// The measured noise, and the remaining gain.
  var noise: UInt16 { UInt16(clamping: 92 + Int(jamming * 4)) }
  var gain: UInt16 { UInt16(clamping: max(200, 3000 - Int(jamming * 80))) }

  var spoofing: SpoofingState { isSpoofed ? .indicated : .none }

  /// The fill level of the transmit buffer, in percent.
  var load: UInt8 { UInt8(clamping: min(100, pending * 100 / max(1, capacity))) }
}
