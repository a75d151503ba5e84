/// What was understood since a port was set to its present speed.
struct SpeedEvidence: Sendable, Hashable {
  /// All bytes that came.
  var bytes = 0
  /// Sentences with a right checksum.
  var sentences = 0
  /// UBX messages with a right checksum.
  var messages = 0
  /// RTCM messages with a right checksum.
  var corrections = 0
  /// SiRF messages with a right sum.
  var sirf = 0
  /// Epochs that came out of all these, with or without a fix.
  var epochs = 0

  /// Whether this is the speed at which the receiver sends.
  ///
  /// At a wrong speed a right checksum is pure chance. Eight bits of sum behind a `$`, letters and a `*` do not
  /// happen in noise; the short binary frames are asked for twice.
  var isRightSpeed: Bool { sentences > 0 || messages > 1 || corrections > 1 || sirf > 1 }

  /// The language that is spoken, if it is none in which a position can be read.
  var onlyBinary: BinaryProtocol? {
    guard sentences == 0, messages < 2 else { return nil }
    if sirf > 1 { return .sirf }
    return corrections > 1 ? .rtcm : nil
  }

  /// Whether u-blox messages come, and neither a sentence nor an epoch.
  ///
  /// Ask after some seconds only: the first messages of an epoch come before the one with the position.
  var isOnlyUBX: Bool { messages > 1 && !isReadable }

  /// Whether something came that a position can be read from.
  var isReadable: Bool { sentences > 0 || epochs > 0 }
}
