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
  /// Epochs a second.
  var rate: Double?
  /// Seconds that this computer's clock is ahead of the receiver's time, and of the way from there to here.
  var clockAhead: Double?
  var isSimulated = false
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
