package import GPSBridge
package import GPSFormats
package import SerialPorts
package import TerminalKit

/// Everything that the screen shows: a pure value, updated by reports, keys and time.
package struct MonitorState: Sendable {
  package var devices: [MonitoredDevice]
  /// The index of the selected device.
  package private(set) var selected = 0
  package var view = MonitorView()
  /// The size of the screen.
  package var size = ScreenSize.usual
  /// The note on a recording in progress; empty for none.
  package var recording = ""
  /// The serial ports of this machine, for the waiting screen.
  package var ports: [MonitorPort] = []
  package private(set) var now: ContinuousClock.Instant
  package private(set) var utcSeconds: Double
  package let startedAt: ContinuousClock.Instant
  /// The state to show while the screen is paused.
  private var frozen: Frozen?

  private struct Frozen: Sendable {
    var devices: [MonitoredDevice]
    var now: ContinuousClock.Instant
    var utcSeconds: Double
  }

  /// A request from a key to the program.
  package enum Wish: Hashable, Sendable { case quit, redraw }

  package init(_ devices: [MonitoredDevice], at now: ContinuousClock.Instant, utcSeconds: Double) {
    self.devices = devices
    self.now = now
    self.utcSeconds = utcSeconds
    startedAt = now
  }

  // MARK: - Displayed state

  /// The selected device: its current state or, while the screen is paused, the state at the pause.
  package var device: MonitoredDevice {
    let all = frozen?.devices ?? devices
    return all[min(selected, all.count - 1)]
  }

  /// The time of the displayed state.
  package var shownNow: ContinuousClock.Instant { frozen?.now ?? now }
  package var shownUTC: Double { frozen?.utcSeconds ?? utcSeconds }

  // MARK: - Input

  /// Updates the current time.
  package mutating func advance(to now: ContinuousClock.Instant, utcSeconds: Double) {
    self.now = now
    self.utcSeconds = utcSeconds
  }

  /// Applies a report of a receiver.
  package mutating func take(_ report: Report, _ counts: StreamTotals, from index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].take(report, counts, at: now, utcSeconds: utcSeconds)
  }

  /// Adds bytes of a receiver.
  package mutating func take(_ bytes: [UInt8], from index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].take(bytes)
  }

  /// Updates a receiver's counts.
  package mutating func count(_ counts: StreamTotals, of index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].count(counts, at: now)
  }

  /// Adds a note to the selected device, such as a remark on playback.
  package mutating func note(_ text: String) { devices[selected].note(text, utcSeconds: utcSeconds) }

  /// Handles a key.
  package mutating func press(_ key: Key) -> Wish? {
    if let binding = KeyBinding.binding(of: key) { return binding.press(&self) }
    switch key {
    case .up: scroll(by: -1)
    case .down: scroll(by: 1)
    case .pageUp: scroll(by: -10)
    case .pageDown: scroll(by: 10)
    case .home: scroll(by: -Self.farthest)
    case .end: scroll(by: Self.farthest)
    default: break
    }
    return nil
  }

  /// Shows a pane in full, or returns to the overview if it was shown already.
  package mutating func show(_ pane: MonitorView.Pane) {
    view.pane = view.pane == pane ? .overview : pane
    view.scroll = 0
  }

  /// Selects another device; wraps around at the ends.
  mutating func select(by step: Int) {
    selected = (selected + step + devices.count) % devices.count
    view.scroll = 0
  }

  /// Pauses or resumes the screen; reports are received all the time.
  package mutating func pause() {
    view.isPaused.toggle()
    frozen = view.isPaused ? Frozen(devices: devices, now: now, utcSeconds: utcSeconds) : nil
  }

  /// Larger than any page.
  private static let farthest = 100_000

  /// Scrolls down by a number of lines, within the page.
  private mutating func scroll(by lines: Int) {
    let wished = view.scroll + (view.pane.isPage ? lines : -lines)
    view.scroll = min(max(0, wished), MonitorPicture.mostScroll(self))
  }
}

/// The contents of the screen, as chosen by keys.
package struct MonitorView: Hashable, Sendable {
  /// One part of the screen in full, or all of them in the overview.
  package enum Pane: Hashable, Sendable, CaseIterable {
    case overview, sky, signals, track, raw, events, diagnosis, settings, receiver, help

    /// Whether it is a page that is read from the top; lists are read from the newest end.
    var isPage: Bool { [.diagnosis, .settings, .receiver, .help].contains(self) }
  }

  package var pane = Pane.overview
  package var units = Units.metric
  package var coordinates = CoordinateStyle.dd
  package var isPaused = false
  /// The lines that a list is scrolled back from its newest end, or a page down from its top.
  package var scroll = 0
  /// Whether the overview leaves out the plot of the sky.
  package var hasNoSky = false

  package init(
    pane: Pane = .overview, units: Units = .metric, coordinates: CoordinateStyle = .dd,
    isPaused: Bool = false, scroll: Int = 0, hasNoSky: Bool = false
  ) {
    self.pane = pane
    self.units = units
    self.coordinates = coordinates
    self.isPaused = isPaused
    self.scroll = scroll
    self.hasNoSky = hasNoSky
  }
}

/// A serial port as shown while waiting for a receiver.
package struct MonitorPort: Hashable, Sendable {
  package enum Guess: Hashable, Sendable {
    /// It could be any device, so it is opened only on request.
    case mayBe
    /// The receiver of a modem, which must be switched on first.
    case modem
    /// It belongs to a receiver, and is being opened or watched.
    case receiver
    /// It is known to be something else.
    case other
  }

  package var node: String
  package var name: String
  package var guess: Guess

  package init(node: String, name: String, guess: Guess) {
    self.node = node
    self.name = name
    self.guess = guess
  }

  package init(_ port: SerialPortDescription) {
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
