public import GPSDelivery
public import GPSEventRuntime
public import GNSS

/// One device, shared by every part of a program that wants to know where it is.
///
/// ```swift
/// let receiver = Receiver.shared(.auto)
/// for await fix in receiver.fixes.values(.newest(10)) {
///   print(fix.mode, fix.satellitesUsed ?? 0)
/// }
/// ```
///
/// The device is opened when the first consumer comes and closed a little after the last one has gone. It may be
/// unplugged and come back, under whatever name: the streams go on.
///
/// ``reports`` is the whole story in one order. The other streams are views of it, for programs that need one kind only.
///
/// Most programs want a ``LocationManager`` on top of it.
public final class Receiver: Sendable {
  /// One update for each epoch, and one whenever a location grows old; listening opens the device.
  public let updates: BroadcastStream<LocationUpdate, Never>
  /// Each location as it is found, once and never again; ends with the error where the receiver gives up.
  public let locations: BroadcastStream<Location, LocationError>
  /// Each epoch's fix, even when it has no position; listening opens the device.
  public let fixes: BroadcastStream<Fix, Never>
  /// Each complete sky; listening opens the device.
  public let skies: BroadcastStream<Sky, Never>
  /// Each whole sentence as it was sent; listening opens the device.
  public let sentences: BroadcastStream<ReceivedSentence, Never>
  /// Events of the device; listening opens nothing.
  public let events: BroadcastStream<ReceiverEvent, Never>
  /// Each change of the verdict; listening opens the device.
  ///
  /// A change of its words alone is told as well, five seconds after the last one at the earliest; where all is good, more
  /// and more rarely down to once a minute. Compare codes where only another verdict matters. See ``verdict`` for the
  /// present one.
  public let verdicts: BroadcastStream<Verdict, Never>
  /// The outcomes of setting values, told for each ``ReceiverSetting/set(_:timeout:)``; listening opens nothing.
  public let settingChanges: BroadcastStream<SettingChange, Never>
  /// Everything that this receiver tells, in order, with sentences, messages and verdicts; listening opens the device.
  ///
  /// ```swift
  /// let reports = receiver.reports.subscribe(.newest(1000))
  /// for await report in reports { log(report) }
  /// print(reports.droppedCount)        // how many a slow log has lost
  /// ```
  public let reports: BroadcastStream<Report, Never>

  let engine: ReceiverEngine
  let settings: ReceiverSettings

  /// Makes a receiver of a device of your own: a simulated one, a recording, a socket.
  ///
  /// For a device on a cable use ``shared(_:options:)``, so that two parts of a program never fight for one port.
  /// The device, the timers and the closures of ``onReport(including:_:)`` have their turns on the event loop.
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

  /// The receiver's present state.
  public var state: ReceiverState { engine.snapshot.state }

  /// The last update: the location with its age's word, or why there is none.
  public var latest: LocationUpdate? { engine.snapshot.update }

  /// The last location, however old; see ``latest`` for whether it still counts.
  public var location: Location? { engine.snapshot.location }

  /// The place of the open device; nil while none is open.
  public var place: DevicePlace? { engine.snapshot.place }

  /// Whether the device is there now, as far as can be told without opening it.
  ///
  /// Its permissions and its data show only when somebody listens.
  public var isDevicePresent: Bool { engine.device.isPresent }

  /// Counts of everything that has come so far.
  public var counts: StreamTotals { engine.counts }

  /// Everything that verdicts follow from, as it is now.
  public var condition: ReceiverCondition { engine.condition }

  /// The verdict on the receiver now: its condition, the evidence, the remedy; there always is one.
  ///
  /// ```swift
  /// print(receiver.verdict)            // four lines: what, why, do, expect
  /// ```
  ///
  /// It is computed on demand. While nobody wants the device open, it describes the last time that somebody did.
  public var verdict: Verdict { condition.verdict(at: engine.time.now) }
}

/// The broadcasts of a receiver, held apart from it so that nothing holds the receiver itself.
struct ReceiverHubs: Sendable {
  let updates: Broadcast<LocationUpdate, Never>
  let locations: Broadcast<Location, LocationError>
  let fixes: Broadcast<Fix, Never>
  let skies: Broadcast<Sky, Never>
  let sentences: Broadcast<ReceivedSentence, Never>
  let events: Broadcast<ReceiverEvent, Never>
  /// Present only for a single device, which can have settings.
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
    // There are a dozen in each epoch, and whoever listens hears those that come from now on.
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
