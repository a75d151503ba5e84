public import GPSDelivery
internal import GPSEventRuntime
public import GNSS
import GPSSystemCalls

/// Several receivers as one: whichever is the best counts, and when it fails another one steps in.
///
/// ```swift
/// let best = BestReceiver([.shared(.path("…-usb-0:1.1")), .shared(.path("…-usb-0:1.2"))])
/// let manager = LocationManager(best)
/// ```
///
/// Its streams are those of a ``Receiver``, and tell what the chosen one tells; ``reports`` is all of it in one order.
/// Each location names its device in ``Location/source``; what *all* of them tell is in ``records``, tagged with the
/// device. Listening opens all of them, for who is to step in must be ready.
public final class BestReceiver: Sendable {
  /// One update for each epoch of the chosen receiver, and one whenever its location grows old.
  public let updates: BroadcastStream<LocationUpdate, Never>
  /// Each location of the chosen receiver; ends with an error where all have given up.
  public let locations: BroadcastStream<Location, LocationError>
  /// The fixes of the chosen receiver, one for each epoch.
  public let fixes: BroadcastStream<Fix, Never>
  /// The sky over the chosen receiver.
  public let skies: BroadcastStream<Sky, Never>
  /// The sentences of the chosen receiver.
  public let sentences: BroadcastStream<ReceivedSentence, Never>
  /// Events of the chosen device; listening opens nothing.
  public let events: BroadcastStream<ReceiverEvent, Never>
  /// Everything that the chosen receiver tells, in order, with sentences and binary messages; listening opens all devices.
  ///
  /// A change of the choice is told as a state and an update. Verdicts and outcomes of settings are about one device:
  /// ``Receiver/reports`` of that device has them.
  ///
  /// ```swift
  /// for await report in best.reports.values(.newest(1000)) {
  ///   if case .epoch(let epoch) = report { write(epoch.fix, epoch.update) }
  /// }
  /// ```
  public let reports: BroadcastStream<Report, Never>
  /// Reports of all receivers, each with its device; with sentences while there is a consumer of sentences or reports.
  public let records: BroadcastStream<DeviceRecord, Never>
  /// Which receiver counts, each time that it is another one; listening opens nothing.
  public let choices: BroadcastStream<BestChoice, Never>

  /// The receivers, in the order in which they were given: among equals, the earlier one is taken.
  public let receivers: [Receiver]
  let core: BestCore
  private let tokens: [Int]

  /// Makes one receiver of several; there must be at least one.
  public init(_ receivers: [Receiver], rules: BestRules = .standard) {
    precondition(!receivers.isEmpty, "the best of no receivers is none")
    let sentenceDemand = SentenceDemand(receivers)
    let demand: @Sendable (Demand) -> Void = { edge in for receiver in receivers { receiver.demand(edge) } }
    let attendance = receivers[0].time.attendance
    let hubs = ReceiverHubs(
      updates: Broadcast(attendance: attendance, onDemand: demand),
      locations: Broadcast(attendance: attendance, onDemand: demand),
      fixes: Broadcast(attendance: attendance, onDemand: demand),
      skies: Broadcast(attendance: attendance, onDemand: demand),
      sentences: Broadcast(attendance: attendance) { sentenceDemand.follow($0) },
      events: Broadcast(attendance: attendance), settings: nil)
    let records = Broadcast<DeviceRecord, Never>(attendance: attendance, onDemand: demand)
    let choices = Broadcast<BestChoice, Never>(attendance: attendance)
    let reports = Broadcast<Report, Never>(attendance: attendance) { edge in
      for receiver in receivers { receiver.engine.want([.sentences, .messages], edge) }
      demand(edge)
    }
    let core = BestCore(receivers, rules, hubs, reports, records, choices)
    self.core = core
    (self.records, self.choices, self.reports) = (records.stream, choices.stream, reports.stream)
    self.receivers = receivers
    updates = hubs.updates.stream
    locations = hubs.locations.stream
    fixes = hubs.fixes.stream
    skies = hubs.skies.stream
    sentences = hubs.sentences.stream
    events = hubs.events.stream
    tokens = receivers.enumerated().map { index, receiver in
      receiver.observe { [weak core] output in core?.hear(output, from: index) }
    }
  }

  deinit { for (receiver, token) in zip(receivers, tokens) { receiver.stopObserving(token) } }

  /// The state of the chosen receiver.
  public var state: ReceiverState { snapshot.state }

  /// The last update: the location with its age's word, or why there is none.
  public var latest: LocationUpdate? { snapshot.update }

  /// The last location, however old.
  public var location: Location? { snapshot.location }

  /// Which receiver counts now.
  public var choice: BestChoice { core.choice }
}

extension BestReceiver: LocationService {
  var snapshot: ReceiverSnapshot { core.snapshot }
  var time: any TimeSource { core.time }
  var loop: EventLoop { core.loop }

  func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int { core.observe(body) }
  func stopObserving(_ token: Int) { core.stopObserving(token) }
  func demand(_ demand: Demand) { for receiver in receivers { receiver.demand(demand) } }
}

/// Asks all receivers for their sentences while somebody listens for sentences.
private final class SentenceDemand: Sendable {
  private let receivers: [Receiver]
  private let listening = Guarded<[Subscription<ReceivedSentence, Never>]>([])

  init(_ receivers: [Receiver]) { self.receivers = receivers }

  func follow(_ demand: Demand) {
    // Release the old value outside the lock.
    let now = demand == .began ? receivers.map { $0.sentences.subscribe(.latest) } : []
    let before = listening.withLock { listening in
      defer { listening = now }
      return listening
    }
    withExtendedLifetime(before) {}
  }
}

/// Something that one of several receivers told, with the device that told it.
public struct DeviceRecord: Sendable, Hashable {
  /// The receiver's place in the list, from 0.
  public var index: Int
  /// The device, by the name that stays when it is plugged in again.
  public var deviceID: String
  /// Whether this is the receiver that counts.
  public var isChosen: Bool
  /// The report.
  public var content: Content

  /// Tags what was told.
  public init(index: Int, deviceID: String, isChosen: Bool, content: Content) {
    self.index = index
    self.deviceID = deviceID
    self.isChosen = isChosen
    self.content = content
  }

  /// A report of a receiver.
  public enum Content: Sendable, Hashable {
    /// The position, or why there is none.
    case update(LocationUpdate)
    /// The fix of one epoch.
    case fix(Fix)
    /// The satellites.
    case sky(Sky)
    /// The receiver's own words about itself.
    case condition(HardwareCondition)
    /// A sentence.
    case sentence(ReceivedSentence)
    /// A binary message.
    case message(ReceivedMessage)
    /// Something that happened to it.
    case event(ReceiverEvent)
    /// It has given up.
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
