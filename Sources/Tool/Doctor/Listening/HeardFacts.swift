package import GNSS
package import GPSBridge

/// What came of listening to a receiver.
package struct HeardFacts: Sendable {
  /// Where it was opened, as `/dev/ttyACM0`; nil where it could not be.
  package var node: String?
  /// Why it could not be opened, in the words of the library.
  package var refusal: LocationError?
  /// What its condition follows from.
  package var facts = ReceiverFacts()
  /// What was said while it was listened to.
  package var counts = StreamTotals()
  /// Epochs whose signals are probably forged.
  package var suspectPositions = 0
  /// Epochs a second.
  package var rate: Double?
  /// Seconds that this computer's clock is ahead of the receiver's time, and of the way from there to here.
  var clockAhead: Double?
  package var isSimulated = false
  /// Whether a recording was read, and no receiver listened to.
  package var isRecording = false
  /// Conditions of a recording that had passed when it ended.
  package var past: [PastVerdict] = []
  /// What it said, byte by byte, where that is wanted.
  package var chunks: [HeardChunk] = []
  /// When the listening began, by this computer's clock.
  package var begun: UTC?

  package init() {}

  package var hasFix: Bool { facts.fix.hasFix == true }
}

/// Bytes that came at once, and when.
package struct HeardChunk: Hashable, Sendable {
  /// Since the listening began.
  var after: Duration
  var bytes: [UInt8]
}

/// A condition that was the case in a part of a recording.
package struct PastVerdict: Hashable, Sendable {
  package var verdict: Verdict
  /// When it was found first, where the recording knows.
  package var from: UTC?
  /// How long it was the case in all.
  package var lasted: Duration

  package init(
    verdict: Verdict, from: UTC? = nil, lasted: Duration
  ) {
    self.verdict = verdict
    self.from = from
    self.lasted = lasted
  }
}
