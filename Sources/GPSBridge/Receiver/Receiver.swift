public import GPSDelivery
public import GPSEventRuntime
public import GNSS

/// A GPS device, shared by all parts of a program.
///
/// ```swift
/// let receiver = Receiver.shared(.auto)
/// for await fix in receiver.fixes.values(.newest(10)) {
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
  public let updates: BroadcastStream<LocationUpdate, Never>
  /// Each new location, exactly once; throws the error if the receiver gives up.
  public let locations: BroadcastStream<Location, LocationError>
  /// Each epoch's fix, even without a position; subscribing opens the device.
  public let fixes: BroadcastStream<Fix, Never>
  /// Each complete sky; subscribing opens the device.
  public let skies: BroadcastStream<Sky, Never>
  /// Each complete sentence as the receiver sent it; subscribing opens the device.
  public let sentences: BroadcastStream<ReceivedSentence, Never>
  /// Events of the device; subscribing does not open it.
  public let events: BroadcastStream<ReceiverEvent, Never>
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
  public let reports: BroadcastStream<Report, Never>

  let engine: ReceiverEngine
  let settings: ReceiverSettings

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
    let updates = Broadcast<LocationUpdate, Never>(attendance: attendance) { engine.demand($0) }
    let locations = Broadcast<Location, LocationError>(attendance: attendance) { engine.demand($0) }
    let fixes = Broadcast<Fix, Never>(attendance: attendance) { engine.demand($0) }
    let skies = Broadcast<Sky, Never>(attendance: attendance) { engine.demand($0) }
    let sentences = Broadcast<ReceivedSentence, Never>(attendance: attendance) {
      engine.want(.sentences, $0)
      engine.demand($0)
    }
    let events = Broadcast<ReceiverEvent, Never>(attendance: attendance)
    let verdicts = Broadcast<Verdict, Never>(attendance: attendance) {
      engine.want(.verdicts, $0)
      engine.demand($0)
    }
    let settingChanges = Broadcast<SettingChange, Never>(attendance: attendance)
    let reports = Broadcast<Report, Never>(attendance: attendance) {
      engine.want(.all, $0)
      engine.demand($0)
    }
    (self.updates, self.locations, self.fixes, self.skies) = (
      updates.stream, locations.stream, fixes.stream, skies.stream
    )
    (self.sentences, self.events) = (sentences.stream, events.stream)
    (self.verdicts, self.settingChanges, self.reports) = (
      verdicts.stream, settingChanges.stream, reports.stream
    )
    settings = ReceiverSettings(engine)
    let hubs = ReceiverHubs(
      updates: updates, locations: locations, fixes: fixes, skies: skies, sentences: sentences,
      events: events,
      settings: settings)
    engine.observe { report in
      reports.send(report)
      switch report {
      case .verdict(let verdict): verdicts.send(verdict)
      case .setting(let change): settingChanges.send(change)
      default: hubs.take(report)
      }
      guard case .failed = report else { return }
      reports.finish()
      verdicts.finish()
      settingChanges.finish()
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
}

/// The broadcasts of a receiver, separate from it so that nothing retains the receiver itself.
struct ReceiverHubs: Sendable {
  let updates: Broadcast<LocationUpdate, Never>
  let locations: Broadcast<Location, LocationError>
  let fixes: Broadcast<Fix, Never>
  let skies: Broadcast<Sky, Never>
  let sentences: Broadcast<ReceivedSentence, Never>
  let events: Broadcast<ReceiverEvent, Never>
  /// The settings of a single device; nil for the best of several receivers.
  let settings: ReceiverSettings?

  func take(_ output: Report) {
    if case .epoch(let epoch) = output { fixes.send(epoch.fix) }
    if let update = output.update {
      updates.send(update)
      if let location = update.newLocation { locations.send(location) }
    }
    switch output {
    case .epoch, .update, .condition, .message, .setting, .verdict: break
    case .sky(let sky): skies.send(sky)
    // A dozen per epoch, so skip them without subscribers; a new subscriber gets only later sentences.
    case .sentence(let sentence): if sentences.subscriberCount > 0 { sentences.send(sentence) }
    case .event(let event):
      if case .setting(let value) = event.kind { settings?.confirm(value) }
      events.send(event)
    case .failed(let error):
      updates.finish()
      locations.finish(throwing: error)
      fixes.finish()
      skies.finish()
      sentences.finish()
      events.finish()
      settings?.finish()
    }
  }
}
