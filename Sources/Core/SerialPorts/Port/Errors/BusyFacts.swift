import GPSSystemCalls
internal import GPSBase

/// The facts about a port that is in use, and the resulting remedy.
///
/// This type only turns facts into text; `Gathering.swift` collects them.
struct BusyFacts: Sendable, Hashable {
  /// The check that found the port in use.
  enum Refusal: String, Sendable, Hashable, CaseIterable {
    case kernel
    /// A different descriptor holds the lock on the file.
    case fileLock
    /// The kernel admitted root, but a program has requested exclusive use.
    case terminalLock
    /// Nothing was opened: a program has the pseudo-terminal open.
    case holder
  }

  var path: String
  var refusal: Refusal
  var holders: [PortHolder]
  /// Whether all processes could be examined; only root sees the open files of other users.
  var sawAll: Bool
  var isPseudoTerminal: Bool

  /// The processes that block the port; this excludes a pseudo-terminal's feeder, which is the device.
  private var users: [PortHolder] { holders.filter { !$0.feedsPort } }

  /// The program on the master side of a pseudo-terminal.
  private var feeder: PortHolder? { holders.first { $0.feedsPort } }

  /// Whether the only obstacle is the exclusive mark of a program that has ended.
  ///
  /// A real port loses `TIOCEXCL` with its last close. A pseudo-terminal exists as long as its master side,
  /// and so does the mark of a program that was killed.
  var isLeftBehind: Bool { refusal == .terminalLock && isPseudoTerminal && sawAll && users.isEmpty }

  /// Whether programs have it open, all of which read receivers.
  var isInUseByReaders: Bool {
    !users.isEmpty && users.allSatisfy { KnownHolders.mayBeEnded($0.name, isSessionLeader: false) }
  }

  /// Whether the kernel refuses although no visible program can have requested it.
  private var looksLeftBehind: Bool {
    (refusal == .kernel || refusal == .terminalLock) && isPseudoTerminal && users.isEmpty
  }

  /// The refusal in words, with the remedy.
  var error: SerialPortError {
    SerialPortError(
      code: .busy, path: path, errno: refusal == .kernel ? Errno.busy.rawValue : nil,
      found: "cannot open \(VisibleText.replaced(path)): \(because)",
      expected: "a port that no other program has open", remedy: remedy, holders: users)
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
      let fresh = feeder.map { "restart \($0)" } ?? "restart the program that feeds it"
      return "if no other user's program reads it, a program that was killed has left the lock: \(fresh),"
        + " or open the port once as root, which removes the lock"
    }
    for holder in users { if let known = KnownHolders.remedy(for: holder) { return known } }
    guard let holder = users.first else {
      if let feeder, sawAll { return "wait until \(feeder) releases it; the port ends with that program" }
      let search = "sudo fuser -v \(VisibleText.replaced(path))"
      return "find out which program it is: \(search); then close the port in that program"
    }
    if holder.isThisProgram { return "use the port that is open already, or close it first" }
    return holder.mayBeEnded
      ? "end it, or wait until it ends: kill \(holder.process)"
      : "close the port in that program, or wait until it ends"
  }
}
