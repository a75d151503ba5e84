import Glibc

// This process, its user, and its environment.

extension Kernel {
  package struct User: Sendable, Hashable {
    package var number: UInt32
    package var name: String?
    /// The primary group in the user database.
    package var group: UInt32?
  }

  package static func ownProcess() -> Int { Int(getpid()) }

  /// Registers a function to call at `exit` or the end of `main`.
  package static func atExit(_ body: @escaping @convention(c) () -> Void) { _ = atexit(body) }

  package static func user() -> User {
    let number = geteuid()
    return User(number: number, name: userName(number), group: unsafe userEntry(number) { unsafe $0.pw_gid })
  }

  package static func userName(_ number: UInt32) -> String? {
    unsafe userEntry(number) { unsafe String(cString: $0.pw_name) }
  }

  private static func userEntry<Value>(_ number: UInt32, _ value: (passwd) -> Value) -> Value? {
    unsafe entry(passwd(), { unsafe getpwuid_r(number, $0, $1, $2, $3) }, value)
  }

  package static func groupName(_ number: UInt32) -> String? {
    unsafe entry(
      group(), { unsafe getgrgid_r(number, $0, $1, $2, $3) }, { unsafe String(cString: $0.gr_name) })
  }

  /// Returns the ID of a group; nil if it does not exist.
  package static func groupNumber(_ name: String) -> UInt32? {
    unsafe entry(group(), { unsafe getgrnam_r(name, $0, $1, $2, $3) }, { unsafe $0.gr_gid })
  }

  /// Returns a value of an entry of the user or group database; nil if it has no such entry.
  private static func entry<Record, Value>(
    _ record: Record,
    _ find: (
      UnsafeMutablePointer<Record>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
    ) -> CInt,
    _ value: (Record) -> Value
  ) -> Value? {
    var record = record
    // Room for a long entry: a group may have hundreds of members.
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { text in
      var found: UnsafeMutablePointer<Record>?
      guard let start = text.baseAddress, unsafe find(&record, start, text.count, &found) == 0,
        let entry = unsafe found
      else { return nil }
      return unsafe value(entry.pointee)
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
}
