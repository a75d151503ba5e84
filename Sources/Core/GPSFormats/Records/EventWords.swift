internal import GNSS
internal import GPSBase
package import GPSBridge
internal import SerialPorts

/// Descriptions of events for people, shared by records, pages and screens.
package enum EventWords {
  /// The description of an event; nil for events reported in other ways.
  package static func text(for event: ReceiverEvent.Kind) -> String? {
    switch event {
    case .attached(let place): "\(place.node) is there"
    case .detached(let place): "\(place.node) is gone"
    case .opened(let place, let speed): "opened \(place.node)" + (speed.map { " at \($0) baud" } ?? "")
    case .openFailed(let error): failure(error)
    case .closed: "closed"
    case .disconnected(let error): error.message
    case .speedTried(let speed): "trying \(speed) baud"
    case .speedFound(let speed): "it sends at \(speed) baud"
    case .speedNotFound(let heard): heard == 0 ? "no byte at any speed" : "not understood at any speed"
    case .speedLost(let speed): "garbage at \(speed) baud now"
    case .binary(let language): "it sends \(language.name)"
    case .otherReaders(let readers):
      readers.first.map { "also read by \($0)" } ?? "no longer read by another program"
    case .silent(let time): "silent for \(TimeText.short(time))"
    case .speaking: "it sends again"
    case .reopened: "closed and reopened"
    case .firstFix(let time): "first fix after \(TimeText.short(time))"
    case .freshness(.live): "fix is live"
    case .freshness(.aging): "fix is aging"
    case .freshness(.stale): "fix is stale"
    case .freshness(.lost): "fix lost"
    case .back(let gap): "fix back after \(TimeText.short(gap))"
    case .corrected(let corrections): words(corrections)
    case .timeWentBack(let step): "its time jumped back by \(TimeText.short(step))"
    case .timeWentAhead(let step): "its time jumped ahead by \(TimeText.short(step))"
    case .interrupted(let interruption):
      (interruption.cause == .computerSlept ? "the computer slept" : "this program did not run")
        + " for \(TimeText.short(interruption.duration))"
    case .dialect(let dialect): "understands \(dialect.name)"
    case .setting(let value): "now \(words(value))"
    case .settingRestored(let value): "restored: \(words(value))"
    case .settingNotRestored(let value, let error): "not restored: \(words(value)): \(error.message)"
    case .started(let start): "started \(StartWords.began(start)) in \(TimeText.short(start.timeToFix))"
    case .memory(let news): "its memory \(StartWords.words(news))"
    case .state: nil
    }
  }

  private static func failure(_ error: LocationError) -> String {
    switch error.code {
    case .permissionDenied: "permission denied"
    case .deviceBusy: error.underlying?.holders.first.map { "in use by \($0)" } ?? "in use by another program"
    default: error.message
    }
  }

  private static func words(_ corrections: TimeCorrections) -> String {
    var others = corrections
    others.rolloverWeeks = 0
    let weeks = corrections.rolloverWeeks
    let date = weeks == 0 ? [] : ["date corrected by \(weeks) weeks"]
    return (date + others.words.map { "time corrected: " + $0.with(" ", inPlaceOf: "_") }).joined(
      separator: ", ")
  }

  private static func words(_ value: SettingValue) -> String {
    switch value.kind {
    case .updateRate: value.words
    case .baudRate: "\(value.words) baud"
    case .constellations: "satellites of \(value.words)"
    default: "\(value.kind.title) \(value.words)"
    }
  }
}
