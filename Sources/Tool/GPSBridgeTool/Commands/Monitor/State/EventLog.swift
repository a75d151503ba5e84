internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import TerminalKit

/// Events, latest last; old ones are dropped.
struct EventLog: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    /// Seconds of UTC since 1970, by this machine's clock.
    var utcSeconds: Double
    var text: String
    var ink: Style.Ink
    /// The number of repetitions in a row.
    var count = 1
  }

  private(set) var entries: [Entry] = []
  static let most = 200

  /// Adds an event; a repetition of the last event is only counted.
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

/// Events that are listed, and their colors.
enum EventLogText {
  static func entry(for event: ReceiverEvent.Kind) -> (text: String, ink: Style.Ink)? {
    guard let ink = ink(event), let text = EventWords.text(for: event) else { return nil }
    return (text, ink)
  }

  private static func ink(_ event: ReceiverEvent.Kind) -> Style.Ink? {
    switch event {
    case .attached, .opened, .closed, .reopened: .plain
    case .detached, .openFailed, .disconnected, .freshness(.lost): .bad
    case .speedFound, .speaking, .firstFix, .back, .settingRestored: .good
    case .otherReaders(let readers): readers.isEmpty ? .good : .warning
    case .speedNotFound, .speedLost, .binary, .silent, .freshness(.stale), .corrected, .timeWentBack,
      .timeWentAhead, .interrupted, .settingNotRestored:
      .warning
    // Usually an observation at the start, hence quiet. Enabled sentences are visible anyway.
    case .setting(let value) where value.kind == .enabledSentences: nil
    case .speedTried, .dialect, .setting: .quiet
    case .started(let start): start.kind == .restored ? .good : nil
    case .memory(.failed): .warning
    case .memory: .quiet
    case .freshness, .state: nil
    }
  }
}
