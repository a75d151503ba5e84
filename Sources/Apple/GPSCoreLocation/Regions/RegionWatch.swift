internal import GPSDelivery
internal import GPSBridge

extension LocationManager {
  /// The locations from now on, while they are live.
  var liveLocations: some AsyncSequence<Location, Never> & Sendable {
    liveUpdates.keeping(.newest(256)).subscribe().compactMap { $0.freshness == .live ? $0.location : nil }
  }
}

/// The regions shared by all managers of one receiver, and the loop over locations that evaluates them.
///
/// The loop runs only while it is needed. The watch is released with the last of its managers.
@MainActor final class RegionWatch {
  /// A pending request for the state of a region.
  private struct Question {
    weak var asker: CLLocationManager?
    let identity: ObjectIdentifier
    let region: CLRegion
    /// Watches the region alone.
    var monitor = RegionMonitor()
  }

  private struct Entry { weak var watch: RegionWatch? }

  private static var all: [ObjectIdentifier: Entry] = [:]

  /// A separate manager, because the loop would keep a member alive.
  private let manager: LocationManager
  private let members = MulticastDelegates<CLLocationManager> { manager in { [weak manager] in manager } }
  private var known: [String: CLRegion] = [:]
  private var monitor = RegionMonitor()
  private var questions: [Question] = []
  private var pump: Task<Void, Never>?

  private init(_ member: LocationManager) { manager = LocationManager(beside: member) }

  isolated deinit { pump?.cancel() }

  /// Returns the watch shared by all managers of the member's receiver.
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

  /// Drops the requests of a manager that is being deinitialized.
  func leave(_ member: ObjectIdentifier) {
    questions.removeAll { $0.identity == member }
    rest()
  }

  var regions: Set<CLRegion> { Set(known.values) }

  /// Starts monitoring a region; returns false if its circle is invalid.
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

  /// Returns the state of a region; nil if it is not known yet and will be reported later.
  func state(of region: CLRegion, for asker: CLLocationManager) -> CLRegionState? {
    if let state = monitor.state(of: region.identifier), state != .unknown { return CLRegionState(state) }
    // As on Apple's platforms, only the identifier determines the region.
    guard let circle = known[region.identifier]?.circle ?? region.circle else { return .unknown }
    let identity = ObjectIdentifier(asker)
    let isAsked = questions.contains { $0.identity == identity && $0.region.identifier == region.identifier }
    if !isAsked {
      var question = Question(asker: asker, identity: identity, region: region)
      question.monitor.add(circle)
      questions.append(question)
      begin()
    }
    return nil
  }

  /// Starts the loop; it does not use a member's locations, because a distance filter must not apply.
  private func begin() {
    guard pump == nil else { return }
    let locations = manager.liveLocations
    pump = Task { [weak self] in for await location in locations { self?.take(location) } }
  }

  /// Ends the demand for the receiver if there are no requests and no regions.
  private func rest() {
    guard known.isEmpty, questions.isEmpty else { return }
    pump?.cancel()
    pump = nil
  }

  private func take(_ location: Location) {
    for event in monitor.update(location) where event.isEntry || event.isExit { tell(event) }
    answer(location)
  }

  /// Reports an event to all managers, because they share their regions.
  private func tell(_ event: RegionEvent) {
    guard let region = known[event.region.identifier] else { return }
    // A delegate may have just stopped monitoring the region.
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

  /// Answers the requests whose state is now known.
  private func answer(_ location: Location) {
    var answers: [(Question, CLRegionState)] = []
    var open: [Question] = []
    for var question in questions {
      _ = question.monitor.update(location)
      // A monitored region may have a state earlier, from previous locations.
      let states = [monitor, question.monitor].map { $0.state(of: question.region.identifier) ?? .unknown }
      let state = states.first { $0 != .unknown } ?? .unknown
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
