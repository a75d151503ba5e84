import GPSSystemCalls

/// The pseudo-terminal that a path led to, to distinguish it from a later one with the same number.
///
/// The kernel gives the number of a closed pseudo-terminal to the next one. So a path under `/dev/pts` ends with its
/// terminal. A link is followed again if its maker has made it anew, or still runs and feeds the terminal behind it.
package struct TerminalTrace: Sendable, Hashable {
  private struct Link: Sendable, Hashable {
    var identity: Kernel.EntryIdentity
    var target: String
  }

  /// The links on the way, the first one first; none for a path that is the terminal's own.
  private var links: [Link] = []
  private var terminal: Kernel.EntryIdentity
  /// The process with the other side of the terminal, where it is visible.
  private var feeder: Kernel.Process?

  /// No chain of links is longer.
  private static let mostLinks = 40

  /// Follows a path; nil if it does not lead to a pseudo-terminal.
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
  }

  /// Whether a path is a terminal's number, and no link to it: it is so also when there is no such terminal now.
  package static func isNumber(_ path: String) -> Bool {
    guard Kernel.destination(ofLink: path) == nil else { return false }
    if let node = Kernel.node(path) { return node.isPseudoTerminal }
    let path = Kernel.normalized(path)
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
    return Kernel.realPath(String(path[..<slash])) == "/dev/pts"
  }

  /// Whether the terminal was made after the link to it: it has only the number of the one that the link was made for.
  ///
  /// - Parameter margin: Nanoseconds that must lie between them at least: times of files are coarse.
  /// - Returns: Whether it was.
  package func isLeftBehind(margin: Int64 = Kernel.EntryIdentity.safeMargin) -> Bool {
    links.last.map { terminal.isMadeAfter($0.identity, margin: margin) } ?? false
  }

  /// Searches for the process with the other side; this looks at every process.
  package mutating func findFeeder(at path: String) { feeder = HolderSearch.run(path, attempts: 0).feeder }

  /// Whether what the path leads to now may be opened after this; a permission is no proof that it is free.
  package func permits(_ later: TerminalTrace, at path: String) -> Bool {
    if isSameTerminal(as: later) { return true }
    guard !links.isEmpty else { return false }
    if !hasSameLinks(as: later) { return true }
    return feeder.map { HolderSearch.isFeeder($0, of: path) } ?? false
  }

  /// This trace with what is known of the same terminal from before.
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
