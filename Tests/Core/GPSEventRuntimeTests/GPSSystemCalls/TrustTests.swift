import GPSSystemCalls
import Glibc
import Testing

@Suite struct `A file that other users can reach` {
  private let own = geteuid()

  private func node(_ mode: UInt32, user: UInt32? = nil, group: UInt32? = nil, names: Int = 1) throws
    -> Kernel.Node
  {
    var node = try #require(Kernel.node("/"))
    (node.mode, node.user, node.group, node.names) = (mode, user ?? own, group ?? getegid(), names)
    return node
  }

  @Test func `is a folder that its group or all users may write to, but for one's own group`() throws {
    for (mode, user, group, isShared, letsReplace) in [
      (0o40700, own, getegid(), false, false), (0o40755, own, getegid(), false, false),
      (0o40775, own, getegid(), false, false), (0o40775, own, 4711, true, true),
      (0o40775, 4711, getegid(), true, true), (0o42775, own, 4711, true, true),
      (0o40777, own, getegid(), true, true), (0o41777, 0, 0, true, false), (0o41775, own, 4711, true, false),
    ] as [(UInt32, UInt32, UInt32, Bool, Bool)] {
      let node = try node(mode, user: user, group: group)
      #expect(
        node.isShared == isShared && node.letsReplace == letsReplace, "\(String(mode, radix: 8)) \(user)")
    }
  }

  @Test func `is no private one, for its owner, its mode or its names`() throws {
    let folder = try node(0o40755)
    #expect(try node(0o100600).exposure(in: folder) == nil && node(0o100400).exposure(in: nil) == nil)
    for mode: UInt32 in [0o100640, 0o100604, 0o100660, 0o100666] {
      let exposure = try #require(try node(mode).exposure(in: folder))
      #expect(exposure.found == "it has the mode \(String(mode & 0o777, radix: 8)); expected 600")
    }
    #expect(try node(0o100600, names: 2).exposure(in: folder)?.found == "it has 2 names; expected one")
    #expect(
      try node(0o100600, user: 4711).exposure(in: folder)?.found == "it belongs to the user number 4711")
    // Root may use what a user keeps in a folder of the same user, and not in one that others may write to.
    let others = try [node(0o40755, user: 4711), node(0o40777, user: 4711), node(0o41777, user: 0)]
    let found = try others.map { try node(0o100600, user: 4711).exposure(in: $0) == nil }
    #expect(found == [own == 0, false, false])
    #expect(try node(0o100600, user: 0).exposure(in: folder) == nil)
  }

  @Test func `is looked for in the folder of a path`() {
    #expect(["/x", "x", "/dev/null", "a/b/c"].map(Kernel.folder(of:)) == ["/", ".", "/dev/", "a/b/"])
  }
}
