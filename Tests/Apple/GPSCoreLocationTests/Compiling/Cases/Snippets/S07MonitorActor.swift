import GPSCoreLocation

actor FenceKeeper {
  static let shared = FenceKeeper()
  private var monitor: CLMonitor?
  private(set) var inside: Set<String> = []

  func start(around center: CLLocationCoordinate2D) async {
    let monitor = await CLMonitor("fences")
    self.monitor = monitor
    let condition = CLMonitor.CircularGeographicCondition(center: center, radius: 120)
    await monitor.add(condition, identifier: "office", assuming: .unsatisfied)
    do {
      for try await event in await monitor.events {
        switch event.state {
        case .satisfied: inside.insert(event.identifier)
        case .unsatisfied: inside.remove(event.identifier)
        case .unknown, .unmonitored: break
        @unknown default: break
        }
        guard let record = await monitor.record(for: event.identifier) else { continue }
        if let circle = record.condition as? CLMonitor.CircularGeographicCondition { print(circle.radius) }
        print(record.lastEvent.date)
      }
    } catch {
      print(error)
    }
  }

  func stop() async {
    for identifier in await monitor?.identifiers ?? [] { await monitor?.remove(identifier) }
  }
}
