internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import TerminalKit

/// Everything that the screen shows: a pure value, updated by reports, keys and time.
struct MonitorState: Sendable {
  var devices: [MonitoredDevice]
  private(set) var selected = 0
  var view = MonitorView()
  var size = ScreenSize.usual
  /// The note on a recording in progress; empty for none.
  var recording = ""
  /// The serial ports of this machine, for the waiting screen.
  var ports: [MonitorPort] = []
  private(set) var now: ContinuousClock.Instant
  private(set) var utcSeconds: Double
  let startedAt: ContinuousClock.Instant
  /// The state to show while the screen is paused.
  private var frozen: Frozen?

  private struct Frozen: Sendable {
    var devices: [MonitoredDevice]
    var now: ContinuousClock.Instant
  }

  enum KeyRequest: Hashable, Sendable { case quit, redraw }

  init(_ devices: [MonitoredDevice], at now: ContinuousClock.Instant, utcSeconds: Double) {
    (self.devices, self.now, self.utcSeconds) = (devices, now, utcSeconds)
    startedAt = now
  }

  // MARK: - Displayed state

  /// The selected device: its current state or, while the screen is paused, the state at the pause.
  var device: MonitoredDevice {
    let all = frozen?.devices ?? devices
    return all[min(selected, all.count - 1)]
  }

  /// The time of the displayed state.
  var shownNow: ContinuousClock.Instant { frozen?.now ?? now }

  // MARK: - Input

  /// Updates the current time.
  mutating func advance(to now: ContinuousClock.Instant, utcSeconds: Double) {
    (self.now, self.utcSeconds) = (now, utcSeconds)
  }

  mutating func take(_ report: Report, _ counts: StreamTotals, from index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].take(report, counts, at: now, utcSeconds: utcSeconds)
  }

  mutating func take(_ bytes: [UInt8], from index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].take(bytes)
  }

  /// Updates a receiver's counts.
  mutating func count(_ counts: StreamTotals, of index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].count(counts, at: now)
  }

  /// Adds a note to the first device, such as a remark on the playback of a recording.
  mutating func note(_ text: String) { devices[0].note(text, utcSeconds: utcSeconds) }

  /// Handles a key; the closure returns how far the page that is shown can be scrolled.
  mutating func press(_ key: Key, _ mostScroll: (MonitorState) -> Int = { _ in 0 }) -> KeyRequest? {
    if let binding = KeyBinding.binding(of: key) { return binding.press(&self) }
    switch key {
    case .up: scroll(by: -1, mostScroll)
    case .down: scroll(by: 1, mostScroll)
    case .pageUp: scroll(by: -10, mostScroll)
    case .pageDown: scroll(by: 10, mostScroll)
    case .home: scroll(by: -Self.farthest, mostScroll)
    case .end: scroll(by: Self.farthest, mostScroll)
    default: break
    }
    return nil
  }

  /// Shows a pane in full, or returns to the overview if it was shown already.
  mutating func show(_ pane: MonitorView.Pane) {
    view.pane = view.pane == pane ? .overview : pane
    view.scroll = 0
  }

  /// Selects another device; wraps around at the ends.
  mutating func select(by step: Int) {
    selected = (selected + step + devices.count) % devices.count
    view.scroll = 0
  }

  /// Pauses or resumes the screen; reports are received all the time.
  mutating func pause() {
    view.isPaused.toggle()
    frozen = view.isPaused ? Frozen(devices: devices, now: now) : nil
  }

  /// Larger than any page.
  private static let farthest = 100_000

  /// Scrolls down by a number of lines, within the page.
  private mutating func scroll(by lines: Int, _ mostScroll: (MonitorState) -> Int) {
    let wished = view.scroll + (view.pane.isPage ? lines : -lines)
    view.scroll = min(max(0, wished), mostScroll(self))
  }
}

/// The contents of the screen, as chosen by keys.
struct MonitorView: Hashable, Sendable {
  /// One part of the screen in full, or all of them in the overview.
  enum Pane: Hashable, Sendable, CaseIterable {
    case overview, sky, signals, track, raw, events, diagnosis, settings, receiver, help

    /// Whether it is a page that is read from the top; lists are read from the newest end.
    var isPage: Bool { [.signals, .diagnosis, .settings, .receiver, .help].contains(self) }
  }

  var pane = Pane.overview
  var units = Units.metric
  var coordinates = CoordinateStyle.dd
  /// The place whose distance and bearing are shown; nil for none.
  var destination: Coordinate?
  var isPaused = false
  /// The lines that a list is scrolled back from its newest end, or a page down from its top.
  var scroll = 0
  /// Whether the overview leaves out the plot of the sky.
  var hasNoSky = false
}

/// A serial port as shown while waiting for a receiver.
struct MonitorPort: Hashable, Sendable {
  enum Guess: Hashable, Sendable {
    /// It could be any device, so it is opened only on request.
    case mayBe
    /// The receiver of a modem, which must be switched on first.
    case modem
    /// It belongs to a receiver, and is being opened or watched.
    case receiver
    /// It is known to be something else.
    case other
  }

  var node: String
  var name: String
  var guess: Guess

  init(node: String, name: String, guess: Guess) { (self.node, self.name, self.guess) = (node, name, guess) }

  init(_ port: SerialPortDescription) {
    node = port.node
    name = port.displayName
    guess =
      switch port.classification.kind {
      case .bridge, .unknown: .mayBe
      case .modemReceiver: .modem
      case .receiver, .binaryReceiver, .gateway: .receiver
      case .other: .other
      }
  }
}
