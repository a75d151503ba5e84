import TestSupport
import Testing
import GPSBase
import GPSSystemCalls

@testable import SerialPorts

@Suite struct `Permission denied` {
  private func facts(_ change: (inout PermissionFacts) -> Void) -> SerialPortError {
    var facts = PermissionFacts(
      path: "/dev/ttyUSB0", errno: 13, group: "dialout", groupMayOpen: true, isRoot: false, user: "anna",
      isListed: false, isInSession: false, isRemote: false)
    change(&facts)
    return facts.error
  }

  @Test func `says which group to join`() {
    let error = facts { _ in }
    #expect(error.code == .permissionDenied && error.errno == 13)
    #expect(error.found == "cannot open /dev/ttyUSB0: permission denied: anna is not in the group dialout")
    #expect(error.remedy?.hasPrefix("sudo usermod -aG dialout anna, then log out and in again;") == true)
    #expect(error.remedy?.contains("install-rules") == true)
  }

  @Test func `says to log in again where the login is older than the membership`() {
    let error = facts { $0.isListed = true }
    #expect(error.found.hasSuffix("this login is older than anna's membership in the group dialout"))
    #expect(error.remedy?.contains("sg dialout -c") == true)
    #expect(error.remedy?.contains("usermod") == false)
  }

  @Test func `says over SSH that the rules do not cover it`() {
    let error = facts { $0.isRemote = true }
    #expect(error.remedy?.contains("do not cover logins over SSH") == true)
    #expect(error.remedy?.contains("install-rules") == false)
  }

  @Test func `looks further where the group is not what is missing`() {
    let error = facts { ($0.isListed, $0.isInSession) = (true, true) }
    #expect(error.found.hasSuffix("though anna is in the group dialout"))
    #expect(error.remedy?.contains("getfacl /dev/ttyUSB0") == true)
  }

  @Test(arguments: ["root", "0", "disk", "sudo", "wheel"])
  func `never leads into a group with more rights than ports`(_ group: String) {
    let error = facts { $0.group = group }
    #expect(error.remedy?.contains("usermod") == false)
    #expect(error.remedy?.contains("install-rules") == true)
  }

  @Test func `does not name a group that may not open it either`() {
    let error = facts { $0.groupMayOpen = false }
    #expect(error.remedy?.contains("usermod") == false && error.expected == nil)
  }

  @Test func `offers the rules only for ports that they name`() {
    let join = "sudo usermod -aG dialout anna, then log out and in again"
    #expect(facts { $0.isNamedByRules = false }.remedy == join)
    #expect(facts { $0.hasRules = true }.remedy == join)
    let other = facts { ($0.isNamedByRules, $0.groupMayOpen) = (false, false) }
    #expect(other.remedy == "sudo chown anna /dev/ttyUSB0, which lasts until it is plugged in again")
  }

