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
      isRemote: Kernel.environment("SSH_CONNECTION") != nil)
  }
}
