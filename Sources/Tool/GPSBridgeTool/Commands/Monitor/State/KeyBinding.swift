internal import GPSFormats
internal import TerminalKit

/// The keys with their actions and their help: one table.
struct KeyBinding: Sendable {
  var keys: [Key]
  /// The key's name on the screen.
  var shown: String
  /// One word for the bottom line; empty for a key that is only in the help.
  var word: String
  var help: String
  var press: @Sendable (inout MonitorState) -> MonitorState.KeyRequest?

  static func binding(of key: Key) -> KeyBinding? { all.first { $0.keys.contains(key) } }

  /// In the order of the bottom line.
  static let all: [KeyBinding] = [
    KeyBinding(letter: "q", word: "quit", help: "end") { _ in .quit },
    KeyBinding(keys: [.tab, .right], shown: "tab", word: "next", help: "the next device") {
      $0.select(by: 1)
      return nil
    },
    KeyBinding(keys: [.backTab, .left], shown: "shift-tab", word: "", help: "the previous device") {
      $0.select(by: -1)
      return nil
    },
    pane("s", "sky", "the sky in full", .sky),
    pane("g", "signals", "every signal", .signals),
    pane("t", "track", "the track of the last ten minutes", .track),
    pane("r", "raw", "sentences as they arrive", .raw),
    pane("e", "events", "everything that has happened", .events),
    pane("d", "why", "the verdict with its reason and remedy, and counts", .diagnosis),
    pane("c", "configure", "the receiver's settings, and the commands that change them", .settings),
    pane("i", "receiver", "the receiver's reports on itself, and its start", .receiver),
    KeyBinding(letter: "u", word: "units", help: "metric, imperial or nautical units") {
      $0.view.units = $0.view.units.next
      return nil
    },
    KeyBinding(letter: "x", word: "", help: "degrees, minutes, seconds, UTM, MGRS or Maidenhead") {
      $0.view.coordinates = $0.view.coordinates.next
      return nil
    },
    KeyBinding(letter: "p", word: "pause", help: "pause and resume; nothing is missed meanwhile") {
      $0.pause()
      return nil
    },
    KeyBinding(keys: [.character("?"), .character("h")], shown: "?", word: "help", help: "this page") {
      $0.show(.help)
      return nil
    },
    KeyBinding(keys: [.escape, .backspace], shown: "esc", word: "", help: "back to the overview") {
      $0.view.pane = .overview
      $0.view.scroll = 0
      return nil
    },
    KeyBinding(keys: [.refresh], shown: "ctrl-l", word: "", help: "redraw the screen") { _ in .redraw },
  ]

  private static func pane(
    _ letter: Unicode.Scalar, _ word: String, _ help: String, _ pane: MonitorView.Pane
  ) -> KeyBinding {
    KeyBinding(letter: letter, word: word, help: help) {
      $0.show(pane)
      return nil
    }
  }

  private init(
    letter: Unicode.Scalar, word: String, help: String,
    _ press: @escaping @Sendable (inout MonitorState) -> MonitorState.KeyRequest?
  ) { self.init(keys: [.character(letter)], shown: String(letter), word: word, help: help, press) }

  private init(
    keys: [Key], shown: String, word: String, help: String,
    _ press: @escaping @Sendable (inout MonitorState) -> MonitorState.KeyRequest?
  ) { (self.keys, self.shown, self.word, self.help, self.press) = (keys, shown, word, help, press) }
}
