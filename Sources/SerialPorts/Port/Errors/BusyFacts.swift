/// What is known about a port that somebody else has, and what follows from it.
///
/// Facts in, words out: who gathers them is in `BusyFacts+Gathering.swift`.
struct BusyFacts: Sendable, Hashable {
  /// Who said that the port is taken.
  enum Refusal: String, Sendable, Hashable, CaseIterable {
    /// The kernel refused the open.
    case kernel
    /// Another descriptor has the lock on the file.
    case fileLock
    /// The kernel let root in, but somebody has asked for the port alone.
    case terminalLock
  }

  var path: String
  var refusal: Refusal
  var holders: [PortHolder]
  /// Whether all processes could be looked at: only root sees what others have open.
  var sawAll: Bool
  /// Whether the port is a pseudo-terminal.
  var isPseudoTerminal: Bool

  /// Whether the mark of a program that has ended is all that is in the way.
  ///
  /// A real port forgets `TIOCEXCL` with its last close. A pseudo-terminal lives on as long as its other side, and
  /// so does the mark of a program that was killed.
  var isLeftBehind: Bool { refusal == .terminalLock && isPseudoTerminal && sawAll && holders.isEmpty }

  /// The refusal in words, with what to do.
  var error: SerialPortError {
    SerialPortError(
      code: .busy, path: path, errno: refusal == .kernel ? Errno.busy.rawValue : nil,
      found: "cannot open \(ShownText.clean(path)): it is in use by \(users)",
      expected: "a port that nobody else has open", remedy: remedy, holders: holders)
  }

  private var users: String {
    guard !holders.isEmpty else {
      return sawAll ? "a program outside this container" : "a program of another user, which is not visible"
    }
    return holders.map { "\($0)" }.joined(separator: " and ")
  }

  private var remedy: String {
    for holder in holders {
      if let known = KnownHolders.remedy(for: holder, path: ShownText.clean(path)) { return known }
    }
    guard let holder = holders.first else {
      return "find out which program it is: sudo fuser -v \(ShownText.clean(path)); then end it"
    }
    if holder.isThisProgram { return "use the port that is open already, or close it first" }
    return "end it, or wait until it has: kill \(holder.process)"
  }
}

/// Programs that are known to take serial ports, by the names of their processes.
enum KnownHolders {
  static func remedy(for holder: PortHolder, path: String) -> String? {
    switch holder.name {
    case "gpsd":
      "read from gpsd instead, at localhost port 2947; or stop it: sudo systemctl stop gpsd.socket gpsd.service"
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
