internal import GNSS

/// Counts of everything decoded since a port was set to its current speed.
struct SpeedEvidence: Sendable, Hashable {
  var bytes = 0
  /// Sentences with a correct checksum.
  var sentences = 0
  /// Messages with a correct checksum, in a binary protocol that we decode positions from.
  var messages = 0
  /// RTCM messages with a correct checksum.
  var corrections = 0
  /// Messages of protocols that we don't decode positions from.
  var strangers = 0
  /// Epochs decoded from all of these, with or without a fix.
  var epochs = 0
  /// The protocol of `messages`; nil means UBX.
  var spoken: BinaryProtocol?
  /// The protocol of `strangers`, once there are too many for noise.
  var stranger: BinaryProtocol?

  /// Whether this is the speed at which the receiver sends.
  ///
  /// At a wrong speed, a correct checksum is pure chance. Noise does not produce `$`, letters, `*` and a
  /// matching 8-bit checksum, but it can produce a short binary frame, so two frames are required.
  var isRightSpeed: Bool { sentences > 0 || messages > 1 || corrections > 1 || stranger != nil }

  /// The protocol that the receiver sends, if no position can be decoded from it.
  var onlyBinary: BinaryProtocol? {
    guard sentences == 0, messages < 2 else { return nil }
    return stranger ?? (corrections > 1 ? .rtcm : nil)
  }

  /// The protocol of messages that arrive without any sentence or epoch.
  ///
  /// Valid only after some seconds: an epoch's first messages precede the one with the position.
  var withoutEpochs: BinaryProtocol? { messages > 1 && !isReadable ? spoken ?? .ubx : nil }

  /// Whether anything arrived from which a position can be decoded.
  var isReadable: Bool { sentences > 0 || epochs > 0 }

  /// The evidence since an earlier moment.
  func since(_ earlier: SpeedEvidence) -> SpeedEvidence {
    SpeedEvidence(
      bytes: bytes - earlier.bytes, sentences: sentences - earlier.sentences,
      messages: messages - earlier.messages, corrections: corrections - earlier.corrections,
      strangers: strangers - earlier.strangers, epochs: epochs - earlier.epochs, spoken: spoken,
      stranger: strangers > earlier.strangers ? stranger : nil)
  }

  /// Whether many bytes arrived since then, without a whole frame.
  func isGarbage(since earlier: SpeedEvidence) -> Bool {
    let news = since(earlier)
    return news.bytes > 200 && news.sentences + news.messages + news.corrections + news.strangers == 0
  }
}
