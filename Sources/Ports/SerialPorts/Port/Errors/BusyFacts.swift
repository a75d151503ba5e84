import SystemCalls
internal import Texts

/// The facts about a port that is in use, and the advice that follows from them.
///
/// Facts in, words out: `Gathering.swift` gathers them.
struct BusyFacts: Sendable, Hashable {
  /// The check that found the port taken.
  enum Refusal: String, Sendable, Hashable, CaseIterable {
    /// The kernel refused the open.
    case kernel
    /// Another descriptor has the lock on the file.
    case fileLock
    /// The kernel let root in, but another program has asked for exclusive use.
    case terminalLock
  }

  var path: String
  var refusal: Refusal
  var holders: [PortHolder]
  /// Whether all processes could be examined: only root sees what others have open.
  var sawAll: Bool
  /// Whether the port is a pseudo-terminal.
  var isPseudoTerminal: Bool

  /// The processes that may be in the way; the feeder of a pseudo-terminal is the device, and not one of them.
  private var users: [PortHolder] { holders.filter { !$0.feedsPort } }

  /// The program at the other side of a pseudo-terminal.
  private var feeder: PortHolder? { holders.first { $0.feedsPort } }

  /// Whether the mark of a program that has ended is all that is in the way.
  ///
  /// A real port forgets `TIOCEXCL` with its last close. A pseudo-terminal lives on as long as its other side, and
  /// so does the mark of a program that was killed.
  var isLeftBehind: Bool { refusal == .terminalLock && isPseudoTerminal && sawAll && users.isEmpty }

  /// Whether the kernel refuses although no visible program could have asked it to.
  private var looksLeftBehind: Bool { refusal != .fileLock && isPseudoTerminal && users.isEmpty }

  /// The refusal in words, with what to do.
  var error: SerialPortError {
    SerialPortError(
      code: .busy, path: path, errno: refusal == .kernel ? Errno.busy.rawValue : nil,
      found: "cannot open \(VisibleText.replaced(path)): \(because)",
      expected: "a port that nobody else has open", remedy: remedy, holders: users)
  }

  private var because: String {
    if looksLeftBehind {
      guard let feeder else { return "it is locked, and no program that has it open can be seen" }
      return "it is locked, and only \(feeder), which feeds it, is seen to have it open"
    }
    guard users.isEmpty else { return "it is in use by " + users.map { "\($0)" }.joined(separator: " and ") }
    if let feeder, sawAll { return "\(feeder), which feeds it, has locked it" }
    return "it is in use by "
      + (sawAll ? "a program outside this container" : "a program of another user, which is not visible")
  }

  private var remedy: String {
    if looksLeftBehind {
      let fresh = feeder.map { "start \($0) anew" } ?? "start the program that feeds it anew"
      return "if no other user's program reads it, a program that was killed has left the lock: \(fresh),"
        + " or open the port once as root, which takes the lock away"
    }
    for holder in users {
      if let known = KnownHolders.remedy(for: holder) { return known }
    }
    guard let holder = users.first else {
      if let feeder, sawAll { return "wait until \(feeder) lets go of it; the port ends with that program" }
      return "find out which program it is: sudo fuser -v \(VisibleText.replaced(path)); then end it"
    }
    if holder.isThisProgram { return "use the port that is open already, or close it first" }
    return "end it, or wait until it has: kill \(holder.process)"
  }
}

/// Programs that are known to take serial ports, by the names of their processes.
enum KnownHolders {
  static func remedy(for holder: PortHolder) -> String? {
    switch holder.name {
    case "gpsd": "stop it: sudo systemctl stop gpsd.socket gpsd.service"
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

  /// Makes a holder; control characters in the name, which the process chose for itself, are replaced.
  public init(
    process: Int, name: String, isThisProgram: Bool = false, feedsPort: Bool = false, canRead: Bool = true
  ) {
    self.process = process
    self.name = VisibleText.replaced(name)
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
