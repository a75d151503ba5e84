import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSFleetCollector
@testable import GPSFleetProtocol

@Suite(.enabled(if: Database.isInstalled, "the package postgresql is not installed"), .serialized)
struct `A database without room` {
  private struct Event {
    let isAvailable: Bool
    let time: ContinuousClock.Instant
  }

  @Test func `is tried again after pauses that grow, although it accepts connections`() throws {
    let database = try Database.shared.get()
    let asked = try database.fresh()
    try asked.execute(
      """
      CREATE FUNCTION gpsbridge.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'no room'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON gpsbridge.refused EXECUTE FUNCTION gpsbridge.refuse()
      """)
    var settings = CollectorSettings(name: try FleetName("c1", of: .collector))
    settings.database = database.settings(role: "gpsbridge_collect")
    let (loop, events) = (EventLoop(), Guarded<[Event]>([]))
    loop.start()
    defer { loop.stop() }
    let writer = DatabaseWriter(on: loop, settings) { event in
      switch event {
      case .available: events.withLock { $0.append(Event(isAvailable: true, time: .now)) }
      case .away: events.withLock { $0.append(Event(isAvailable: false, time: .now)) }
      case .notice: break
      }
    }
    loop.sync { writer.assumeIsolated { $0.connect() } }
    defer { loop.sync { writer.assumeIsolated { $0.close() } } }
    let device = FleetDevice(
      tenant: try FleetName("acme", of: .tenant), name: try FleetName("one", of: .device))
    let refused = CollectorMachine.Delivery(
      device: device, broker: 0, content: .refused(nil, reason: "damaged", bytes: [1]))
    let transaction = CollectorMachine.Transaction(number: 1, deliveries: [refused], states: [:])
    for count in 1...3 {
      try Patience.wait(for: "the database") { events.withLock { $0.count { $0.isAvailable } } >= count }
      guard count < 3 else { break }
      loop.sync { writer.assumeIsolated { $0.write(transaction) { _ in } } }
    }
    let found = events.withLock { $0 }
    try #require(found.map(\.isAvailable) == [true, false, true, false, true])
    #expect(found[1].time.duration(to: found[2].time) >= .milliseconds(500))
    #expect(found[3].time.duration(to: found[4].time) >= .seconds(1))
  }
}
