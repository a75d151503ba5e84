extension PermissionFacts {
  /// Asks the system all that explains why this user may not open this path.
  static func gather(_ path: String, errno: Errno = .accessDenied) -> PermissionFacts {
    let node = Kernel.node(path)
    let user = Kernel.user()
    let group = node?.group ?? 0
    return PermissionFacts(
      path: path, errno: errno.rawValue, group: Kernel.groupName(group) ?? "\(group)",
      groupMayOpen: node.map { $0.mode & 0o060 == 0o060 } ?? false, isRoot: user.number == 0,
      user: user.name ?? "user \(user.number)", isListed: Kernel.isListed(user, group),
      isInSession: Kernel.sessionGroups().contains(group),
      isRemote: Kernel.environment("SSH_CONNECTION") != nil,
      isNamedByRules: kind(path).map(areNamedByRules) ?? false,
      hasRules: rules.contains(where: SmallFile.exists))
  }

  /// Whether our udev rules name ports of a kind.
  package static func areNamedByRules(_ kind: SerialPortKind) -> Bool { kind.rulesClass != nil }

  private static let rules = ["/etc", "/usr/lib", "/lib"].map { $0 + "/udev/rules.d/61-gpsbridge.rules" }

  /// What the kernel's tree says that a port is; nil for a pseudo-terminal, and for a port that has gone.
  private static func kind(_ path: String) -> SerialPortKind? {
    let node = SmallFile.destination(ofLink: path) ?? path
    let roots = SystemRoots.standard
    return node.split(separator: "/").last
      .flatMap { SysfsDevice(root: roots.sysfs, terminal: String($0)) }
      .flatMap { PortReader(roots: roots).describe($0) }?.classification.kind
  }
}
