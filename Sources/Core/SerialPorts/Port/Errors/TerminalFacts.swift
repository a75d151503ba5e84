import GPSSystemCalls
internal import GPSBase

/// The facts that decide whether a terminal may be opened; they are collected without opening it.
///
/// `/dev/pts/5` is only a number, which the kernel gives to the next terminal that any program requests, such
/// as a shell or an editor. Opening, locking or reading such a terminal would take it from its user.
struct TerminalFacts: Sendable, Hashable {
  var path: String
  /// The terminal itself, if the path is a link to it.
  var target: String?
  /// The process that owns the terminal: its session's leader, or one with it as the controlling terminal.
  var owner: PortHolder?
  /// The name of the owner's user.
  var user: String?
  /// For a pseudo-terminal, the processes that have it or its master side open.
  var holders: [PortHolder] = []
  var sawAll = true
  /// Whether a list of processes is available.
  var hasProcesses = true

  /// Returns the reason why the terminal must not be opened; nil if it may be.
  func refusal(isExclusive: Bool) -> SerialPortError? {
    guard hasProcesses else { return unknownOwner }
    if let owner { return belongs(to: owner) }
    guard isExclusive, holders.contains(where: { !$0.feedsPort && !$0.isThisProgram }) else { return nil }
    // This program's own descriptors are refused by the lock, or intentional.
    return BusyFacts(
      path: path, refusal: .holder, holders: holders.filter { !$0.isThisProgram }, sawAll: sawAll,
      isPseudoTerminal: true
    ).error
  }

  private func belongs(to owner: PortHolder) -> SerialPortError {
    let user = user.map { " of the user \(VisibleText.replaced($0))" } ?? ""
    let leads = target.map { "it leads to \(VisibleText.replaced($0)), " } ?? "it is "
    return SerialPortError(
      code: .foreignTerminal, path: path,
      found: "cannot open \(VisibleText.replaced(path)): \(leads)the terminal of \(owner)\(user)",
      expected: "the port of a receiver", remedy: remedy(owner), holders: [owner])
  }

  private func remedy(_ owner: PortHolder) -> String {
    let node = target ?? path
    if ["agetty", "getty", "login"].contains(owner.name), let name = node.split(separator: "/").last {
      return "a login runs there; if a receiver is connected to it: "
        + "sudo systemctl disable --now serial-getty@\(VisibleText.replaced(String(name))).service"
    }
    return target == nil
      ? "name the port of a receiver, or the link that its program makes, as --pty does"
      : "restart the program that makes \(VisibleText.replaced(path)), so that it renews the link"
  }

  private var unknownOwner: SerialPortError {
    SerialPortError(
      code: .foreignTerminal, path: path,
      found:
        "cannot open \(VisibleText.replaced(path)): the owner of this terminal can't be determined without /proc",
      expected: "a list of processes in /proc", remedy: "mount /proc, and try again")
  }

  /// Collects the facts about a path; nothing is opened, locked, changed or read.
  ///
  /// - Parameters:
  ///   - path: The terminal, or a link to it.
  ///   - searchesHolders: Whether to search for all processes that have it open, and not only its owner.
  /// - Returns: The facts.
  static func gather(_ path: String, searchesHolders: Bool = true) -> TerminalFacts {
    var facts = TerminalFacts(path: path)
    guard let node = Kernel.node(path), node.isCharacterDevice else { return facts }
    facts.target = Kernel.destination(ofLink: path).map { target in
      node.pseudoTerminalNumber.map { "/dev/pts/\($0)" } ?? target
    }
    guard let processes = try? Kernel.processNumbers(), !processes.isEmpty else {
      // Without this list a real port can still be locked, but a pseudo-terminal cannot be identified.
      facts.hasProcesses = !node.isPseudoTerminal
      return facts
    }
    if let owner = owner(of: node, among: processes) {
      facts.owner = PortHolder(
        process: owner.number, name: owner.name, isThisProgram: owner.number == Kernel.ownProcess(),
        isSessionLeader: owner.isSessionLeader, startTime: owner.started)
      facts.user = Kernel.node("/proc/\(owner.number)").flatMap { Kernel.userName($0.user) }
      return facts
    }
    guard node.isPseudoTerminal, searchesHolders else { return facts }
    let search = HolderSearch.run(path, attempts: 0)
    facts.holders = search.holders
    facts.sawAll = search.sawAll
    return facts
  }

  /// Finds a process with this controlling terminal: the leader of its session, if it still runs.
  private static func owner(of node: Kernel.Node, among processes: [Int]) -> Kernel.Process? {
    var found: Kernel.Process?
    for number in processes {
      guard let process = Kernel.process(number), process.terminal == node.device,
        !isElsewhere(process, node)
      else { continue }
      if process.isSessionLeader { return process }
      found = found ?? process
    }
    return found
  }

  /// Whether a process's terminal belongs to a container, with the same number in a different file system.
  ///
  /// The process's own descriptors prove it; without one of its terminal, the terminal of that number in its root does.
  /// Neither is visible of other users' processes.
  private static func isElsewhere(_ process: Kernel.Process, _ node: Kernel.Node) -> Bool {
    let folder = "/proc/\(process.number)/"
    let open = Kernel.names(in: folder + "fd").prefix(64).compactMap { Kernel.node(folder + "fd/" + $0) }
      .filter { $0.isCharacterDevice && $0.device == node.device }
    if !open.isEmpty { return open.allSatisfy { $0.fileSystem != node.fileSystem } }
    guard let number = node.pseudoTerminalNumber else { return false }
    return Kernel.node(folder + "root/dev/pts/\(number)").map { $0.fileSystem != node.fileSystem } ?? false
  }
}