  @Test func `names what a container can be given where the user or the group has no name`() {
    let nameless = facts { ($0.user, $0.userNumber) = (nil, 12_345) }
    #expect(nameless.found.hasSuffix(": user 12345 is not in the group dialout"))
    #expect(
      nameless.remedy
        == "start the container with --group-add dialout, or the service with SupplementaryGroups=dialout in its unit"
    )
    let unknown = facts { ($0.group, $0.isGroupNamed) = ("986", false) }
    #expect(unknown.remedy?.hasPrefix("start the container with --group-add 986, or") == true)
    let other = facts {
      ($0.user, $0.userNumber, $0.groupMayOpen, $0.isNamedByRules) = (nil, 12_345, false, false)
    }
    #expect(other.remedy == "sudo chown 12345 /dev/ttyUSB0, which lasts until it is plugged in again")
  }

  @Test func `is one of the mode where the user's own group may not write`() {
    let error = facts { ($0.isInSession, $0.groupMayOpen, $0.isNamedByRules) = (true, false, false) }
    #expect(error.found.hasSuffix(": its group dialout, which anna is in, may not read and write it"))
    #expect(error.remedy == "sudo chmod g+rw /dev/ttyUSB0, which lasts until it is plugged in again")
  }

  @Test(arguments: [Errno.accessDenied, .notPermitted])
  func `is also a refused request on a port that could be opened`(_ refusal: Errno) {
    let error = SerialLine.refusal("/dev/null", refusal)
    #expect(error.code == .permissionDenied && error.errno == refusal.rawValue)
    #expect(error.found == "cannot use /dev/null: permission denied: it can be opened, and refuses ioctl")
    #expect(error.remedy?.contains("AppArmor, SELinux, seccomp") == true)
    #expect(SerialLine.refusal("/dev/null", .notATerminal).code == .notATerminal)
    #expect(SerialLine.refusal("/dev/null", .inputOutput).code == .vanished)
  }

  @Test func `tells root of containers`() {
    let error = facts { $0.isRoot = true }
    #expect(error.found == "cannot open /dev/ttyUSB0: permission denied, for root too")
    #expect(error.remedy?.contains("--device /dev/ttyUSB0") == true)
  }

  @Test func `cannot trick a terminal by names`() {
    let error = facts { ($0.user, $0.group) = ("\u{1B}[31manna", "dial\u{7}out") }
    #expect(!error.description.unicodeScalars.contains { $0.value < 32 })
  }

  @Test(.enabled(if: isRoot, "only root can become somebody without rights"))
  func `is what somebody without rights meets, and is told why`() async throws {
    await #expect(processExitsWith: .exitCode(7)) { openAsNobody() }
  }

  @Test func `is asked about with what the system knows`() throws {
    let device = try PseudoTerminal()
    let facts = PermissionFacts.gather(device.path)
    #expect(facts.isRoot == isRoot && facts.user?.isEmpty != true && !facts.group.isEmpty)
    #expect(PermissionFacts.gather("/dev/no-such-port").groupMayOpen == false)
  }
}

@Suite struct `A port that is busy` {
  private func facts(
    _ holders: [PortHolder], _ refusal: BusyFacts.Refusal = .kernel, sawAll: Bool = true,
    isPseudo: Bool = false
  ) -> BusyFacts {
    BusyFacts(
      path: "/dev/ttyACM0", refusal: refusal, holders: holders, sawAll: sawAll, isPseudoTerminal: isPseudo)
  }

  @Test(arguments: [
    ("gpsd", "read it through gpsd: gpsbridge monitor gpsd://localhost; or stop gpsd: kill 812"),
    ("ModemManager", "wait half a minute"),
    ("brltty", "braille"),
    ("minicom", "close the port in that program"), ("cat", "kill 812"),
  ])
  func `has a remedy for who has it`(_ name: String, _ remedy: String) {
    let error = facts([PortHolder(process: 812, name: name)]).error
    #expect(error.code == .busy)
    #expect(error.found == "cannot open /dev/ttyACM0: it is in use by \(name) (process 812)")
    #expect(error.remedy?.contains(remedy) == true)
    #expect(error.holders.map(\.process) == [812])
  }

  @Test func `names all who have it, and knows one of them`() {
    let error = facts([PortHolder(process: 1, name: "cat"), PortHolder(process: 2, name: "gpsd")]).error
    #expect(error.found.hasSuffix("cat (process 1) and gpsd (process 2)"))
    #expect(error.remedy?.hasSuffix("or stop gpsd: kill 2") == true)
  }

