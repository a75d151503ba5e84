public import Delivery
internal import Dispatch
public import GNSS

/// One device, shared by everybody who wants to know where it is.
///
/// ```swift
/// let receiver = Receiver.shared(.auto)
/// for await fix in receiver.fixes.values(.newest(10)) {
///   print(fix.mode, fix.satellitesUsed ?? 0)
/// }
/// ```
///
/// The device is opened when the first consumer comes and closed a little after the last one has gone. It may be
/// unplugged and come back, under whatever name: the streams go on. All that happens, happens on one serial queue, so
/// every consumer sees the same order, that of the bytes.
///
/// Most programs want a ``LocationManager`` on top of it.
public final class Receiver: Sendable {
  /// One update for each epoch, and one whenever a location grows old; listening opens the device.
  public let updates: Broadcast<LocationUpdate, Never>
  /// Each location as it is found, once and never again; ends with the error where the receiver gives up.
  public let locations: Broadcast<Location, LocationError>
  /// What the receiver said, once for each epoch, also when there is no fix; listening opens the device.
  public let fixes: Broadcast<Fix, Never>
  /// Each complete sky; listening opens the device.
  public let skies: Broadcast<Sky, Never>
  /// Each whole sentence as it was sent; listening opens the device.
  public let sentences: Broadcast<ReceivedSentence, Never>
  /// What happens to the device; listening opens nothing.
  public let events: Broadcast<ReceiverEvent, Never>

  let engine: ReceiverEngine
  let settings: ReceiverSettings

  /// Makes a receiver of a device of your own: a simulated one, a recording, a socket.
  ///
  /// For what hangs on a cable use ``shared(_:)``, so that two parts of a program never fight for one port.
  public init(
    _ device: some ReceiverDevice, time: some TimeSource = SystemTime(),
    options: ReceiverOptions = ReceiverOptions()
  ) {
    let engine = ReceiverEngine(device, time, options)
    self.engine = engine
    let attendance = time.attendance
    updates = Broadcast(attendance: attendance) { engine.demand($0) }
    locations = Broadcast(attendance: attendance) { engine.demand($0) }
    fixes = Broadcast(attendance: attendance) { engine.demand($0) }
    skies = Broadcast(attendance: attendance) { engine.demand($0) }
    sentences = Broadcast(attendance: attendance) {
      engine.giveSentences($0 == .began)
      engine.demand($0)
    }
    events = Broadcast(attendance: attendance)
    settings = ReceiverSettings(engine)
    let hubs = ReceiverHubs(
      updates: updates, locations: locations, fixes: fixes, skies: skies, sentences: sentences,
      events: events,
      settings: settings)
    engine.observe { hubs.take($0) }
  }

  deinit { engine.shutDown() }

  /// What the receiver is doing.
  public var state: ReceiverState { engine.snapshot.state }

  /// The last update: the location with its age's word, or why there is none.
  public var latest: LocationUpdate? { engine.snapshot.update }

  /// The last location, however old; see ``latest`` for whether it still counts.
  public var location: Location? { engine.snapshot.location }

  /// Where the device was opened last, while it is open.
  public var place: DevicePlace? { engine.snapshot.place }

  /// What has been said so far.
  public var counts: StreamTotals { engine.counts }
}

/// The broadcasts of a receiver, held apart from it so that nothing holds the receiver itself.
struct ReceiverHubs: Sendable {
  let updates: Broadcast<LocationUpdate, Never>
  let locations: Broadcast<Location, LocationError>
  let fixes: Broadcast<Fix, Never>
  let skies: Broadcast<Sky, Never>
  let sentences: Broadcast<ReceivedSentence, Never>
  let events: Broadcast<ReceiverEvent, Never>
  /// Only where there is one device that can have some.
  let settings: ReceiverSettings?

  func take(_ output: ReceiverOutput) {
    switch output {
    case .update(let update):
      updates.send(update)
      // An update is live exactly when a fix has just come: later ones say how it grows old.
      if update.freshness == .live, let location = update.lastKnown { locations.send(location) }
    case .fix(let fix): fixes.send(fix)
    case .sky(let sky): skies.send(sky)
    case .sentence(let sentence): sentences.send(sentence)
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
