internal import GNSS
internal import GPSBridge

/// What came of listening to a receiver.
struct HeardFacts: Sendable {
  /// Where it was opened, as `/dev/ttyACM0`; nil where it could not be.
  var node: String?
  /// Why it could not be opened, in the words of the library.
  var refusal: LocationError?
  /// What its condition follows from.
  var facts = ReceiverFacts()
  /// What was said while it was listened to.
  var counts = StreamTotals()
  /// Epochs whose signals are probably forged.
  var suspectPositions = 0
  /// Epochs a second.
  var rate: Double?
  /// Seconds that this computer's clock is ahead of the receiver's time, and of the way from there to here.
  var clockAhead: Double?
  var isSimulated = false
  /// Whether a recording was read, and no receiver listened to.
  var isRecording = false
  /// Conditions of a recording that had passed when it ended.
  var past: [PastVerdict] = []
  /// What it said, byte by byte, where that is wanted.
  var chunks: [HeardChunk] = []
  /// When the listening began, by this computer's clock.
  var begun: UTC?

  var hasFix: Bool { facts.fix.hasFix == true }
}

/// Bytes that came at once, and when.
struct HeardChunk: Hashable, Sendable {
  /// Since the listening began.
  var after: Duration
  var bytes: [UInt8]
}

/// A condition that was the case in a part of a recording.
struct PastVerdict: Hashable, Sendable {
  var verdict: Verdict
  /// When it was found first, where the recording knows.
  var from: UTC?
  /// How long it was the case in all.
  var lasted: Duration
}
