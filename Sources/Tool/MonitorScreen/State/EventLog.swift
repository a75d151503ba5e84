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

/// Events that deserve a line in the list, and how they look.
enum EventText {
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
    // Mostly an observation from when the receiver began to speak, hence quiet. The sentences themselves show theirs.
    case .setting(.enabledSentences): nil
    case .speedTried, .dialect, .setting: .quiet
    case .started(let start): start.kind == .restored ? .good : nil
    case .memory(.failed): .warning
    case .memory: .quiet
    case .freshness, .state: nil
    }
  }
}