  @Test func `is read through gpsd at the port where that one listens, and a service is stopped as one`() {
    var gpsd = PortHolder(process: 2, name: "gpsd", isSessionLeader: true)
    gpsd.servedPort = KnownHolders.port(ofGPSD: ["-N", "-nS", "13951", "/dev/ttyACM0"])
    #expect(
      facts([gpsd]).error.remedy
        == "read it through gpsd: gpsbridge monitor gpsd://localhost:13951; or stop gpsd: "
        + "sudo systemctl stop gpsd.socket gpsd.service")
    #expect(KnownHolders.port(ofGPSD: ["-S", "2947"]) == nil)
  }

  @Test func `may be so by this program itself`() {
    let error = facts([PortHolder(process: 5, name: "gps", isThisProgram: true)]).error
    #expect(error.found.hasSuffix("this program itself (process 5)"))
    #expect(error.remedy == "use the port that is open already, or close it first")
  }

  @Test func `may be so by somebody who cannot be seen`() {
    #expect(facts([], sawAll: false).error.found.hasSuffix("a program of another user, which is not visible"))
    #expect(facts([]).error.found.hasSuffix("a program outside this container"))
    #expect(facts([]).error.remedy?.contains("fuser -v /dev/ttyACM0") == true)
  }

  @Test func `has its errno where the kernel refused`() {
    #expect(facts([], .kernel).error.errno == 16)
    #expect(facts([], .fileLock).error.errno == nil)
  }

  @Test func `is not, where only the mark of an ended program is left on a pseudo-terminal`() {
    #expect(facts([], .terminalLock, isPseudo: true).isLeftBehind)
    let (gpsd, shell) = (PortHolder(process: 1, name: "gpsd"), PortHolder(process: 2, name: "bash"))
    let feeder = PortHolder(process: 3, name: "socat", feedsPort: true)
    #expect(facts([feeder, gpsd], .holder, isPseudo: true).isInUseByReaders)
    #expect(!facts([gpsd, shell], .holder, isPseudo: true).isInUseByReaders)
    #expect(!facts([feeder], .holder, isPseudo: true).isInUseByReaders)
    #expect(!facts([], .terminalLock, isPseudo: false).isLeftBehind)
    #expect(!facts([], .terminalLock, sawAll: false, isPseudo: true).isLeftBehind)
    #expect(!facts([PortHolder(process: 1, name: "cat")], .terminalLock, isPseudo: true).isLeftBehind)
    #expect(!facts([], .fileLock, isPseudo: true).isLeftBehind)
  }

  @Test(arguments: [BusyFacts.Refusal.kernel, .terminalLock], [true, false])
  func `is locked by nobody who is seen, where only the feeder of a pseudo-terminal has it`(
    _ refusal: BusyFacts.Refusal, _ sawAll: Bool
  ) {
    let socat = PortHolder(process: 7, name: "socat", feedsPort: true)
    let busy = facts([socat], refusal, sawAll: sawAll, isPseudo: true)
    let found = "it is locked, and only socat (process 7), which feeds it, is seen to have it open"
    #expect(busy.error.found == "cannot open /dev/ttyACM0: " + found)
    #expect(busy.error.remedy?.contains("restart socat (process 7)") == true)
    #expect(busy.error.remedy?.contains("kill 7") == false && busy.error.holders == [])
    #expect(busy.isLeftBehind == (refusal == .terminalLock && sawAll))
  }

  @Test func `is locked by its feeder, where that asks for it as programs do`() {
    let feeder = PortHolder(process: 7, name: "gpsbridge", feedsPort: true)
    let error = facts([feeder], .fileLock, isPseudo: true).error
    #expect(error.found.hasSuffix("gpsbridge (process 7), which feeds it, has locked it"))
    #expect(error.remedy?.contains("kill") == false)
  }

  @Test func `is so by the other program, and not by the feeder`() {
    let holders = [
      PortHolder(process: 7, name: "socat", feedsPort: true), PortHolder(process: 9, name: "cat"),
    ]
    let error = facts(holders, .fileLock, isPseudo: true).error
    #expect(error.found.hasSuffix("in use by cat (process 9)"))
    #expect(error.remedy == "end it, or wait until it ends: kill 9")
    #expect(error.holders.map(\.process) == [9])
  }

  @Test func `cannot trick a terminal by a holder's name`() {
    #expect(PortHolder(process: 3, name: "\u{1B}]0;x\u{7}").name == "\u{FFFD}]0;x\u{FFFD}")
    #expect("\(PortHolder(process: 3, name: ""))" == "process 3")
  }
}
