extension BusyFacts {
  /// Asks the system who has this path open.
  static func gather(_ path: String, refusal: Refusal) -> BusyFacts {
    let search = HolderSearch.run(path)
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

  static func run(_ path: String) -> HolderSearch {
    var search = HolderSearch(
      names: Set([path, Kernel.realPath(path)].compactMap { $0 }), node: Kernel.node(path))
    search.look()
    return search
  }

  private init(names: Set<String>, node: Kernel.Node?) {
    self.names = names
    self.node = node
  }

  private mutating func look() {
    let own = Kernel.ownProcess()
    // One's own descriptor of this very attempt is among the own ones: see `count`.
    for process in Kernel.entries("/proc").compactMap(Int.init).sorted() {
      guard holders.count < Self.most, links > 0 else { return }
      let isOwn = process == own
      if count(of: process, atMost: isOwn ? 2 : 1) > (isOwn ? 1 : 0) {
        let name = Kernel.text("/proc/\(process)/comm", limit: 64) ?? ""
        let line = name.split(separator: "\n").first.map(String.init) ?? ""
        holders.append(PortHolder(process: process, name: line, isThisProgram: isOwn))
      }
    }
  }

  /// How many descriptors of a process are the port.
  private mutating func count(of process: Int, atMost most: Int) -> Int {
    let folder = "/proc/\(process)/fd"
    guard Kernel.canList(folder) else {
      sawAll = false
      return 0
    }
    var found = 0
    for entry in Kernel.entries(folder) {
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
