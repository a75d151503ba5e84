public import GPSDelivery
internal import GPSEventRuntime
public import GNSS

/// Several receivers that act as one: the best one is used, and another takes over when it fails.
///
/// ```swift
/// let best = BestReceiver([.shared(.path("…-usb-0:1.1")), .shared(.path("…-usb-0:1.2"))])
/// let manager = LocationManager(best)
/// ```
///
/// It has the streams of a ``Receiver``, with the chosen receiver's reports; ``reports`` has all of them in
/// order. ``Location/source`` names the device of a location. ``records`` has the reports of *all* receivers,
/// with their devices. Subscribing opens all devices, so that each is ready to take over.
public final class BestReceiver: Sendable {
  /// One update for each epoch of the chosen receiver, and one whenever its location ages.
  public var updates: BroadcastStream<LocationUpdate, Never> { core.hubs.updates.stream }
  /// Each location of the chosen receiver; throws an error if all receivers have given up.
  public var locations: BroadcastStream<Location, LocationError> { core.hubs.locations.stream }
  /// The fixes of the chosen receiver, one for each epoch.
  public var fixes: BroadcastStream<Fix, Never> { core.hubs.fixes.stream }
  /// The skies of the chosen receiver.
  public var skies: BroadcastStream<Sky, Never> { core.hubs.skies.stream }
  /// The sentences of the chosen receiver.
  public var sentences: BroadcastStream<ReceivedSentence, Never> { core.hubs.sentences.stream }
  /// Events of the chosen device; subscribing does not open it.
  public var events: BroadcastStream<ReceiverEvent, Never> { core.hubs.events.stream }
  /// All reports of the chosen receiver in order, with sentences and messages; subscribing opens all devices.
  ///
  /// A change of the choice is reported as a state and an update. Verdicts and outcomes of settings belong to
  /// a single device; get them from its ``Receiver/reports``.
  ///
  /// ```swift
  /// for await report in best.reports.keeping(.newest(1000)) {
  ///   if case .epoch(let epoch) = report { write(epoch.fix, epoch.update) }
  /// }
  /// ```
  public var reports: BroadcastStream<Report, Never> { core.hubs.reports.stream }
  /// Reports of all receivers, with their devices; sentences only if `sentences` or `reports` has a consumer.
  public let records: BroadcastStream<DeviceRecord, Never>
  /// Each new choice of a receiver; subscribing opens no device.
  public let choices: BroadcastStream<ReceiverSelection, Never>

  /// The receivers in the given order; of equal receivers, the earlier one is chosen.
  public let receivers: [Receiver]
  let core: BestCore
  private let tokens: [Int]

  /// Creates a best receiver from a list, which must not be empty.
  public init(_ receivers: [Receiver], rules: BestRules = .standard) {
    precondition(!receivers.isEmpty, "the best of several receivers needs at least one")
    let want: @Sendable (Report.Extras, Demand) -> Void = { extras, edge in
      for receiver in receivers {
        receiver.engine.want(extras, edge)
        receiver.engine.demand(edge)
      }
    }
    let attendance = receivers[0].time.attendance
    let hubs = ReceiverHubs(attendance, nil, all: [.sentences, .messages], want)
    let records = Broadcast<DeviceRecord, Never>(attendance: attendance) { want([], $0) }
    let choices = Broadcast<ReceiverSelection, Never>(attendance: attendance)
    let core = BestCore(receivers, rules, hubs, records, choices)
    self.core = core
    (self.records, self.choices, self.receivers) = (records.stream, choices.stream, receivers)
    tokens = receivers.enumerated().map { index, receiver in
      receiver.observe { [weak core] output in core?.hear(output, from: index) }
    }
  }

  deinit { for (receiver, token) in zip(receivers, tokens) { receiver.stopObserving(token) } }

  /// The state of the chosen receiver.
  public var state: ReceiverState { snapshot.state }

  /// The last update: the location and its freshness, or the reason for having no location.
  public var latest: LocationUpdate? { snapshot.update }

  /// The last location, however old.
  public var location: Location? { snapshot.location }

  /// The current choice.
  public var choice: ReceiverSelection { core.choice }
}

extension BestReceiver: LocationService {
  var snapshot: ReceiverSnapshot { core.snapshot }
  var time: any TimeSource { core.time }
  var loop: EventLoop { core.loop }

  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int { core.observe(body) }
  func stopObserving(_ token: Int) { core.stopObserving(token) }
  func demand(_ demand: Demand) { for receiver in receivers { receiver.demand(demand) } }
}

/// A report of one of several receivers, with its device.
public struct DeviceRecord: Sendable, Hashable {
  /// The receiver's index in the list.
  public var index: Int
  /// The device, by a name that stays the same when it is plugged in again.
  public var deviceID: String
  /// Whether this is the chosen receiver.
  public var isChosen: Bool
  /// The report.
  public var content: Content

  /// Creates a record.
  public init(index: Int, deviceID: String, isChosen: Bool, content: Content) {
    (self.index, self.deviceID, self.isChosen, self.content) = (index, deviceID, isChosen, content)
  }

  /// The content of a receiver's report.
  public enum Content: Sendable, Hashable {
    /// The location, or the reason for its absence.
    case update(LocationUpdate)
    /// The fix of one epoch.
    case fix(Fix)
    /// A complete sky.
    case sky(Sky)
    /// The receiver's report on its hardware.
    case condition(HardwareCondition)
    /// A sentence.
    case sentence(ReceivedSentence)
    /// A binary message.
    case message(ReceivedMessage)
    /// An event of the receiver.
    case event(ReceiverEvent)
    /// The receiver has given up.
    case failed(LocationError)
  }
}

extension DeviceRecord.Content {
  /// The contents of a report: an epoch is a fix and an update.
  static func contents(of report: Report) -> [DeviceRecord.Content] {
    switch report {
    case .epoch(let epoch): [.fix(epoch.fix), .update(epoch.update)]
    case .update(let update): [.update(update)]
    case .sky(let sky): [.sky(sky)]
    case .condition(let hardware): [.condition(hardware)]
    case .sentence(let sentence): [.sentence(sentence)]
    case .message(let message): [.message(message)]
    case .event(let event): [.event(event)]
    case .failed(let error): [.failed(error)]
    case .setting, .verdict: []
    }
  }
}
