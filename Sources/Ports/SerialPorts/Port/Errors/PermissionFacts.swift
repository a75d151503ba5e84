internal import GPSBase

/// The facts about a port that this user may not open, and the advice that follows from them.
///
/// Facts in, words out: `Gathering.swift` gathers them.
package struct PermissionFacts: Sendable, Hashable {
  var path: String
  var errno: CInt
  /// The group of the device: its name, or its number if it has none.
  var group: String
  /// Whether the group may read and write the device.
  var groupMayOpen: Bool
  /// Whether the file system or the kernel refuses root as well.
  var isRoot: Bool
  var user: String
  /// Whether the user is listed as a member of the group.
  var isListed: Bool
  /// Whether this login has the group: groups are read at login, and not again.
  var isInSession: Bool
  /// Whether the user has come over SSH.
  var isRemote: Bool
  /// Whether our udev rules name the device: they give receivers to users, and no other port.
  var isNamedByRules: Bool
  /// Whether our udev rules are installed.
  var hasRules: Bool

  /// Takes facts that were gathered elsewhere.
  package init(
    path: String, errno: CInt, group: String, groupMayOpen: Bool, isRoot: Bool, user: String, isListed: Bool,
    isInSession: Bool, isRemote: Bool, isNamedByRules: Bool = true, hasRules: Bool = false
  ) {
    (self.path, self.errno, self.group, self.groupMayOpen) = (path, errno, group, groupMayOpen)
    (self.isRoot, self.user, self.isListed, self.isInSession) = (isRoot, user, isListed, isInSession)
    (self.isRemote, self.isNamedByRules, self.hasRules) = (isRemote, isNamedByRules, hasRules)
  }

  /// The refusal in words, with what to do.
  var error: SerialPortError {
    SerialPortError(
      code: .permissionDenied, path: path, errno: errno,
      found: "cannot open \(VisibleText.replaced(path)): permission denied\(because)", expected: expected,
      remedy: remedy)
  }

  private var shownGroup: String { VisibleText.replaced(group) }
  private var shownUser: String { VisibleText.replaced(user) }

  /// Whether the group gives access to more than ports: no advice should lead into it.
  private var isPowerful: Bool { ["root", "0", "disk", "shadow", "sudo", "wheel", "kmem"].contains(group) }
  /// Whether a user may become a member of the group, and could open the device then.
  package var canJoin: Bool { groupMayOpen && !isPowerful }

  private var because: String {
    if isRoot { return ", for root too" }
    if !canJoin { return ": it is open to no group that a user should join (its group is \(shownGroup))" }
    if isInSession { return ", though \(shownUser) is in the group \(shownGroup)" }
    if isListed { return ": this login is older than \(shownUser)'s membership in the group \(shownGroup)" }
    return ": \(shownUser) is not in the group \(shownGroup)"
  }

  private var expected: String? {
    isRoot ? nil : canJoin ? "a user in the group \(shownGroup), with this login" : nil
  }

  /// The remedy: the same words for the same port, in every command.
  package var remedy: String {
    if isRoot {
      return
        "start the container with --device \(VisibleText.replaced(path)), or the service with"
        + " DeviceAllow=\(VisibleText.replaced(path)) in its unit"
    }
    if !canJoin {
      guard isNamedByRules else { return "sudo chown \(shownUser) \(VisibleText.replaced(path))" }
      return hasRules
        ? "plug it in again: its rules were installed since"
        : "install the rules for GPS receivers: sudo make install-rules, then plug it in again"
    }
    if isInSession {
      return
        "look for another lock on the device: getfacl \(VisibleText.replaced(path)), AppArmor, or a container"
    }
    if isListed {
      return
        "log out and in again, or try at once: sg \(shownGroup) -c 'the command'; a service must be restarted"
    }
    return "sudo usermod -aG \(shownGroup) \(shownUser), then log out and in again" + remoteNote
  }

  private var remoteNote: String {
    guard isNamedByRules else { return "" }
    if isRemote {
      return
        "; the udev rules that give a receiver to whoever sits at the machine do not cover logins over SSH"
    }
    return hasRules
      ? "" : "; or install the rules for GPS receivers, which need no group: sudo make install-rules"
  }
}
