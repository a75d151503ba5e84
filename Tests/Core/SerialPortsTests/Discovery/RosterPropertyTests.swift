import TestSupport
import Testing

@testable import SerialPorts

/// A bench with plugs, into which somebody plugs sticks, and what a monitor gets to hear of it: the truth in order,
/// with repetitions and listings between, as the kernel and udev send it.
private struct Bench {
  var random: SeededGenerator
  var plugged: [Int: SerialPortDescription] = [:]
  var reports: [SerialPortRoster.Report] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func step() {
    let plug = Int.random(in: 1...4, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: if let port = plugged[plug] { unplug(port, from: plug) } else { plugIn(plug) }
    case 3: if let port = plugged[plug] { reports.append(.present(port)) }
    case 4: reports.append(.removed(devicePath: stick(plug, "ttyACM9").devicePath))
    case 5: reports.append(.listing(listed, settlesDoubts: true))
    case 6: reports.append(.listing(listed, settlesDoubts: false))
    default:
      if var port = plugged[plug] {
        port.isAccessible = Bool.random(using: &random)
        plugged[plug] = port
        reports.append(.present(port))
      }
    }
  }

  /// Sorted first: the order of a dictionary differs in each process.
  var listed: [SerialPortDescription] {
    mutating get { Array(plugged.values).inOrder.shuffled(using: &random) }
  }

  private mutating func plugIn(_ plug: Int) {
    let taken = Set(plugged.values.map(\.name))
    let free = (0..<8).map { "ttyACM\($0)" }.filter { !taken.contains($0) }
    guard let name = free.randomElement(using: &random) else { return }
    let port = stick(plug, name)
    plugged[plug] = port
    reports.append(.present(port))
  }

  /// Sometimes it is noticed first by whoever had it open, sometimes later, sometimes by nobody.
  private mutating func unplug(_ port: SerialPortDescription, from plug: Int) {
    plugged[plug] = nil
    let order = Int.random(in: 0..<3, using: &random)
    if order == 0 { reports.append(.hungUp(node: port.node)) }
    reports.append(.removed(devicePath: port.devicePath))
    if order == 1 { reports.append(.hungUp(node: port.node)) }
  }
}

/// The belief of a consumer that only listens, and notes where an event makes no sense.
private struct RosterListener {
  var known: [String: SerialPortDescription] = [:]
  var complaints: [String] = []

  mutating func hear(_ event: SerialPortEvent) {
    switch event {
    case .appeared(let port):
      if known.updateValue(port, forKey: port.key) != nil {
        complaints.append("appeared twice: \(port.node)")
      }
    case .changed(let old, let new):
      if known.updateValue(new, forKey: new.key) != old {
        complaints.append("changed from what was not: \(old.node)")
      }
      if old == new { complaints.append("changed to the same: \(old.node)") }
    case .disappeared(let port):
      if known.removeValue(forKey: port.key) != port {
        complaints.append("gone without having been: \(port.node)")
      }
    }
  }
}

@Suite struct `Any sequence of reports` {
  static let seeds = (1...25).map { UInt64($0) }

  @Test(arguments: seeds) func `that is true ends in the truth, told in events that make sense`(
    _ seed: UInt64
  ) {
    var bench = Bench(seed: seed)
    var roster = SerialPortRoster()
    var listener = RosterListener()
    for step in 0..<80 {
      bench.step()
      for report in bench.reports { for event in roster.take(report) { listener.hear(event) } }
      bench.reports = []
      #expect(listener.complaints == [], "seed \(seed), step \(step)")
      #expect(Array(listener.known.values).inOrder == roster.ports, "seed \(seed), step \(step)")
      #expect(roster.ports == Array(bench.plugged.values).inOrder, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: seeds) func `that is shuffled, doubled and torn still makes sense, and a listing mends it`(
    _ seed: UInt64
  ) {
    var bench = Bench(seed: seed)
    for _ in 0..<100 { bench.step() }
    var roster = SerialPortRoster()
    var listener = RosterListener()
    let torn = (bench.reports + bench.reports).shuffled(using: &bench.random).dropFirst(20)
    for report in torn {
      for event in roster.take(report) { listener.hear(event) }
      #expect(listener.complaints == [], "seed \(seed)")
      #expect(Array(listener.known.values).inOrder == roster.ports, "seed \(seed)")
    }
    for event in roster.take(.listing(bench.listed, settlesDoubts: true)) { listener.hear(event) }
    #expect(listener.complaints == [], "seed \(seed)")
    #expect(roster.ports == Array(bench.plugged.values).inOrder, "seed \(seed)")
  }
}
