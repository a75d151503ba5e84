internal import GPSBridge
internal import GPSDProtocol

/// Counts of clients that want costly reports, which are made only while a client wants them.
struct ReportDemand: Sendable, Hashable {
  /// The number of clients that want JSON objects.
  private var objects = 0
  private var messages = 0
  private var packets = 0
  private var plainSentences = 0
  private var offsets = 0

  mutating func change(from old: WatchPolicy, to new: WatchPolicy) {
    add(old, -1)
    add(new, 1)
  }

  private mutating func add(_ policy: WatchPolicy, _ number: Int) {
    guard policy.isEnabled else { return }
    if policy.json { objects += number }
    if policy.wantsPackets { packets += number }
    if policy.nmea, policy.raw == 0 { plainSentences += number }
    if policy.raw > 0 { messages += number }
    if policy.pps { offsets += number }
  }

  /// The reports that receivers should send in addition to epochs.
  var extras: Report.Extras {
    var extras: Report.Extras = []
    if objects > 0 { extras.insert(.measurements) }
    if packets > 0 { extras.insert(.sentences) }
    if messages > 0 { extras.insert(.messages) }
    return extras
  }

  /// Whether any client wants the receiver's original bytes.
  var wantsPackets: Bool { packets > 0 }
  /// Whether any client wants sentences, including generated ones if the receiver sends none.
  var wantsSentences: Bool { plainSentences > 0 }
  /// Whether to watch for the arrival of bytes.
  var needsArrivals: Bool { offsets > 0 }
}
