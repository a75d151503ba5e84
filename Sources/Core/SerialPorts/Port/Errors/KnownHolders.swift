internal import GPSSystemCalls
internal import GPSBase

/// Programs that are known to open serial ports, by process name.
package enum KnownHolders {
  /// Programs that read a receiver and hold no unsaved work, so they may be ended.
  ///
  /// Never add a shell or an editor: ending one would cost the user's work.
  private static let readers: Set<String> = [
    "cat", "gpsbridge", "gpsctl", "gpsd", "gpsmon", "gpspipe", "kplex", "rtkrcv", "str2str", "ubxtool",
  ]

  /// Whether we may advise ending a process.
  ///
  /// - Parameters:
  ///   - name: The name of the process.
  ///   - isSessionLeader: Whether it leads a session: a login, or a service that its manager would restart.
  /// - Returns: Whether the program reads receivers and does not lead a session.
  package static func mayBeEnded(_ name: String, isSessionLeader: Bool) -> Bool {
    readers.contains(name) && !isSessionLeader
  }

  /// Whether a process leads a session, according to the text of its `/proc/PID/stat`.
  package static func isSessionLeader(stat line: String) -> Bool {
    Kernel.Process(stat: line)?.isSessionLeader ?? false
  }

  /// The remedy if a gpsd has a port: it forwards what the receiver sends, so it can stay.
  ///
  /// - Parameters:
  ///   - port: The TCP port of gpsd; nil for the default.
  ///   - stop: The command that ends it.
  /// - Returns: The remedy, without a capital letter and a period.
  package static func joiningGPSD(port: String?, stop: String) -> String {
    let port = port.map { ":\($0)" } ?? ""
    return "read it through gpsd: gpsbridge monitor gpsd://localhost\(port); or stop gpsd: \(stop)"
  }

  /// The TCP port of a gpsd, from its arguments; nil for the default.
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

  /// The remedy if a program has a port; nil if we know no safe one.
  static func remedy(for holder: PortHolder) -> String? {
    switch holder.name {
    case "gpsd":
      joiningGPSD(
        port: holder.servedPort,
        // A service leads its own session; a gpsd that does not was started by hand.
        stop: holder.mayBeEnded
          ? "kill \(holder.process)" : "sudo systemctl stop gpsd.socket gpsd.service")
    case "ModemManager":
      "wait half a minute: it asks each new port whether it is a modem; to keep it off receivers for good,"
        + " install the rules for them: sudo make install-rules, then plug the device in again"
    case "brltty":
      "stop it, if no braille display is in use: it mistakes USB bridges for one;"
        + " sudo systemctl mask --now brltty.path brltty-udev.service"
    default: nil
    }
  }
}

/// A process that has a port open.
public struct PortHolder: Sendable, Hashable, CustomStringConvertible {
  /// The process number.
  public var process: Int
  /// The name, with control characters removed; empty if it cannot be read.
  public var name: String
  /// Whether it is this program itself.
  public var isThisProgram: Bool
  /// Whether it holds the master side of a pseudo-terminal, and so acts as the device.
  public var feedsPort: Bool
  /// Whether it can read from the port; a program that only writes does not compete for bytes.
  public var canRead: Bool
  /// Whether it leads a session, such as a login shell; we never advise ending such a process.
  public var isSessionLeader: Bool
  /// The start time in clock ticks after boot; together with the number, which may be reused, it is unique.
  public var startTime: UInt64?
  /// The TCP port of a gpsd, if it is not the default.
  var servedPort: String?

  /// Creates a holder; control characters in the name, which the process has chosen, are replaced.
  public init(
    process: Int, name: String, isThisProgram: Bool = false, feedsPort: Bool = false, canRead: Bool = true,
    isSessionLeader: Bool = false, startTime: UInt64? = nil
  ) {
    self.process = process
    self.name = VisibleText.replaced(name)
    (self.isThisProgram, self.feedsPort, self.canRead) = (isThisProgram, feedsPort, canRead)
    (self.isSessionLeader, self.startTime) = (isSessionLeader, startTime)
  }

  /// Returns the other programs that can read from a port, as far as visible to this user.
  ///
  /// Two readers of one port each get a part of the bytes. Programs that request exclusive use keep each
  /// other out, but `cat` and many others do not request it. This opens nothing, but examines every process,
  /// which takes some milliseconds.
  public static func otherReaders(of path: String) -> [PortHolder] {
    HolderSearch.run(path, attempts: 0).holders.filter { $0.canRead && !$0.feedsPort && !$0.isThisProgram }
  }

  /// Whether we may advise ending this process.
  package var mayBeEnded: Bool { KnownHolders.mayBeEnded(name, isSessionLeader: isSessionLeader) }

  /// How to make it release the port without losing the user's work.
  package var remedy: String {
    KnownHolders.remedy(for: self)
      ?? (mayBeEnded ? "end it: kill \(process)" : "close the port in that program")
  }

  /// The holder in words, such as "gpsd (process 812)".
  public var description: String {
    if isThisProgram { return "this program itself (process \(process))" }
    return name.isEmpty ? "process \(process)" : "\(name) (process \(process))"
  }
}
