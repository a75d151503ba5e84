internal import GPSDelivery
internal import GPSBridge

/// The regions that all managers of one receiver share, and the loop over locations that decides about them; the loop runs
/// only while it is needed.
///
/// It goes with the last of the managers.
@MainActor final class RegionWatch {
  /// An open question whether the receiver is inside.
  private struct Question {
    weak var asker: CLLocationManager?
    let identity: ObjectIdentifier
    let region: CLRegion
    var tracker: RegionTracker
  }

  private struct Entry {
    weak var watch: RegionWatch?
  }

  private static var all: [ObjectIdentifier: Entry] = [:]

  /// A view of its own: a member's would be kept running by it.
  private let manager: LocationManager
  private let members = MulticastDelegates<CLLocationManager> { manager in { [weak manager] in manager } }
  private var known: [String: CLRegion] = [:]
  private var monitor = RegionMonitor()
  private var questions: [Question] = []
  private var pump: Task<Void, Never>?

  private init(_ member: LocationManager) { manager = LocationManager(beside: member) }

  isolated deinit { pump?.cancel() }

  /// The watch that a manager shares with the others of its receiver.
  static func joined(by member: CLLocationManager) -> RegionWatch {
    let identity = member.locationManager.sourceIdentity
    let watch = all[identity]?.watch ?? RegionWatch(member.locationManager)
    if all[identity]?.watch == nil {
      all = all.filter { $0.value.watch != nil }
      all[identity] = Entry(watch: watch)
    }
    watch.members.add(member)
    return watch
  }

  /// Forgets the questions of a manager that goes.
  func leave(_ member: ObjectIdentifier) {
    questions.removeAll { $0.identity == member }
    rest()
  }

  var regions: Set<CLRegion> { Set(known.values) }

  /// Begins to watch a region; false if there is no such circle.
  func add(_ region: CLRegion) -> Bool {
    guard let circle = region.circle else { return false }
    known[region.identifier] = region
    monitor.add(circle)
    begin()
    return true
  }

  func remove(_ identifier: String) {
    known[identifier] = nil
    monitor.remove(identifier)
    rest()
  }

  /// The state of a region for one that asks; where it is not known yet it is nil, and told later.
  func state(of region: CLRegion, for asker: CLLocationManager) -> CLRegionState? {
    if let state = monitor.state(of: region.identifier), state != .unknown { return CLRegionState(state) }
    // Only the identifier says which region is meant, as with Apple.
    guard let circle = known[region.identifier]?.circle ?? region.circle else { return .unknown }
    let identity = ObjectIdentifier(asker)
    let isAsked = questions.contains {
      $0.identity == identity && $0.region.identifier == region.identifier
    }
    if !isAsked {
      questions.append(
        Question(asker: asker, identity: identity, region: region, tracker: RegionTracker(circle)))
      begin()
    }
    return nil
  }

  /// Not a manager's own locations: a distance filter does not count here.
  private func begin() {
    guard pump == nil else { return }
    let updates = manager.liveUpdates.keeping(.newest(256)).subscribe()
    pump = Task { [weak self] in
      for await update in updates {
        guard update.freshness == .live, let location = update.location else { continue }
        self?.take(location)
      }
    }
  }

  /// Lets the receiver go if there are no questions and no regions.
  private func rest() {
    guard known.isEmpty, questions.isEmpty else { return }
    pump?.cancel()
    pump = nil
  }

  private func take(_ location: Location) {
    for event in monitor.update(location) where event.isEntry || event.isExit { tell(event) }
    answer(location)
  }

  /// Tells all managers: they share their regions.
  private func tell(_ event: RegionEvent) {
    guard let region = known[event.region.identifier] else { return }
    // A delegate may have stopped it just now.
    let isWatched = { [self] in known[event.region.identifier] === region }
    members.call { manager in
      guard isWatched() else { return }
      manager.delegate?.locationManager(manager, didDetermineState: CLRegionState(event.to), for: region)
      guard isWatched() else { return }
      if event.isEntry, region.notifyOnEntry {
        manager.delegate?.locationManager(manager, didEnterRegion: region)
      }
      if event.isExit, region.notifyOnExit {
        manager.delegate?.locationManager(manager, didExitRegion: region)
      }
    }
  }

  /// Answers the questions to which there is an answer now.
  private func answer(_ location: Location) {
    var answers: [(Question, CLRegionState)] = []
    var open: [Question] = []
    for var question in questions {
      _ = question.tracker.update(location)
      // A region that is watched for longer knows earlier.
      let watched = monitor.state(of: question.region.identifier) ?? .unknown
      let state = watched == .unknown ? question.tracker.state : watched
      if state == .unknown { open.append(question) } else { answers.append((question, CLRegionState(state))) }
    }
    questions = open
    rest()
    for (question, state) in answers {
      guard let asker = question.asker else { continue }
      asker.delegate?.locationManager(asker, didDetermineState: state, for: question.region)
    }
  }
}
