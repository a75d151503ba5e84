import GPSSystemCalls

/// The pseudo-terminal that a path leads to, to distinguish it from a later one with the same number.
///
/// The kernel reuses the number of a closed pseudo-terminal for the next one. So a path under `/dev/pts`
/// becomes invalid with its terminal. A link is followed again if its maker has recreated it, or still runs
/// and feeds its terminal.
package struct TerminalTrace: Sendable, Hashable {
  private struct Link: Sendable, Hashable {
    var identity: Kernel.EntryIdentity
    var target: String
  }

  /// The links on the way, in order; empty if the path is the terminal itself.
  private var links: [Link] = []
  private var terminal: Kernel.EntryIdentity
  /// The process that holds the master side of the terminal, if it is visible.
  private var feeder: Kernel.Process?

  /// The kernel's limit for a chain of links.
  private static let mostLinks = 40

  /// Follows a path; returns nil if it does not lead to a pseudo-terminal.
  package init?(following path: String) {
    guard Kernel.node(path)?.isPseudoTerminal == true, let terminal = Kernel.identity(path) else {
      return nil
    }
    self.terminal = terminal
    var next = path
    while links.count < Self.mostLinks, let target = Kernel.destination(ofLink: next),
      let identity = Kernel.identity(next, ofLink: true)
    {
      links.append(Link(identity: identity, target: target))
      next = target
    }
    // The link was removed in between.
    if links.isEmpty, !Self.isNumber(path) { return nil }
  }

  /// Whether a path is a terminal's number and not a link to it, even if that terminal does not exist now.
  package static func isNumber(_ path: String) -> Bool {
    // One call decides: between two, the maker of a link could replace it.
    if let node = Kernel.node(path, ofLink: true) { return node.isPseudoTerminal }
    let path = Kernel.normalized(path)
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
    return Kernel.realPath(String(path[..<slash])) == "/dev/pts"
  }

  /// Whether the terminal is newer than the link, and only shares the number of the link's first target.
  ///
  /// - Parameter margin: The minimum age difference in nanoseconds, because file times are coarse.
  /// - Returns: Whether the link is stale.
  package func isLeftBehind(margin: Int64 = Kernel.EntryIdentity.safeMargin) -> Bool {
    links.last.map { terminal.isMadeAfter($0.identity, margin: margin) } ?? false
  }

  /// Returns the error for a terminal in use if only programs that read receivers have it open; nil otherwise.
  ///
  /// It is then a receiver's terminal, even if all its times are new, since gpsd changes its mode, reads and writes.
  package static func refusal(byReadersOf path: String) -> SerialPortError? {
    let facts = BusyFacts.gather(path, refusal: .holder)
    return facts.isInUseByReaders ? facts.error : nil
  }

  /// Searches for the process that holds the master side; this examines every process.
  package mutating func findFeeder(at path: String) { feeder = HolderSearch.run(path, attempts: 0).feeder }

  /// Whether the path's present target may be opened after this one; permission alone proves nothing.
  package func permits(_ later: TerminalTrace, at path: String) -> Bool {
    if isSameTerminal(as: later) { return true }
    guard !links.isEmpty else { return false }
    if !hasSameLinks(as: later) { return true }
    return feeder.map { HolderSearch.isFeeder($0, of: path) } ?? false
  }

  /// Returns this trace with the earlier knowledge of the same terminal.
  package func continued(from earlier: TerminalTrace?) -> TerminalTrace {
    var trace = self
    guard trace.feeder == nil, let earlier else { return trace }
    if earlier.isSameTerminal(as: self) || earlier.hasSameLinks(as: self) { trace.feeder = earlier.feeder }
    return trace
  }

  private func isSameTerminal(as other: TerminalTrace) -> Bool { terminal.isSame(as: other.terminal) }

  private func hasSameLinks(as other: TerminalTrace) -> Bool {
    links.count == other.links.count
      && zip(links, other.links).allSatisfy { $0.identity.isSame(as: $1.identity) && $0.target == $1.target }
  }
}
