import Glibc

// This process, its user, and its environment.

extension Kernel {
  /// A user of this system.
  package struct User: Sendable, Hashable {
    package var number: UInt32
    package var name: String?
    /// The group that the list of users gives.
    package var group: UInt32?
  }

  /// The number of this process.
  package static func ownProcess() -> Int { Int(getpid()) }

  /// Calls a function when the program ends by `exit`, or by the end of `main`.
  package static func atExit(_ body: @escaping @convention(c) () -> Void) { _ = atexit(body) }

  /// The user whose rights this process has.
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

  /// The name of a user.
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

  /// The name of a group.
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

  /// Whether the lists of users and groups, wherever they are kept, make a user a member of a group.
  package static func isListed(_ user: User, _ number: UInt32) -> Bool {
    guard let name = user.name, let first = user.group else { return false }
    return unsafe withUnsafeTemporaryAllocation(of: gid_t.self, capacity: 4096) { groups in
      var count = CInt(groups.count)
      guard unsafe getgrouplist(name, first, groups.baseAddress, &count) >= 0 else { return false }
      return unsafe groups[..<Int(count)].contains(number)
    }
  }

  /// The groups that this login has.
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

  /// A variable of the environment.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Removes a variable from the environment; before any thread is started, since others may be reading it.
  package static func forgetEnvironment(_ name: String) { _ = unsafe unsetenv(name) }

  /// The number of descriptors that this process may have; nil if the kernel does not report it.
  package static var descriptorLimit: Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    return Int(clamping: limit.rlim_cur)
  }

  /// Lets this process have as many descriptors as it may at most.
  ///
  /// - Returns: How many that is; nil where the kernel does not say.
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

  /// Groups may have hundreds of members: room for a long row of the list.
  private static let recordSize = 65_536
}
