// Collects the facts about a refusal: which processes have a port open, and why this user may not open it.
// The texts are in BusyFacts and PermissionFacts.

import GPSSystemCalls

extension PortHolder {
  /// The processes that have a port open, as far as visible to this user; opens nothing.
  package static func holders(of path: String) -> [PortHolder] { HolderSearch.run(path, attempts: 0).holders }
}

extension BusyFacts {
  /// Finds the processes that have this path open.
  static func gather(_ path: String, refusal: Refusal) -> BusyFacts {
    // If it could be opened, this attempt has a descriptor as well.
    let search = HolderSearch.run(path, attempts: refusal == .kernel || refusal == .holder ? 0 : 1)
    return BusyFacts(
      path: path, refusal: refusal, holders: search.holders, sawAll: search.sawAll,
      isPseudoTerminal: Kernel.node(path)?.isPseudoTerminal ?? false)
  }
}

/// A search through /proc for the processes that have a device open.
struct HolderSearch {
  private(set) var holders: [PortHolder] = []
  private(set) var sawAll = true
  /// The process, which may be this one, that holds the master side of a pseudo-terminal.
  private(set) var feeder: Kernel.Process?
  private let names: Set<String>
  private let node: Kernel.Node?
  /// The number of links that may still be read: any number of files may be open, and the user is waiting.
  private var links = 500_000

  /// A longer list would fill the screen, and the first entries matter most.
  private static let most = 8

  /// Finds the processes that have a path open, without counting `attempts` descriptors of this program.
  static func run(_ path: String, attempts: Int) -> HolderSearch {
    var node = Kernel.node(path)
    var name = node?.pseudoTerminalNumber.map { "/dev/pts/\($0)" }
    // A pseudo-terminal is not opened, not even with `O_PATH`.
    if name == nil, let descriptor = try? Kernel.open(path, for: .pathOnly) {
      defer { try? Kernel.close(descriptor) }
      node = Kernel.node(of: descriptor)
      name = Kernel.link("/proc/self/fd/\(descriptor)")
    }
    var search = HolderSearch(names: Set([path, name].compactMap { $0 }), node: node)
    search.look(attempts)
    return search
  }

  /// Whether a process holds the master side of the pseudo-terminal at a path.
  static func isFeeder(_ process: Kernel.Process, of path: String) -> Bool {
    guard let node = Kernel.node(path), node.isPseudoTerminal, Kernel.isRunning(process) else { return false }
    var search = HolderSearch(names: [], node: node)
    return search.descriptors(of: process.number).feeds
  }

  private init(names: Set<String>, node: Kernel.Node?) { (self.names, self.node) = (names, node) }

  private mutating func look(_ attempts: Int) {
    let own = Kernel.ownProcess()
    guard let processes = try? Kernel.processNumbers() else {
      sawAll = false
      return
    }
    for number in processes {
      guard holders.count < Self.most, links > 0 else { return }
      let isOwn = number == own
      let before = Kernel.process(number)
      let found = descriptors(of: number)
      if found.feeds, feeder == nil { feeder = before }
      // A program that feeds a pseudo-terminal often has the port itself open as well, to prevent hang-ups.
      let feeds = found.feeds && !isOwn
      guard feeds || found.count > (isOwn ? attempts : 0) else { continue }
      // The number may have been reused, in which case name and descriptors belong to two processes.
      guard let process = Kernel.process(number), process.started == before?.started else { continue }
      var holder = PortHolder(
        process: number, name: process.name, isThisProgram: isOwn, feedsPort: feeds, canRead: found.canRead,
        isSessionLeader: process.isSessionLeader, startTime: process.started)
      if process.name == "gpsd", let line = Kernel.text("/proc/\(number)/cmdline", limit: 4096) {
        holder.servedPort = KnownHolders.port(ofGPSD: line.split(separator: "\0").dropFirst())
      }
      holders.append(holder)
    }
  }

  /// The descriptors of a process that concern the port.
  private struct Descriptors {
    var count = 0
    var canRead = false
    /// Whether one is the master side of the pseudo-terminal.
    var feeds = false
  }

