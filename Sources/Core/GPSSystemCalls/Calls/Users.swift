import Glibc

// This process, its user, and its environment.

extension Kernel {
  /// A user of this system.
  package struct User: Sendable, Hashable {
    package var number: UInt32
    package var name: String?
    /// The primary group in the user database.
    package var group: UInt32?
  }

  /// Returns the ID of this process.
  package static func ownProcess() -> Int { Int(getpid()) }

  /// Registers a function to call at `exit` or the end of `main`.
  package static func atExit(_ body: @escaping @convention(c) () -> Void) { _ = atexit(body) }

  /// Returns the effective user of this process.
  package static func user() -> User {
    let number = geteuid()
    var user = User(number: number)
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: recordSize) { text in
      var record = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = text.baseAddress,
        unsafe getpwuid_r(number, &record, start, text.count, &found) == 0, let row = unsafe found
      else { return }
      user.name = unsafe String(cString: row.pointee.pw_name)
      user.group = unsafe row.pointee.pw_gid
    }
    return user
  }

  /// Returns the name of a user.
  package static func userName(_ number: UInt32) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: recordSize) { text in
      var record = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = text.baseAddress,
        unsafe getpwuid_r(number, &record, start, text.count, &found) == 0, let row = unsafe found
      else { return nil }
      return unsafe String(cString: row.pointee.pw_name)
    }
  }

  /// Returns the name of a group.
  package static func groupName(_ number: UInt32) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: recordSize) { text in
      var record = unsafe group()
      var found: UnsafeMutablePointer<group>?
      guard let start = text.baseAddress,
        unsafe getgrgid_r(number, &record, start, text.count, &found) == 0, let row = unsafe found
      else { return nil }
      return unsafe String(cString: row.pointee.gr_name)
    }
  }

  /// Returns whether the user and group databases list a user as a member of a group.
  package static func isListed(_ user: User, _ number: UInt32) -> Bool {
    guard let name = user.name, let first = user.group else { return false }
    return unsafe withUnsafeTemporaryAllocation(of: gid_t.self, capacity: 4096) { groups in
      var count = CInt(groups.count)
      guard unsafe getgrouplist(name, first, groups.baseAddress, &count) >= 0 else { return false }
      return unsafe groups[..<Int(count)].contains(number)
    }
  }

  /// Returns the groups of this login session.
  package static func sessionGroups() -> Set<UInt32> {
    var groups = Set([getegid()])
    let count = getgroups(0, nil)
    guard count > 0 else { return groups }
    unsafe withUnsafeTemporaryAllocation(of: gid_t.self, capacity: Int(count)) { list in
      let count = unsafe getgroups(count, list.baseAddress)
      if count > 0 { unsafe groups.formUnion(list[..<Int(count)]) }
    }
    return groups
  }

  /// Returns an environment variable.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Unsets an environment variable; call it before starting threads, which may read the environment.
  package static func forgetEnvironment(_ name: String) { _ = unsafe unsetenv(name) }

  /// The number of descriptors that this process may have; nil if the kernel does not report it.
  package static var descriptorLimit: Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return Int(clamping: limit.rlim_cur)
  }

  /// Raises the limit of open descriptors to the maximum for this process.
  ///
  /// - Returns: The new limit; nil if the kernel does not report it.
  @discardableResult package static func raiseDescriptorLimit() -> Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    if limit.rlim_cur < limit.rlim_max {
      let usual = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = usual }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Room for a long entry: a group may have hundreds of members.
  private static let recordSize = 65_536
}
