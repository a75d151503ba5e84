internal import TerminalKit

/// What has happened, the latest last; what is old is forgotten.
package struct EventLog: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    /// Seconds of UTC since 1970, by this machine's clock.
    var utcSeconds: Double
    var text: String
    var ink: Style.Ink
    /// How often in a row.
    var count = 1
  }

  private(set) var entries: [Entry] = []
  static let most = 200

  /// Notes an event; the same once more is counted.
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
