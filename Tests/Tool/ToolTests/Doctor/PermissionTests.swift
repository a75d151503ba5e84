import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `The right to open a port` {
  private func finding(
    accessible: Bool, owner: MachineFiles.Owner? = MachineFiles.Owner(user: 0, group: 20, mode: 0o660),
    user: UserFacts, isSeats: Bool = false, rules: String? = nil, isReceiver: Bool = true
  ) throws -> Finding {
    var port = ExaminedPort(port: SerialPortDescription(node: "/dev/ttyACM0"))
    port.port.isAccessible = accessible
    if isReceiver { port.port.classification.kind = .receiver }
    port.owner = owner
    port.isForWhoeverSitsHere = isSeats
    var facts = HostFacts()
    facts.target = .port(port)
    facts.user = user
    facts.user.groupNames = [20: "dialout", 6: "disk"]
    facts.system.rules = rules
    return try #require(PermissionChecks.permission(facts).first)
  }

  private let sam = UserFacts(number: 1000, name: "sam", session: [1000], listed: [1000])

  @Test func `is there or missed in words that were read and found right`() throws {
    let open = MachineFiles.Owner(user: 0, group: 20, mode: 0o666)
    let unknown = MachineFiles.Owner(user: 0, group: 986, mode: 0o660)
    var (member, remote, listed, nameless) = (sam, sam, sam, UserFacts(number: 12_345))
    member.session.insert(20)
    remote.isRemote = true
    listed.listed.insert(20)
    nameless.groupNames = [20: "dialout"]
    var rows: [(String, Finding)] = [
      ("root may", try finding(accessible: true, user: UserFacts())),
      ("a member of the group may", try finding(accessible: true, user: member)),
      ("everybody may", try finding(accessible: true, owner: open, user: sam)),
      ("whoever sits there may", try finding(accessible: true, user: sam, isSeats: true)),
      ("it is open, and nobody knows why", try finding(accessible: true, user: sam)),
      ("a group is missed", try finding(accessible: false, user: sam)),
      ("over SSH nobody sits there", try finding(accessible: false, user: remote, isSeats: true)),
      ("the login is older than the membership", try finding(accessible: false, user: listed)),
      ("the group is right, and something else forbids it", try finding(accessible: false, user: member)),
      ("root in a container may not", try finding(accessible: false, user: UserFacts())),
      ("a container does not name the user", try finding(accessible: false, user: nameless)),
      ("a container does not name the group", try finding(accessible: false, owner: unknown, user: sam)),
    ]
    let owners = [
      MachineFiles.Owner(user: 0, group: 0, mode: 0o660), MachineFiles.Owner(user: 0, group: 20, mode: 0o600),
      nil,
    ]
    for owner in owners {
      rows += [
        ("no group that anybody should join has it", try finding(accessible: false, owner: owner, user: sam)),
        (
          "its rules are installed",
          try finding(
            accessible: false, owner: owner, user: sam, rules: "/etc/udev/rules.d/61-gpsbridge.rules")
        ), ("it is no receiver", try finding(accessible: false, owner: owner, user: sam, isReceiver: false)),
      ]
    }
    try Transcript.expect("permissions", rows.map { ($0, [$1]) })
  }
}
