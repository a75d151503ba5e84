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

  @Test func `comes by being root, by a group, by the seat, or for everybody`() throws {
    let open = MachineFiles.Owner(user: 0, group: 20, mode: 0o666)
    var member = sam
    member.session.insert(20)
    #expect(try finding(accessible: true, user: UserFacts()).what == "you may open /dev/ttyACM0 (as root)")
    #expect(try finding(accessible: true, user: member).what == "you may open /dev/ttyACM0 (group dialout)")
    #expect(
      try finding(accessible: true, owner: open, user: sam).what
        == "you may open /dev/ttyACM0 (every user may)")
    #expect(
      try finding(accessible: true, user: sam, isSeats: true).what
        == "you may open /dev/ttyACM0 (udev gives it to the user at this machine)")
    #expect(try finding(accessible: true, user: sam).what == "you may open /dev/ttyACM0")
  }

  @Test func `is missed for want of a group`() throws {
    let denied = try finding(accessible: false, user: sam)
    let rules =
      "sudo usermod -aG dialout sam, then log out and in again; or install the rules for GPS receivers, "
      + "which need no group: sudo make install-rules"
    #expect(
      DoctorReport.text(denied) == """
         FAIL you may not open /dev/ttyACM0
                the port belongs to the group dialout, which you are not in
              fix: \(rules)

        """)
    #expect(denied.code == "permission_denied")
  }

  @Test func `is missed over SSH although whoever sits there has it`() throws {
    var remote = sam
    remote.isRemote = true
    #expect(
      try finding(accessible: false, user: remote, isSeats: true).why
        == "the port belongs to the group dialout, which you are not in; udev gives it to the user at the machine, "
        + "which does not cover SSH")
  }

  @Test func `is missed by a login that is older than the membership`() throws {
    var listed = sam
    listed.listed.insert(20)
    let denied = try finding(accessible: false, user: listed)
    #expect(denied.why == "this session is older than your membership in the group dialout")
    #expect(
      denied.fix
        == "log out and in again, or try at once: sg dialout -c 'the command'; a service must be restarted")
  }

  @Test func `is missed although the group is right, for something else forbids it`() throws {
    var member = sam
    member.session.insert(20)
    #expect(try finding(accessible: false, user: member).fix?.contains("getfacl /dev/ttyACM0,") == true)
  }

  @Test func `is missed by root in a container`() throws {
    let denied = try finding(accessible: false, user: UserFacts())
    #expect(denied.why == "not even root may: this is a container or a service without the device")
    // The reason stands once.
    #expect(
      denied.fix
        == "start the container with --device /dev/ttyACM0, or the service with DeviceAllow=/dev/ttyACM0 in its unit"
    )
  }

  @Test(arguments: [
    MachineFiles.Owner(user: 0, group: 0, mode: 0o660), MachineFiles.Owner(user: 0, group: 20, mode: 0o600),
    nil,
  ])
  func `is not to be had by joining a powerful group, or none`(owner: MachineFiles.Owner?) throws {
    let denied = try finding(accessible: false, owner: owner, user: sam)
    #expect(
      denied.fix == "install the rules for GPS receivers: sudo make install-rules, then plug it in again")
    #expect(denied.why?.hasPrefix("it is open to no group that a user should join") == true)
    let installed = try finding(
      accessible: false, owner: owner, user: sam, rules: "/etc/udev/rules.d/61-gpsbridge.rules")
    #expect(installed.fix == "plug it in again: its rules were installed since")
    let other = try finding(accessible: false, owner: owner, user: sam, isReceiver: false)
    #expect(other.fix == "sudo chown sam /dev/ttyACM0, which lasts until it is plugged in again")
  }

  @Test func `is advised for a user and a group that a container does not name`() throws {
    var nameless = UserFacts(number: 12_345)
    nameless.groupNames = [20: "dialout"]
    let denied = try finding(accessible: false, user: nameless)
    #expect(denied.fix?.hasPrefix("start the container with --group-add dialout, or") == true)
    let unknown = MachineFiles.Owner(user: 0, group: 986, mode: 0o660)
    #expect(
      try finding(accessible: false, owner: unknown, user: sam).fix?
        .hasPrefix("start the container with --group-add 986, or") == true)
  }
}
