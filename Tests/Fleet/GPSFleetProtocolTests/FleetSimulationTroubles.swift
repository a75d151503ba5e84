import GPSBase

@testable import GPSFleetProtocol

// What fails in a simulation, and when.

extension FleetSimulation {
  /// Something that fails within the hour, and when.
  func plan() {
    let (begin, length) = (below(end - 400_000), 1000 + below(300_000))
    let place = Int(below(2))
    let fail: () -> Void
    switch below(6) {
    case 0: fail = { [unowned self] in killBroker(for: length, collectorsAfter: 1) }
    case 1: fail = { [unowned self] in killCollector(place, for: length) }
    case 2: fail = { [unowned self] in killDatabase(for: length) }
    case 3:
      fail = { [unowned self] in
        // Each one has the last hour sent again: a second one in the hour would be beyond the bound of repeats.
        guard outcome.failovers == 0 else { return }
        let kept = now - below(20_000)
        table.failOver(to: kept)
        outcome.failovers += 1
        after(below(5000), .run { [unowned self] in databaseIsBack() })
      }
    case 4: fail = { [unowned self] in restart(place) }
    default: fail = { [unowned self] in drop(place) }
    }
    after(begin, .run(fail))
  }

  /// The same as in the part `kills` of fleet.py; the collectors connect again within two seconds.
  func planKills() {
    after(2000, .run { [unowned self] in killCollector(1, for: nil) })
    after(4000, .run { [unowned self] in killCollector(0, for: 1000 + below(500)) })
    after(8000, .run { [unowned self] in killBroker(for: 2000, collectorsAfter: 1 + below(2000)) })
    after(13_000, .run { [unowned self] in killDatabase(for: 2000) })
  }

  private func killBroker(for length: Int64, collectorsAfter pause: Int64) {
    isBrokerUp = false
    for place in devices.indices { drop(place) }
    for place in collectors.indices {
      collectors[place].machine.disconnected(0)
      collectors[place].isConnected = false
    }
    after(length, .run { [unowned self] in isBrokerUp = true })
    if !isTrouble { retained = [:] }
    after(
      length + pause,
      .run { [unowned self] in
        for place in collectors.indices where collectors[place].isUp && isBrokerUp { connect(place) }
      })
  }

  private func killCollector(_ place: Int, for length: Int64?) {
    collectors[place].isUp = false
    collectors[place].life += 1
    let will = FleetPresence.Collector(isOnline: false, connection: now)
    if collectors[place].isConnected, isBrokerUp { announce(collectors[place].name, will) }
    guard let length else { return }
    after(
      length,
      .run { [unowned self] in
        guard !collectors[place].isUp else { return }
        collectors[place].machine = collector(collectors[place].name, now)
        collectors[place].isUp = true
        if table.isUp { act(place, collectors[place].machine.available(table.identity, at: moment)) }
        if isBrokerUp { connect(place) }
      })
  }

  private func connect(_ place: Int) {
    collectors[place].isConnected = true
    act(place, collectors[place].machine.connected(0, at: moment))
  }

  private func killDatabase(for length: Int64) {
    table.isUp = false
    after(length, .run { [unowned self] in databaseIsBack() })
  }
}
