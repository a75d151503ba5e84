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
  /// Its sentences, where they are wanted.
  var sentences: [HeardSentence] = []

  var hasFix: Bool { facts.fix.hasFix == true }
}

/// A sentence, and when it came.
struct HeardSentence: Hashable, Sendable {
  /// Since the listening began.
  var after: Duration
  var bytes: [UInt8]
}
