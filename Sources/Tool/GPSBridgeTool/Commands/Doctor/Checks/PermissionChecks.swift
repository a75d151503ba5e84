internal import Glibc
internal import SerialPorts

/// Checks whether this user may open the port, and what prevents it.
enum PermissionChecks {
  static let permission: Check = { facts in
    facts.receivers.map { port in port.port.isAccessible ? allowed(port, facts.user) : denied(port, facts) }
  }

  private static func allowed(_ port: ExaminedPort, _ user: UserFacts) -> Finding {
    let how: String? =
      if user.isRoot {
        "as root"
      } else if let owner = port.owner, owner.group != 0, user.session.contains(owner.group),
        owner.mode & 0o060 == 0o060
      {
        "group \(user.groupName(owner.group))"
      } else if port.owner.map({ $0.mode & 0o006 == 0o006 }) == true {
        "every user may"
      } else if port.isForWhoeverSitsHere {
        "udev gives it to the user at this machine"
      } else {
        nil
      }
    return .fine(
      "permission", "you may open \(port.node)" + (how.map { " (\($0))" } ?? ""), device: port.node)
  }

  private static func denied(_ port: ExaminedPort, _ facts: HostFacts) -> Finding {
    let user = facts.user
    let group = port.owner.map { user.groupName($0.group) } ?? "unknown"
    let right = PermissionFacts(
      path: port.node, errno: EACCES, group: group,
      isGroupNamed: port.owner.map { user.groupNames[$0.group] != nil } ?? true,
      groupMayOpen: port.owner.map { $0.mode & 0o060 == 0o060 } ?? false, isRoot: user.isRoot,
      user: user.name, userNumber: user.number,
      isListed: port.owner.map { user.listed.contains($0.group) } ?? false,
      isInSession: port.owner.map { user.session.contains($0.group) } ?? false, isRemote: user.isRemote,
      isNamedByRules: PermissionFacts.areNamedByRules(port.port.classification.kind),
      hasRules: facts.system.rules != nil)
    // The library reports the same remedy when another command can't open this port.
    func finding(_ why: String) -> Finding {
      .failure(
        "permission_denied", "you may not open \(port.words)", why: why, remedy: right.remedy,
        device: port.node)
    }
    if user.isRoot {
      return finding("not even root may: this is a container or a service without the device")
    }
    guard right.canJoin, let owner = port.owner else { return finding(right.whyNotToJoin) }
    if user.session.contains(owner.group) {
      return finding(
        "you are in the group \(group), but something else forbids it: an access list of the port, AppArmor, a container"
      )
    }
    if user.listed.contains(owner.group) {
      return finding("this session is older than your membership in the group \(group)")
    }
    return finding("the port belongs to the group \(group), which you are not in" + remark(port, facts))
  }

  private static func remark(_ port: ExaminedPort, _ facts: HostFacts) -> String {
    guard facts.user.isRemote, port.isForWhoeverSitsHere else { return "" }
    return "; udev gives it to the user at the machine, which does not cover SSH"
  }
}

/// Whether other programs have the ports open, and which.
enum HolderChecks {
  static let holders: Check = { facts in
    facts.receivers.flatMap { port in
      facts.processes.holders(of: port.node).map { holder in
        .failure(
          "busy", "\(port.node) is in use by \(holder.words)",
          why: "two programs on one port would each receive only part of the bytes",
          remedy: remedy(holder, facts.user), device: port.node)
      }
    }
  }

  static func remedy(_ holder: RunningProcess, _ user: UserFacts) -> String {
    switch holder.name {
    case "gpsd": return joining(holder)
    case "ModemManager": return stopping("ModemManager")
    case "brltty": return ServiceChecks.withoutBrltty
    default: break
    }
    // Stopping `ssh.service` to end a shell would log its user out, so the unit must be named after the
    // program. A service's own process always leads a session, so that is not checked here.
    if let unit = holder.unit, KnownHolders.mayBeEnded(holder.name, isSessionLeader: false),
      unit.hasPrefix(holder.name)
    {
      return stopping(unit)
    }
    // Killing a shell or an editor would destroy its user's work.
    return KnownHolders.mayBeEnded(holder.name, isSessionLeader: holder.isSessionLeader)
      ? "kill \(holder.number)" : "close the port in that program"
  }

  /// gpsd shares the receiver, so it can keep running.
  static func joining(_ gpsd: RunningProcess) -> String {
    KnownHolders.joiningGPSD(
      port: gpsd.port, stop: gpsd.unit == nil ? "kill \(gpsd.number)" : stopping("gpsd.socket gpsd.service"))
  }

  static func stopping(_ units: String) -> String { "sudo systemctl stop \(units)" }
}
