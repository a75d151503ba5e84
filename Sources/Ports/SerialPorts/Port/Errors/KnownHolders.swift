internal import GPSSystemCalls
internal import GPSBase

/// Programs that are known to open serial ports, by the names of their processes.
package enum KnownHolders {
  /// Programs that read a receiver and keep nothing that a user would lose: they may be ended.
  ///
  /// Never a shell or an editor: advice to end one would cost a user's work.
  private static let readers: Set<String> = [
    "cat", "gpsbridge", "gpsctl", "gpsd", "gpsmon", "gpspipe", "kplex", "rtkrcv", "str2str", "ubxtool",
  ]

  /// Whether advice may be to end a process.
  ///
  /// - Parameters:
  ///   - name: The name of the process.
  ///   - isSessionLeader: Whether a session began with it: a login, or a service whose manager would restart it.
  /// - Returns: Whether the program reads receivers, and no session ends with it.
  package static func mayBeEnded(_ name: String, isSessionLeader: Bool) -> Bool {
    readers.contains(name) && !isSessionLeader
  }

  /// Whether a session began with a process, by the text of its `/proc/PID/stat`.
  package static func isSessionLeader(stat line: String) -> Bool {
    Kernel.Process(stat: line)?.isSessionLeader ?? false
  }

  /// What to do about a gpsd that has a port: it passes on what the receiver sends, so it can stay.
  ///
  /// - Parameters:
  ///   - port: The port at which it listens; nil for the usual one.
  ///   - stop: The command that ends it.
  /// - Returns: The advice, as a clause.
  package static func joiningGPSD(port: String?, stop: String) -> String {
    let port = port.map { ":\($0)" } ?? ""
    return "read it through gpsd: gpsbridge monitor gpsd://localhost\(port); or stop gpsd: \(stop)"
  }

  /// The port at which a gpsd listens, by its arguments; nil for the usual one.
  package static func port(ofGPSD arguments: ArraySlice<Substring>) -> String? {
    var words = arguments
    var port: Substring = "2947"
    while let word = words.popFirst() {
      if word.hasPrefix("--") {
        guard word.hasPrefix("--port") else { continue }
        port = word.hasPrefix("--port=") ? word.dropFirst(7) : words.popFirst() ?? port
      } else if word.hasPrefix("-"),
        let option = word.dropFirst().firstIndex(where: { "DFfPSs".contains($0) })
      {
        let rest = word[word.index(after: option)...]
        let value = rest.isEmpty ? words.popFirst() ?? "" : rest
        if word[option] == "S" { port = value }
      }
    }
    return port == "2947" ? nil : VisibleText.escaped(port.utf8)
  }

  /// What to do about a program that has a port; nil if nothing is known that costs the user nothing.
  static func remedy(for holder: PortHolder) -> String? {
    switch holder.name {
    case "gpsd":
      joiningGPSD(
        port: holder.servedPort,
        // A service leads a session of its own; a gpsd that does not was started by hand.
        stop: holder.mayBeEnded
          ? "kill \(holder.process)" : "sudo systemctl stop gpsd.socket gpsd.service")
    case "ModemManager":
      "wait half a minute, it asks each new port whether it is a modem; to keep it off receivers for good,"
        + " install the rules for them: sudo make install-rules, then plug the device in again"
    case "brltty":
      "stop it, if no braille display is in use: it takes USB bridges for one;"
        + " sudo systemctl mask --now brltty.path brltty-udev.service"
    default: nil
    }
  }
}

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
  /// Whether a session began with it, as with the shell of a login; no advice is to end such a process.
  public var isSessionLeader: Bool
  /// When it started, in clock ticks after boot: with the number it names one process, as numbers come again.
  public var startTime: UInt64?
  /// The port at which it serves the receiver to others, if it is a gpsd with another one than the usual.
  package var servedPort: String?

  /// Makes a holder; control characters in the name, which the process chose for itself, are replaced.
  public init(
    process: Int, name: String, isThisProgram: Bool = false, feedsPort: Bool = false, canRead: Bool = true,
    isSessionLeader: Bool = false, startTime: UInt64? = nil
  ) {
    self.process = process
    self.name = VisibleText.replaced(name)
    self.isThisProgram = isThisProgram
    self.feedsPort = feedsPort
    self.canRead = canRead
    self.isSessionLeader = isSessionLeader
    self.startTime = startTime
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

  /// Whether advice may be to end this process.
  package var mayBeEnded: Bool { KnownHolders.mayBeEnded(name, isSessionLeader: isSessionLeader) }

  /// How to make it release the port, without the user losing work.
  package var remedy: String {
    KnownHolders.remedy(for: self)
      ?? (mayBeEnded ? "end it: kill \(process)" : "close the port in that program")
  }
}

extension PortHolder: CustomStringConvertible {
  /// The holder in words, as "gpsd (process 812)".
  public var description: String {
    if isThisProgram { return "this program itself (process \(process))" }
    return name.isEmpty ? "process \(process)" : "\(name) (process \(process))"
  }
}
