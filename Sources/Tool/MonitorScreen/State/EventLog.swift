internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import TerminalKit
internal import ToolSources

/// Events, the latest last; old ones are dropped.
package struct EventLog: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    /// Seconds of UTC since 1970, by this machine's clock.
    var utcSeconds: Double
    var text: String
    var ink: Style.Ink
    /// How often it came in a row.
    var count = 1
  }

  private(set) var entries: [Entry] = []
  static let most = 200

  /// Notes an event; an event like the last one is counted.
  mutating func note(_ text: String, _ ink: Style.Ink, at utcSeconds: Double) {
    if let last = entries.last, last.text == text {
      entries[entries.count - 1].count += 1
      entries[entries.count - 1].utcSeconds = utcSeconds
      return
    }
    entries.append(Entry(utcSeconds: utcSeconds, text: text, ink: ink))
    if entries.count > Self.most { entries.removeFirst() }
  }
}

/// Events that deserve a line in the list, and their words.
enum EventText {
  static func entry(for event: ReceiverEvent.Kind) -> (text: String, ink: Style.Ink)? {
    switch event {
    case .attached(let place): ("\(place.node) is there", .plain)
    case .detached(let place): ("\(place.node) has gone", .bad)
    case .opened(let place, let speed):
      ("opened \(place.node)" + (speed.map { " at \($0) baud" } ?? ""), .plain)
    case .openFailed(let error): (failure(error), .bad)
    case .closed: ("closed", .plain)
    case .disconnected(let error): (error.message, .bad)
    case .speedTried(let speed): ("listening at \(speed) baud", .quiet)
    case .speedFound(let speed): ("it speaks at \(speed) baud", .good)
    case .speedNotFound(let heard):
      (heard == 0 ? "no byte at any speed" : "not understood at any speed", .warning)
    case .speedLost(let speed): ("garbage at \(speed) baud now", .warning)
    case .binary(let language): ("it speaks \(language.name)", .warning)
    case .otherReaders(let readers):
      readers.first.map { ("also read by \($0)", .warning) } ?? ("read by nobody else now", .good)
    case .silent(let time): ("silent for \(TimeText.short(time))", .warning)
    case .speaking: ("it speaks again", .good)
    case .reopened: ("closed and opened again", .plain)
    case .firstFix(let time): ("first fix after \(TimeText.short(time))", .good)
    case .freshness(.stale): ("fix is stale", .warning)
    case .freshness(.lost): ("fix lost", .bad)
    case .back(let gap): ("fix back after \(TimeText.short(gap))", .good)
    case .corrected(let corrections):
      ("time corrected: \(corrections.words.joined(separator: ", "))", .warning)
    case .timeWentBack(let step): ("its time went back by \(TimeText.short(step))", .warning)
    case .dialect(let dialect): ("understands \(dialect.name)", .quiet)
    // The sentences themselves show this.
    case .setting(.enabledSentences): nil
    // Mostly an observation from when the receiver began to speak, hence quiet.
    case .setting(let value): ("now \(words(value))", .quiet)
    case .settingRestored(let value): ("set again: \(words(value))", .good)
    case .settingNotRestored(let value, let error):
      ("not set again: \(words(value)): \(error.message)", .warning)
    case .started(let start) where start.kind == .restored:
      ("started with its memory in \(TimeText.short(start.timeToFix))", .good)
    case .memory(let news): ("its memory \(StartWords.words(news))", ink(news))
    case .started, .freshness, .state: nil
    }
  }

  private static func ink(_ news: MemoryNews) -> Style.Ink {
    if case .failed = news { .warning } else { .quiet }
  }

  private static func failure(_ error: LocationError) -> String {
    switch error.code {
    case .permissionDenied: "permission denied"
    case .deviceBusy:
      error.underlying?.holders.first.map { "in use by \($0)" } ?? "in use by another program"
    default: error.message
    }
  }

  private static func words(_ value: SettingValue) -> String {
    switch value {
    case .updateRate(let rate): "\(rate)"
    case .baudRate(let speed): "\(speed) baud"
    case .enabledSentences(let sentences):
      "sentences " + sentences.map(\.rawValue).sorted().joined(separator: " ")
    case .constellations(let all): "satellites of " + all.map(\.word).sorted().joined(separator: " ")
    default: "\(value.kind.words) \(value.words)"
    }
  }
}
