/// Learns whether a receiver ends its epochs with a message, u-blox's NAV-EOE.
///
/// A receiver that sends sentences as well may send them after the message. So the message ends an epoch
/// immediately only if it was the last part of an earlier one, and nothing has ever followed it.
struct EndMessage {
  /// Whether the message has arrived in the open epoch.
  private var hasCome = false
  /// Whether the message was the last part of an epoch.
  private var wasLast = false
  /// Whether a part of the same epoch followed the message.
  private var wasFollowed = false

  /// Whether the message ends an epoch.
  var isLast: Bool { wasLast && !wasFollowed }

  mutating func came() { hasCome = true }

  /// Handles another part of the epoch, before or after the message.
  mutating func followed() { if hasCome { wasFollowed = true } }

  /// Handles a part of an epoch that was already emitted.
  mutating func wasTooEarly() { wasFollowed = true }

  mutating func closed() {
    if hasCome { wasLast = true }
    hasCome = false
  }
}
