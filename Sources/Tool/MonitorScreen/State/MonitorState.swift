package import GPSBridge
package import GPSFormats
package import SerialPorts
package import TerminalKit

/// Everything that the screen is drawn from: a pure value, fed with reports, keys and time.
package struct MonitorState: Sendable {
  package var devices: [MonitoredDevice]
  /// The number of the device shown.
  package private(set) var selected = 0
  package var view = MonitorView()
  /// The size of the screen.
  package var size = ScreenSize.usual
  /// The note on a recording made meanwhile; empty for none.
  package var recording = ""
  /// The serial ports of this machine, for the screen that waits.
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

  /// A request to the program by a key.
  package enum Wish: Hashable, Sendable { case quit, redraw }

  package init(_ devices: [MonitoredDevice], at now: ContinuousClock.Instant, utcSeconds: Double) {
    self.devices = devices
    self.now = now
    self.utcSeconds = utcSeconds
    startedAt = now
  }

  // MARK: - Shown state

  /// The device shown: as it is now or, while the screen is paused, as it was.
  package var device: MonitoredDevice {
    let all = frozen?.devices ?? devices
    return all[min(selected, all.count - 1)]
  }

  /// The moment shown.
  package var shownNow: ContinuousClock.Instant { frozen?.now ?? now }
  package var shownUTC: Double { frozen?.utcSeconds ?? utcSeconds }

  // MARK: - Input

  /// Takes the present time.
  package mutating func advance(to now: ContinuousClock.Instant, utcSeconds: Double) {
    self.now = now
    self.utcSeconds = utcSeconds
  }

  /// Takes a report of a receiver.
  package mutating func take(_ report: Report, _ counts: StreamTotals, from index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].take(report, counts, at: now, utcSeconds: utcSeconds)
  }

  /// Takes bytes of a receiver.
  package mutating func take(_ bytes: [UInt8], from index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].take(bytes)
  }

  /// Takes a receiver's counts so far.
  package mutating func count(_ counts: StreamTotals, of index: Int) {
    guard devices.indices.contains(index) else { return }
    devices[index].count(counts, at: now)
  }

  /// Adds a note to the device shown, such as how a recording is played.
  package mutating func note(_ text: String) { devices[selected].note(text, utcSeconds: utcSeconds) }

  /// Takes a key.
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

  /// Shows a pane in full, or the overview if it was shown already.
  package mutating func show(_ pane: MonitorView.Pane) {
    view.pane = view.pane == pane ? .overview : pane
    view.scroll = 0
  }

  /// Selects another device, and goes round at the end.
  mutating func select(by step: Int) {
    selected = (selected + step + devices.count) % devices.count
    view.scroll = 0
  }

  /// Pauses the screen, or lets it go on; receivers are listened to all the time.
  package mutating func pause() {
    view.isPaused.toggle()
    frozen = view.isPaused ? Frozen(devices: devices, now: now, utcSeconds: utcSeconds) : nil
  }

  /// Farther than any end.
  private static let farthest = 100_000

  /// Scrolls down by some lines, and not beyond the ends.
  private mutating func scroll(by lines: Int) {
    let wished = view.scroll + (view.pane.isPage ? lines : -lines)
    view.scroll = min(max(0, wished), MonitorPicture.mostScroll(self))
  }
}

/// The contents of the screen, as chosen by keys.
package struct MonitorView: Hashable, Sendable {
  /// One part of the screen in full, or all of them in small.
  package enum Pane: Hashable, Sendable, CaseIterable {
    case overview, sky, signals, track, raw, events, diagnosis, settings, receiver, help

    /// Whether it is a page that is read from its top; lists are read from their newest end.
    var isPage: Bool { [.diagnosis, .settings, .receiver, .help].contains(self) }
  }

  package var pane = Pane.overview
  package var units = Units.metric
  package var coordinates = CoordinateStyle.dd
  package var isPaused = false
  /// Lines that a list is scrolled back from its newest end, or a page down from its top.
  package var scroll = 0
  /// Whether the overview has no plot of the sky.
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

/// A serial port as the screen names it while the user waits for a receiver.
package struct MonitorPort: Hashable, Sendable {
  package enum Guess: Hashable, Sendable {
    /// Anything may be behind it: it is opened only by request.
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
