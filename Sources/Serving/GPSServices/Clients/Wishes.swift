internal import GPSBridge
internal import GPSDProtocol

/// How many clients want what costs something: it is only made while there is one.
struct Wishes: Sendable, Hashable {
  /// Those who want sentences, or what is read from them.
  private var sentences = 0
  private var messages = 0
  private var packets = 0
  private var plainSentences = 0
  private var offsets = 0

  /// A client has changed its mind, has come, or has gone.
  mutating func change(from old: WatchPolicy, to new: WatchPolicy) {
    add(old, -1)
    add(new, 1)
  }

  private mutating func add(_ policy: WatchPolicy, _ number: Int) {
    guard policy.isEnabled else { return }
    if policy.json || policy.wantsPackets { sentences += number }
    if policy.wantsPackets { packets += number }
    if policy.nmea, policy.raw == 0 { plainSentences += number }
    if policy.raw > 0 { messages += number }
    if policy.pps { offsets += number }
  }

  /// What receivers are to tell beside epochs.
  var extras: Report.Extras {
    var extras: Report.Extras = []
    if sentences > 0 { extras.insert(.sentences) }
    if messages > 0 { extras.insert(.messages) }
    return extras
  }

  /// Whether anybody wants the receiver's words themselves.
  var wantsPackets: Bool { packets > 0 }
  /// Whether anybody wants sentences, and takes such as are made where the receiver has none.
  var wantsSentences: Bool { plainSentences > 0 }
  /// Whether the arrival of bytes is to be watched.
  var needsArrivals: Bool { offsets > 0 }
}
