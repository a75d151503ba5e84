extension BusyFacts {
  /// Asks the system who has this path open.
  static func gather(_ path: String, refusal: Refusal) -> BusyFacts {
    // This very attempt has a descriptor too, but where the kernel refused it.
    let search = HolderSearch.run(path, attempts: refusal == .kernel ? 0 : 1)
    return BusyFacts(
      path: path, refusal: refusal, holders: search.holders, sawAll: search.sawAll,
      isPseudoTerminal: Kernel.node(path)?.isPseudoTerminal ?? false)
  }
}

/// Who has a device open, found by the links in /proc.
struct HolderSearch {
  private(set) var holders: [PortHolder] = []
  private(set) var sawAll = true
  private let names: Set<String>
  private let node: Kernel.Node?
  /// Links that may still be read: a machine may have any number of files open, and somebody waits.
  private var links = 500_000

  /// More would fill the screen, and the first is who matters.
  private static let most = 8

  /// Looks for who has a path open, beside so many descriptors of this program.
  static func run(_ path: String, attempts: Int) -> HolderSearch {
    var search = HolderSearch(
      names: Set([path, Kernel.realPath(path)].compactMap { $0 }), node: Kernel.node(path))
    search.look(attempts)
    return search
  }

  private init(names: Set<String>, node: Kernel.Node?) {
    self.names = names
    self.node = node
  }

  private mutating func look(_ attempts: Int) {
    let own = Kernel.ownProcess()
    guard let processes = try? Kernel.entries("/proc") else {
      sawAll = false
      return
    }
    for process in processes.compactMap({ Int($0) }).sorted() {
      guard holders.count < Self.most, links > 0 else { return }
      let isOwn = process == own
      let without = isOwn ? attempts : 0
      if count(of: process, atMost: without + 1) > without {
        let name = Kernel.text("/proc/\(process)/comm", limit: 64) ?? ""
        let line = name.split(separator: "\n").first.map(String.init) ?? ""
        holders.append(PortHolder(process: process, name: line, isThisProgram: isOwn))
      }
    }
  }

  /// How many descriptors of a process are the port.
  private mutating func count(of process: Int, atMost most: Int) -> Int {
    let folder = "/proc/\(process)/fd"
    let entries: [String]
    do {
      entries = try Kernel.entries(folder)
    } catch {
      // A process may have ended meanwhile; all else hides what it has open.
      if error != .noSuchFile, error != .noSuchProcess { sawAll = false }
      return 0
    }
    var found = 0
    for entry in entries {
      links -= 1
      guard links > 0, found < most else { break }
      if let target = Kernel.link(folder + "/" + entry), isPort(target) { found += 1 }
    }
    return found
  }

  /// Whether a link leads to the port, by its name or by its number.
  ///
  /// Only names in /dev are asked for their numbers: a name on a network drive might never answer.
  private func isPort(_ target: String) -> Bool {
    if names.contains(target) { return true }
    guard let node, target.hasPrefix("/dev/"), let other = Kernel.node(target) else { return false }
    return other.device == node.device
  }
}