  private mutating func descriptors(of process: Int) -> Descriptors {
    let folder = "/proc/\(process)/fd"
    var found = Descriptors()
    let entries: [String]
    do { entries = try Kernel.entries(folder) } catch {
      // A process may have just ended; with any other error its open files are hidden.
      if error != .noSuchFile, error != .noSuchProcess { sawAll = false }
      return found
    }
    for entry in entries {
      links -= 1
      guard links > 0 else { break }
      guard let target = Kernel.link(folder + "/" + entry) else { continue }
      if isPort(target, folder + "/" + entry) {
        found.count += 1
        found.canRead = found.canRead || !DescriptorInfo(process, entry).isWriteOnly
      } else if let node, let number = node.pseudoTerminalNumber, Self.masters.contains(target),
        Self.isMaster(folder + "/" + entry, of: process, in: node.fileSystem)
      {
        found.feeds = found.feeds || DescriptorInfo(process, entry).pseudoTerminal == number
      }
    }
    return found
  }

  /// The paths under which master sides of pseudo-terminals are open.
  private static let masters: Set<String> = ["/dev/ptmx", "/dev/pts/ptmx"]

  /// Whether the master side of a pseudo-terminal belongs to a given file system of terminals.
  ///
  /// The node /dev/ptmx is in a different file system and opens a terminal in the /dev/pts of its process.
  private static func isMaster(_ descriptor: String, of process: Int, in fileSystem: UInt64) -> Bool {
    [descriptor, "/proc/\(process)/root/dev/pts"].contains { Kernel.node($0)?.fileSystem == fileSystem }
  }

  /// Whether a descriptor is the port, judged by the open file and not by its name.
  ///
  /// In a container the same name may be a different device. Only names in /dev are examined, because a file
  /// on a network drive may never respond. A container's pseudo-terminals have the same numbers in a
  /// different file system.
  private func isPort(_ target: String, _ descriptor: String) -> Bool {
    guard let node, node.isCharacterDevice, names.contains(target) || target.hasPrefix("/dev/"),
      let open = Kernel.node(descriptor), open.isCharacterDevice, open.device == node.device
    else { return false }
    return !node.isPseudoTerminal || open.fileSystem == node.fileSystem
  }
}

/// The kernel's data about a descriptor of any process, in /proc/…/fdinfo.
private struct DescriptorInfo {
  /// Whether it was opened write-only, according to the lowest two bits of the flags.
  var isWriteOnly = false
  /// For a master side, the number of its terminal.
  var pseudoTerminal: Int?

  init(_ process: Int, _ descriptor: String) {
    guard let text = Kernel.text("/proc/\(process)/fdinfo/\(descriptor)", limit: 512) else { return }
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "flags:": isWriteOnly = (Int(parts[1], radix: 8) ?? 0) & 0o3 == 0o1
      case "tty-index:": pseudoTerminal = Int(parts[1])
      default: break
      }
    }
  }
}

extension PermissionFacts {
  /// Collects all facts that explain why this user may not open this path.
  static func gather(
    _ path: String, errno: Errno = .accessDenied, isOpened: Bool = false
  ) -> PermissionFacts {
    let node = Kernel.node(path)
    let user = Kernel.user()
    let group = node?.group ?? 0
    let name = Kernel.groupName(group)
    return PermissionFacts(
      path: path, errno: errno.rawValue, group: name ?? "\(group)", isGroupNamed: name != nil,
      groupMayOpen: node.map { $0.mode & 0o060 == 0o060 } ?? false, isOpened: isOpened,
      isRoot: user.number == 0, user: user.name, userNumber: user.number,
      isListed: Kernel.isListed(user, group),
      isInSession: Kernel.sessionGroups().contains(group),
      isRemote: Kernel.environment("SSH_CONNECTION") != nil,
      isNamedByRules: kind(path).map(areNamedByRules) ?? false,
      hasRules: rules.contains(where: Kernel.exists))
  }

  /// Whether our udev rules include ports of this kind.
  package static func areNamedByRules(_ kind: SerialPortKind) -> Bool { kind.rulesClass != nil }

  private static let rules = ["/etc", "/usr/lib", "/lib"].map { $0 + "/udev/rules.d/61-gpsbridge.rules" }

  /// The kind of a port according to the kernel's tree; nil for a pseudo-terminal, and for a removed port.
  private static func kind(_ path: String) -> SerialPortKind? {
    SerialPortDescription.now(at: path)?.classification.kind
  }
}
