internal import GPSBase

/// The facts about a port that this user may not open, and the resulting remedy.
///
/// This type only turns facts into text; `Gathering.swift` collects them.
package struct PermissionFacts: Sendable, Hashable {
  var path: String
  var errno: CInt
  /// The group of the device: its name, or its number if it has none.
  var group: String
  /// Whether the group has a name here; a container lacks most of its host's names.
  var isGroupNamed: Bool
  /// Whether the group may read and write the device.
  var groupMayOpen: Bool
  /// Whether the device was opened, and refused the first `ioctl`.
  var isOpened: Bool
  /// Whether the file system or the kernel refuses root as well.
  var isRoot: Bool
  /// The name of the user; nil if the user database has none, as in many containers.
  var user: String?
  var userNumber: UInt32
  /// Whether the user is listed as a member of the group.
  var isListed: Bool
  /// Whether this login session has the group; a login reads groups only once.
  var isInSession: Bool
  /// Whether the user is logged in over SSH.
  var isRemote: Bool
  /// Whether our udev rules include the device; they give users access to receivers only.
  var isNamedByRules: Bool
  var hasRules: Bool

  /// Creates facts that were collected elsewhere.
  package init(
    path: String, errno: CInt, group: String, isGroupNamed: Bool = true, groupMayOpen: Bool,
    isOpened: Bool = false, isRoot: Bool, user: String?, userNumber: UInt32 = 0, isListed: Bool,
    isInSession: Bool, isRemote: Bool, isNamedByRules: Bool = true, hasRules: Bool = false
  ) {
    (self.path, self.errno, self.group, self.groupMayOpen) = (path, errno, group, groupMayOpen)
    (self.isGroupNamed, self.isOpened) = (isGroupNamed, isOpened)
    (self.isRoot, self.user, self.userNumber) = (isRoot, user, userNumber)
    (self.isListed, self.isInSession) = (isListed, isInSession)
    (self.isRemote, self.isNamedByRules, self.hasRules) = (isRemote, isNamedByRules, hasRules)
  }

  /// The refusal in words, with the remedy.
  var error: SerialPortError {
    SerialPortError(
      code: .permissionDenied, path: path, errno: errno,
      found: "cannot \(isOpened ? "use" : "open") \(VisibleText.replaced(path)): permission denied\(because)",
      expected: expected,
      remedy: remedy)
  }

  private var shownGroup: String { VisibleText.replaced(group) }
  private var shownUser: String { user.map { VisibleText.replaced($0) } ?? "user \(userNumber)" }

  /// Whether the group gives access to more than ports, so that we never advise joining it.
  private var isPowerful: Bool { ["root", "0", "disk", "shadow", "sudo", "wheel", "kmem"].contains(group) }
  /// Whether the user may join the group, and could then open the device.
  package var canJoin: Bool { groupMayOpen && !isPowerful }
  /// Whether the user is in the group, but the device's mode denies the group access.
  private var lacksMode: Bool { isInSession && !groupMayOpen && !isPowerful }
  package var whyNotToJoin: String {
    lacksMode
      ? "its group \(shownGroup), which \(shownUser) is in, may not read and write it"
      : "it is open to no group that a user should join (its group is \(shownGroup))"
  }

  private var because: String {
    if isOpened { return ": it can be opened, and refuses ioctl" }
    if isRoot { return ", for root too" }
    if !canJoin { return ": " + whyNotToJoin }
    if isInSession { return ", though \(shownUser) is in the group \(shownGroup)" }
    if isListed { return ": this login is older than \(shownUser)'s membership in the group \(shownGroup)" }
    return ": \(shownUser) is not in the group \(shownGroup)"
  }

  private var expected: String? {
    if isOpened { return "a port on which ioctl is permitted" }
    return isRoot || !canJoin ? nil : "a user in the group \(shownGroup), with this login"
  }

  /// The remedy, with the same text for the same port in every command.
  package var remedy: String {
    if isOpened {
      return
        "permit ioctl on it in the rules of the container or the service: AppArmor, SELinux, seccomp"
    }
    if isRoot {
      return
        "start the container with --device \(VisibleText.replaced(path)), or the service with"
        + " DeviceAllow=\(VisibleText.replaced(path)) in its unit"
    }
    if !canJoin {
      guard isNamedByRules else {
        let change = lacksMode ? "chmod g+rw" : "chown \(user == nil ? "\(userNumber)" : shownUser)"
        return "sudo \(change) \(VisibleText.replaced(path)), which lasts until it is plugged in again"
      }
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
    guard user != nil, isGroupNamed else {
      // A user or a group without a name cannot be listed as a member.
      return
        "start the container with --group-add \(shownGroup), or the service with SupplementaryGroups=\(shownGroup)"
        + " in its unit"
    }
    return "sudo usermod -aG \(shownGroup) \(shownUser), then log out and in again" + remoteNote
  }

  private var remoteNote: String {
    guard isNamedByRules else { return "" }
    if isRemote {
      return
        "; the udev rules that give a receiver to the user at the machine do not cover logins over SSH"
    }
    return hasRules
      ? "" : "; or install the rules for GPS receivers, which need no group: sudo make install-rules"
  }
}
