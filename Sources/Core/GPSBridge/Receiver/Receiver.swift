public import GNSS
public import GPSDelivery
public import GPSEventRuntime
public import SerialPorts
public import UBX

/// A GPS device, shared by all parts of a program.
///
/// ```swift
/// let receiver = Receiver.shared(.auto)
/// for await fix in receiver.fixes.keeping(.newest(10)) {
///   print(fix.mode, fix.satellitesUsed ?? 0)
/// }
/// ```
///
/// The device is opened for the first consumer and closed shortly after the last one leaves. It can be
/// unplugged and come back under a different name: the streams continue.
///
/// ``reports`` carries everything, in order. The other streams each carry one kind of report.
///
/// Most programs want a ``LocationManager`` on top of a receiver.
public final class Receiver: Sendable {
  /// One update for each epoch, and one whenever a location ages; subscribing opens the device.
  public var updates: BroadcastStream<LocationUpdate, Never> { hubs.updates.stream }
  /// Each new location, exactly once; throws the error if the receiver gives up.
  public var locations: BroadcastStream<Location, LocationError> { hubs.locations.stream }
  /// Each epoch's fix, even without a position; subscribing opens the device.
  public var fixes: BroadcastStream<Fix, Never> { hubs.fixes.stream }
  /// Each complete sky; subscribing opens the device.
  public var skies: BroadcastStream<Sky, Never> { hubs.skies.stream }
  /// Each complete sentence as the receiver sent it; subscribing opens the device.
  public var sentences: BroadcastStream<ReceivedSentence, Never> { hubs.sentences.stream }
  /// Events of the device; subscribing does not open it.
  public var events: BroadcastStream<ReceiverEvent, Never> { hubs.events.stream }
  /// Each change of the verdict; subscribing opens the device.
  ///
  /// A change of the text alone is also sent, at least five seconds after the previous verdict; while all is
  /// well, at growing intervals of up to a minute. To react only to a different verdict, compare codes.
  /// ``verdict`` is the current one.
  public let verdicts: BroadcastStream<Verdict, Never>
  /// The outcomes of each ``ReceiverSetting/set(_:timeout:)``; subscribing does not open the device.
  public let settingChanges: BroadcastStream<SettingChange, Never>
  /// All reports in order, with sentences, messages and verdicts; subscribing opens the device.
  ///
  /// ```swift
  /// let reports = receiver.reports.subscribe(.newest(1000))
  /// for await report in reports { log(report) }
  /// print(reports.droppedCount)        // how many a slow log has lost
  /// ```
  public var reports: BroadcastStream<Report, Never> { hubs.reports.stream }

  let engine: ReceiverEngine
  let settings: ReceiverSettings
  private let hubs: ReceiverHubs

  /// Creates a receiver for a device of your own, such as a simulated one, a recording or a socket.
  ///
  /// For a device on a cable, use ``shared(_:options:)``, so that two parts of a program don't compete for
  /// one port. The device, the timers and the closures of ``onReport(including:_:)`` run on the event loop.
  public init(
    _ device: some ReceiverDevice, time: some TimeSource = SystemTime(),
    options: ReceiverOptions = ReceiverOptions(), on loop: EventLoop = .shared
  ) {
    let engine = ReceiverEngine(device, time, options, on: loop)
    self.engine = engine
    let attendance = time.attendance
    let want: @Sendable (Report.Extras, Demand) -> Void = { extras, edge in
      engine.want(extras, edge)
      engine.demand(edge)
    }
    let verdicts = Broadcast<Verdict, Never>(attendance: attendance) { want(.verdicts, $0) }
    let settingChanges = Broadcast<SettingChange, Never>(attendance: attendance)
    (self.verdicts, self.settingChanges) = (verdicts.stream, settingChanges.stream)
    settings = ReceiverSettings(engine)
    let hubs = ReceiverHubs(attendance, settings, all: .all, want)
    self.hubs = hubs
    engine.observe { report in
      hubs.take(report)
      switch report {
      case .verdict(let verdict): verdicts.send(verdict)
      case .setting(let change): settingChanges.send(change)
      case .failed:
        verdicts.finish()
        settingChanges.finish()
      default: break
      }
    }
  }

  deinit { engine.shutDown() }

  /// The receiver's current state.
  public var state: ReceiverState { engine.snapshot.state }

  /// The last update: the location and its freshness, or the reason for having no location.
  public var latest: LocationUpdate? { engine.snapshot.update }

  /// The last location, however old; ``latest`` shows whether it is still current.
  public var location: Location? { engine.snapshot.location }

  /// The place of the open device; nil while none is open.
  public var place: DevicePlace? { engine.snapshot.place }

  /// Whether the device is present, as far as can be determined without opening it.
  ///
  /// Missing permissions or silence show only when the device is opened.
  public var isDevicePresent: Bool { engine.device.isPresent }

  /// Counts of everything received.
  public var counts: StreamTotals { engine.counts }

  /// The current state of everything that verdicts depend on.
  public var condition: ReceiverCondition { engine.condition }

  /// The current verdict on the receiver: condition, evidence and remedy.
  ///
  /// ```swift
  /// print(receiver.verdict)            // four lines: what, why, do, expect
  /// ```
  ///
  /// It is computed on demand. While the device is closed, it describes the last time that it was open.
  public var verdict: Verdict { condition.verdict(at: engine.time.now) }

