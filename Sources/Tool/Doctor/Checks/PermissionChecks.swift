internal import SerialPorts
internal import Texts

/// Whether this user may open the port, and what stands in the way.
enum PermissionChecks {
  static let permission: Check = { facts in
    facts.receivers.map { port in
      port.port.isAccessible ? allowed(port, facts.user) : denied(port, facts)
    }
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
        "everybody may"
      } else if port.isForWhoeverSitsHere {
        "udev gives it to whoever sits at this machine"
      } else {
        nil
      }
    return .fine(
      "permission", "you may open \(port.node)" + (how.map { " (\($0))" } ?? ""), device: port.node)
  }

  private static func denied(_ port: ExaminedPort, _ facts: HostFacts) -> Finding {
    let user = facts.user
    func finding(_ why: String, _ fix: String) -> Finding {
      .failure(
        "permission_denied", "you may not open \(port.words)", why: why, fix: fix, device: port.node)
    }
    guard !user.isRoot else {
      return finding(
        "not even root may: this is a container or a service without the device",
        "start it with --device \(port.node), or DeviceAllow=\(port.node) in its unit")
    }
    guard let owner = port.owner, owner.mode & 0o060 == 0o060, owner.group != 0 else {
      return finding(
        "it is open to no group that a user should join (its group is \(port.owner.map { user.groupName($0.group) } ?? "unknown"))",
        opening(port, facts.system))
    }
    let group = user.groupName(owner.group)
    if user.session.contains(owner.group) {
      return finding(
        "you are in the group \(group), and something else forbids it: a list on the node, AppArmor, a container",
        "getfacl \(port.node)")
    }
    if user.listed.contains(owner.group) {
      return finding(
        "this session is older than your membership in the group \(group)",
        "log out and in again, or now: sg \(group) -c 'gpsbridge doctor'")
    }
    return finding(
      "the port belongs to the group \(group), and you are not in it" + remark(port, facts),
      "sudo usermod -aG \(group) $USER, then log out and in")
  }

  /// The rules name receivers; any other port is given to whoever asks.
  private static func opening(_ port: ExaminedPort, _ system: SystemFacts) -> String {
    switch port.port.classification.kind {
    case .receiver, .binaryReceiver, .gateway:
      system.rules == nil ? "sudo make install-rules, then plug it in again" : "plug it in again"
    case .bridge, .modemReceiver, .other, .unknown: "sudo chown $USER \(ShownText.of(port.node.utf8))"
    }
  }

  private static func remark(_ port: ExaminedPort, _ facts: HostFacts) -> String {
    guard facts.user.isRemote, port.isForWhoeverSitsHere else { return "" }
    return "; udev gives it to whoever sits at the machine, and that does not cover SSH"
  }
}
