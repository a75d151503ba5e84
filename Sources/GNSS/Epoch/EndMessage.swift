/// Whether a receiver ends its epochs by a message of its own, u-blox's NAV-EOE.
///
/// One that says sentences, too, may say them behind it. So the message ends an epoch at once only when it was the last
/// word on one before, and nothing ever came behind it.
struct EndMessage {
  /// Whether it has come in the open epoch.
  private var hasCome = false
  /// Whether an epoch had it as its last word.
  private var wasLast = false
  /// Whether something of the same epoch came behind it.
  private var wasFollowed = false

  /// Whether nothing more of an epoch comes behind it.
  var isLast: Bool { wasLast && !wasFollowed }

  /// It has come.
  mutating func came() { hasCome = true }

  /// Something else of the epoch has come, before or behind it.
  mutating func followed() { if hasCome { wasFollowed = true } }

  /// More came of an epoch that was given out.
  mutating func wasTooEarly() { wasFollowed = true }

  /// The epoch is over.
  mutating func closed() {
    if hasCome { wasLast = true }
    hasCome = false
  }
}