  // Access for programs that run on the receiver's own event loop, such as a server.

  /// The event loop that runs the receiver and calls the closures of ``onReport(including:_:)``.
  public var loop: EventLoop { engine.loop }

  /// The receiver's source of time: the system clock, or a manual clock in tests.
  public var time: any TimeSource { engine.time }

  /// The serial ports known to the device's monitor; returned without waiting.
  public var knownPorts: [SerialPortDescription] { engine.device.knownPorts }

  /// Sends bytes to the receiver, whatever their effect, and returns once they are written.
  ///
  /// They are sent after commands that are already in progress. No answer is expected.
  ///
  /// - Parameters:
  ///   - bytes: A sentence, a message, or anything else.
  ///   - timeout: How long to wait for the device; nil for the default.
  /// - Throws: An error if the bytes could not be sent, or if the device is missing.
  public func send(bytes: [UInt8], timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.send(bytes), timeout: timeout)
  }

  // Queries and changes that only a receiver with UBX accepts.

  /// The receiver's identity as it reports it: generation, firmware, module, number, and connected port.
  ///
  /// It is known after a setting was read or changed, or after ``identify(timeout:)``, and nil again when the
  /// device is reopened. It stays nil for receivers without UBX.
  public var identity: ReceiverIdentity? { engine.means.identity }

  /// Reads a setting from the receiver; nil if it can't be queried, or if no ``SettingValue`` represents it.
  ///
  /// The answer confirms the value, which then also appears in the setting's values.
  ///
  /// - Throws: An error if the receiver does not answer, does not have the setting, or is absent.
  public func ask(_ kind: SettingKind, timeout: Duration? = nil) async throws(LocationError) -> SettingValue?
  {
    let outcome = try await engine.run(.ask(kind), timeout: timeout).outcome
    guard let identity else { return nil }
    return kind.setting.value(in: outcome.readings, of: identity)
  }

  /// Queries a setting, and returns the receiver's messages: none if it can't be queried.
  package func answers(
    about kind: SettingKind, timeout: Duration? = nil
  ) async throws(LocationError) -> [Message] {
    try await engine.run(.ask(kind), timeout: timeout).outcome.answers
  }

  /// Plans a change of a setting, and changes nothing.
  ///
  /// ```swift
  /// let plan = try await receiver.plan(Setting.updateRate(.hertz(5)))
  /// plan.commands        // CFG-RATE, 200 ms: what would be sent
  /// plan.undo            // CFG-RATE as it is now: what brings it back afterwards
  /// ```
  ///
  /// - Throws: An error if the value is impossible with this device, or the device is absent or silent.
  public func plan(_ value: SettingValue, timeout: Duration? = nil) async throws(LocationError)
    -> SettingsPlan
  {
    SettingsPlan(try await engine.run(.plan(value), timeout: timeout).outcome)
  }

  /// Plans the changes of a list of setting messages, and changes nothing.
  public func plan(
    applying messages: [Message], timeout: Duration? = nil
  ) async throws(LocationError) -> SettingsPlan {
    SettingsPlan(try await engine.run(.apply(messages, isPlan: true), timeout: timeout).outcome)
  }

  /// Applies setting messages, and returns when the receiver has confirmed all of them.
  ///
  /// The messages can be a plan's ``SettingsPlan/undo``, a saved configuration, or keys that no
  /// ``SettingValue`` represents. Only values that differ are sent. The speed of the line is changed last.
  ///
  /// - Throws: An error if a message is refused or not confirmed; the messages before it are already applied.
  @discardableResult
  public func apply(
    _ messages: [Message], timeout: Duration? = nil
  ) async throws(LocationError) -> SettingsPlan {
    SettingsPlan(try await engine.run(.apply(messages, isPlan: false), timeout: timeout).outcome)
  }

  /// Reads all settings, and returns the messages that would restore them.
  ///
  /// Since u-blox 9 these are configuration values, as other programs store them; before that, older
  /// messages.
  ///
  /// - Throws: An error if the receiver does not answer, has no such query, or is absent.
  public func export(timeout: Duration? = nil) async throws(LocationError) -> [Message] {
    try await engine.run(.export, timeout: timeout).outcome.commands
  }

  /// Stores settings in the receiver's memories, and returns the memories that contain them.
  ///
  /// Receivers up to u-blox 8 store all of their settings, and have no query to verify that.
  ///
  /// - Throws: An error if the receiver refuses, does not answer, has no such command, or is absent.
  public func save(_ kinds: [SettingKind], timeout: Duration? = nil) async throws(LocationError)
    -> SavedSettings
  {
    let kept = try await engine.run(.save(kinds), timeout: timeout).kept
    return SavedSettings(inBattery: kept?.battery, inFlash: kept?.flash)
  }
}

/// The memories of a receiver that have stored its settings.
public struct SavedSettings: Sendable, Hashable {
  /// Whether the battery-backed memory has the settings; nil if the receiver cannot report it.
  public let inBattery: Bool?
  /// Whether the flash memory has the settings; nil if the receiver cannot report it.
  public let inFlash: Bool?
}
