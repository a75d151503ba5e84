/// The ports that are present: turns reports, which repeat and come late or out of order, into events, which do not.
///
/// A plain value without descriptors, threads or clocks. Ports are told apart by ``SerialPortDescription/key``.
/// These rules hold for any order of reports:
///
/// - A port appears only when it is not there, and changes or disappears only when it is.
/// - After a listing exactly the listed ports are there, except for those that hung up and are still in doubt.
/// - No two ports have the same node, unless a listing says so.
struct SerialPortRoster: Sendable {
  /// One observation.
  enum Report: Sendable {
    /// This port is present.
    case present(SerialPortDescription)
    /// The port with this device path has gone.
    case removed(devicePath: String)
    /// A program that had this node open received a hang-up.
    ///
    /// The report may be late, and another port may have the node by then: a port that appeared after `after`
    /// appearances is not meant.
    case hungUp(node: String, after: Int = .max)
    /// These ports are there, and no others.
    ///
    /// A port that hung up may be in a listing a moment before it leaves the kernel's tree. A listing made long
    /// enough afterwards settles the doubt: what it still has was never gone.
    case listing([SerialPortDescription], settlesDoubts: Bool)
  }

  private var present: [String: SerialPortDescription] = [:]
  /// The device paths of ports that hung up; their removal is still to be heard of.
  private var doubted: Set<String> = []
  /// How many ports have appeared so far.
  private(set) var appearances = 0
  /// Which appearance each of those that are there was.
  private var appearance: [String: Int] = [:]

  /// The ports that are there, in the order of their places.
  var ports: [SerialPortDescription] { Array(present.values).inOrder }

  /// Takes a report in, and says what is new in it.
  mutating func take(_ report: Report) -> [SerialPortEvent] {
    switch report {
    case .present(let port):
      doubted.remove(port.devicePath)
      return evict(node: port.node, exceptFor: port.key) + arrive(port)
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

  /// Repeats what another roster has said.
  mutating func follow(_ event: SerialPortEvent) {
    switch event {
    case .appeared(let port), .changed(_, let port): present[port.key] = port
    case .disappeared(let port): present[port.key] = nil
    }
  }

  private mutating func reconcile(
    with listed: [SerialPortDescription], settlesDoubts: Bool
  ) -> [SerialPortEvent] {
    // A port that is not in the tree has gone; one that still is counts as present only once the doubts are settled.
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

  /// A node has one owner: its earlier owner has gone, even without a report.
  private mutating func evict(node: String, exceptFor key: String) -> [SerialPortEvent] {
    leave { $0.node == node && $0.key != key }
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
