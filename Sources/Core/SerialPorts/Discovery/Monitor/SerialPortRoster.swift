/// The present ports: converts reports, which may be repeated, late or out of order, to consistent events.
///
/// A plain value without descriptors, threads or clocks. Ports are identified by their
/// ``SerialPortDescription/key``. These rules hold for any order of reports:
///
/// - A port appears only when it is absent, and changes or disappears only when it is present.
/// - After a listing exactly the listed ports are present, except ports that hung up and are still in doubt.
/// - No two ports have the same node, unless a listing contains them.
struct SerialPortRoster: Sendable {
  enum Report: Sendable {
    case present(SerialPortDescription)
    case removed(devicePath: String)
    /// A program that had this node open received a hang-up.
    ///
    /// The report may be late, when a different port has the node; a port that appeared after the first
    /// `after` appearances is not affected.
    case hungUp(node: String, after: Int = .max)
    /// These ports, and no others, are present.
    ///
    /// A listing may contain a port that hung up a moment before it leaves the kernel's tree. A listing made
    /// long enough afterward settles the doubt: the ports in it were never gone.
    case listing([SerialPortDescription], settlesDoubts: Bool)
  }

  private var present: [String: SerialPortDescription] = [:]
  /// The device paths of ports that hung up and whose removal is not yet reported.
  private var doubted: Set<String> = []
  private(set) var appearances = 0
  private var appearance: [String: Int] = [:]

  /// The present ports, ordered by place.
  var ports: [SerialPortDescription] { Array(present.values).inOrder }

  /// Applies a report, and returns the resulting events.
  mutating func take(_ report: Report) -> [SerialPortEvent] {
    switch report {
    case .present(let port):
      doubted.remove(port.devicePath)
      // A node has one owner: the earlier owner is gone, even without a report.
      return leave { $0.node == port.node && $0.key != port.key } + arrive(port)
    case .removed(let devicePath):
      doubted.remove(devicePath)
      return leave { $0.devicePath == devicePath }
    case .hungUp(let node, let number):
      let appearance = appearance
      let events = leave { $0.node == node && appearance[$0.key, default: 0] <= number }
      doubted.formUnion(events.map(\.port.devicePath))
      return events
    case .listing(let ports, let settlesDoubts): return reconcile(with: ports, settlesDoubts: settlesDoubts)
    }
  }

  /// Applies an event from a different roster.
  mutating func follow(_ event: SerialPortEvent) {
    switch event {
    case .appeared(let port), .changed(_, let port): present[port.key] = port
    case .disappeared(let port): present[port.key] = nil
    }
  }

  private mutating func reconcile(
    with listed: [SerialPortDescription], settlesDoubts: Bool
  ) -> [SerialPortEvent] {
    // A port missing from the tree is gone; a doubted one in it counts as present once doubts are settled.
    doubted = settlesDoubts ? [] : doubted.intersection(listed.map(\.devicePath))
    let believed = listed.filter { !doubted.contains($0.devicePath) }
    let keys = Set(believed.map(\.key))
    return leave { !keys.contains($0.key) } + believed.flatMap { arrive($0) }
  }

  private mutating func arrive(_ port: SerialPortDescription) -> [SerialPortEvent] {
    guard let known = present.updateValue(port, forKey: port.key) else {
      appearances += 1
      appearance[port.key] = appearances
      return [.appeared(port)]
    }
    return known == port ? [] : [.changed(from: known, to: port)]
  }

  private mutating func leave(where hasGone: (SerialPortDescription) -> Bool) -> [SerialPortEvent] {
    let gone = ports.filter(hasGone)
    for port in gone {
      present[port.key] = nil
      appearance[port.key] = nil
    }
    return gone.map { .disappeared($0) }
  }
}
