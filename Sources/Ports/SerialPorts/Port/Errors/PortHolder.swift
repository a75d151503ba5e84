/// A process that has a port open.
public struct PortHolder: Sendable, Hashable {
  /// Its number.
  public var process: Int
  /// Its name, without anything that could trick a terminal; empty if it has none that can be read.
  public var name: String
  /// Whether it is this program itself.
  public var isThisProgram: Bool
  /// Whether it has the other side of a pseudo-terminal, and so is the device: without it there is no port.
  public var feedsPort: Bool
  /// Whether it can take bytes from the port; a program that only writes to it cannot.
  public var canRead: Bool

  /// Makes a holder; control characters in the name, which the process chose for itself, are replaced.
  public init(
    process: Int, name: String, isThisProgram: Bool = false, feedsPort: Bool = false, canRead: Bool = true
  ) {
    self.process = process
    self.name = ShownText.clean(name)
    self.isThisProgram = isThisProgram
    self.feedsPort = feedsPort
    self.canRead = canRead
  }
}

extension PortHolder {
  /// The other programs that can take bytes from a port, as far as this user may see them.
  ///
  /// Two readers of one port each get a part of the bytes. Programs that ask for the port alone keep each other out; `cat`
  /// and many others do not ask. Nothing is opened for this, but every process is looked at: some milliseconds.
  public static func otherReaders(of path: String) -> [PortHolder] {
    HolderSearch.run(path, attempts: 0).holders.filter { $0.canRead && !$0.feedsPort && !$0.isThisProgram }
  }

  /// The way to end it, or how to make it let the port go.
  package var remedy: String { KnownHolders.remedy(for: self) ?? "end it: kill \(process)" }
}

extension PortHolder: CustomStringConvertible {
  /// The holder in words, as "gpsd (process 812)".
  public var description: String {
    if isThisProgram { return "this program itself (process \(process))" }
    return name.isEmpty ? "process \(process)" : "\(name) (process \(process))"
  }
}
