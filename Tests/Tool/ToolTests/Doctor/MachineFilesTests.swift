import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `A machine's files` {
  private let machine: Machine
  private var files: MachineFiles { machine.files }

  init() throws {
    machine = try Machine()
    try machine.write("/etc/one", "first line\nsecond\n")
    try machine.write("/etc/empty", "")
    try machine.write("/etc/wild", "\u{1B}[2Jgone\u{202E}\n")
    try machine.link("/etc/link", to: "one")
    try machine.link("/etc/loop", to: "loop")
  }

  @Test func `are read whole, or by their first line`() {
    #expect(files.text("/etc/one") == "first line\nsecond\n" && files.line("/etc/one") == "first line")
    #expect(files.text("/etc/link") == "first line\nsecond\n")
  }

  @Test func `are read no further than was asked for`() {
    #expect(files.bytes("/etc/one", most: 5) == Array("first".utf8) && files.bytes("/etc/one", most: 0) == [])
  }

  @Test(arguments: ["/etc/none", "/etc/loop", "/etc/one/below", "/etc/one\0", "", "/etc"])
  func `that can't be read are not there, and nothing is said of it`(path: String) {
    #expect(files.line(path) == nil && files.link(path) == (path == "/etc/loop" ? "loop" : nil))
    #expect(files.names(in: "/etc/one").isEmpty)
  }

  @Test func `can't garble what is shown of them`() {
    #expect(files.line("/etc/wild") == #"\x1b[2Jgone\xe2\x80\xae"# && files.line("/etc/empty") == nil)
  }

  @Test func `are listed in order, without the dots`() {
    #expect(
      files.names(in: "/etc") == ["empty", "group", "link", "loop", "one", "os-release", "passwd", "wild"])
  }

  @Test func `tell whose they are, and which device is behind them`() {
    let here = MachineFiles.here
    #expect(here.owner(of: "/dev/null")?.device == "c1:3" && here.owner(of: "/dev/null")?.mode == 0o666)
    #expect(files.owner(of: "/etc/one")?.device == nil && files.owner(of: "/etc/one\0x") == nil)
    #expect(files.exists("/etc/link") && !files.exists("/etc/loop"))
  }

  @Test func `are this machine's unless they are moved`() {
    #expect(MachineFiles.here.ports == .standard && files.ports.devices == files.root + "/dev")
    #expect(MachineFiles.here.link("/proc/self").flatMap { Int($0) } == Myself.process)
  }
}

@Suite struct `The lists of users and groups` {
  private func user(_ change: (Machine) throws -> Void) throws -> UserFacts {
    let machine = try Machine()
    try change(machine)
    return machine.facts().user
  }

  @Test func `may be broken, and then they say nothing`() throws {
    let user = try user {
      try $0.write("/etc/passwd", "\n:::\nsam\nsam:x:1000\nsam:x:minus:0::/:\n\u{FF}\u{FE}:x\n")
      try $0.write("/etc/group", "dialout\ndialout:x\ndialout:x:twenty:sam\n:x:20:\n")
    }
    #expect(user.number == 1000 && user.listed.isEmpty && user.groupName(20) == "")
  }

  @Test func `know a member by the whole name`() throws {
    let user = try user { try $0.write("/etc/group", "dialout:x:20:samuel,sa,sam2\nplugdev:x:46:alex,sam\n") }
    #expect(user.listed == [1000, 46])
  }

  @Test func `count by the rights that this process has now`() throws {
    let user = try user {
      try $0.write("/proc/self/status", "Uid:\t1000\t0\t0\t0\nGid:\t1000\t7\t7\t7\nGroups:\t \n")
    }
    #expect(user.isRoot && user.session == [7])
  }

  @Test func `can't garble what is shown of them`() throws {
    let user = try user { try $0.write("/etc/group", "dial\u{1B}out:x:20:\n") }
    #expect(user.groupName(20) == #"dial\x1bout"#)
  }

  @Test func `may be longer than anybody reads`() throws {
    let many = (1...40_000).map { "group\($0):x:\($0):someone,else\n" }.joined()
    let user = try user { try $0.write("/etc/group", many) }
    #expect(user.groupName(1) == "group1" && user.groupName(40_000) == "40000")
  }
}

@Suite final class `The programs of a machine`: MachineSuite {
  @Test func `are looked for in every process, and those that hide are counted as hidden`() throws {
    for number in 1...300 { try machine.run("worker", number: number, open: ["/dev/null"]) }
    try machine.run("minicom", number: 301, open: ["/dev/ttyUSB0", "/dev/ttyUSB0"])
    let table = machine.facts().processes
    #expect(table.processes.map(\.words) == ["minicom (process 301)"] && table.sawAll)
  }

  @Test(arguments: [
    ("/dev/ttyACM0", true), ("/dev/ttyUSB12", true), ("/dev/ttyS0", true), ("/dev/rfcomm0", true),
    ("/dev/pts/4", true), ("/dev/bus/usb/001/004", true), ("/dev/tty", false), ("/dev/tty1", false),
    ("/dev/ttyACM0 (deleted)", true), ("/tmp/dev/ttyACM0", false), ("pipe:[1]", false), ("", false),
  ]) func `are of interest for the ports that they have open`(target: String, isOfInterest: Bool) throws {
    try machine.run("x", number: 5)
    if !target.isEmpty { try machine.link("/proc/5/fd/3", to: target) }
    #expect(machine.facts().processes.processes.isEmpty != isOfInterest)
  }

  @Test(arguments: [
    ("0::/system.slice/gpsd.service\n", "gpsd.service"), ("0::/\n", nil), ("", nil),
    ("0::/user.slice\n", nil),
    ("0::/user.slice/user-1000.slice/session-2.scope\n", nil),
    ("12:pids:/system.slice/x.service\n0::/system.slice/y.service\n", "x.service"),
    ("0::/system.slice/\u{1B}.service\n", #"\x1b.service"#),
  ]) func `belong to a unit where systemd started them`(groups: String, unit: String?) throws {
    try machine.run("gpsd", number: 5)
    try machine.write("/proc/5/cgroup", groups)
    #expect(machine.facts().processes.processes.map(\.unit) == [unit])
  }

  @Test func `that have ended meanwhile are none`() throws {
    try machine.folder("/proc/77")
    try machine.write("/proc/uptime", "1 1\n")
    #expect(machine.facts().processes == ProcessTable())
  }
}
