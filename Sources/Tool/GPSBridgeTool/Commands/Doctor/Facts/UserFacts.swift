internal import GPSBase

/// The user and their groups: as listed, and in this login.
struct UserFacts: Hashable, Sendable {
  var number: UInt32 = 0
  /// The name of the user, if the list of users has one.
  var name: String?
  /// The groups of this login, which are read only at login.
  var session: Set<UInt32> = []
  /// The groups according to `/etc/passwd` and `/etc/group`.
  var listed: Set<UInt32> = []
  /// The names of groups.
  var groupNames: [UInt32: String] = [:]
  /// Whether the user is logged in over SSH: udev grants devices only to the user at the machine.
  var isRemote = false

  var isRoot: Bool { number == 0 }

  func groupName(_ number: UInt32) -> String { groupNames[number] ?? "\(number)" }
}

extension UserFacts {
  init(_ files: MachineFiles, isRemote: Bool) {
    self.isRemote = isRemote
    let status = (files.text("/proc/self/status") ?? "").split(separator: "\n")
    func numbers(_ key: String) -> [UInt32] {
      guard let line = status.first(where: { $0.hasPrefix(key + ":") }) else { return [] }
      return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().compactMap { UInt32($0) }
    }
    // The four are real, effective, saved and file system IDs; the effective one counts.
    number = numbers("Uid").dropFirst().first ?? 0
    session = Set(numbers("Groups")).union(numbers("Gid").dropFirst().prefix(1))
    for row in Self.rows(files.text("/etc/passwd")) where row.count > 3 && UInt32(row[2]) == number {
      name = VisibleText.escaped(row[0].utf8)
      if let first = UInt32(row[3]) { listed.insert(first) }
    }
    for row in Self.rows(files.text("/etc/group")) where row.count > 3 {
      guard let group = UInt32(row[2]) else { continue }
      groupNames[group] = VisibleText.escaped(row[0].utf8)
      if let name, row[3].split(separator: ",").contains(where: { VisibleText.escaped($0.utf8) == name }) {
        listed.insert(group)
      }
    }
  }

  /// `dialout:x:20:alice,bob` as its four fields.
  private static func rows(_ text: String?) -> [[String]] {
    (text ?? "").split(separator: "\n").map { line in
      line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
