import Testing

@Suite(.enabled(if: PrivateUdev.obstacle == nil, "\(PrivateUdev.obstacle ?? "")"))
struct `Rules beside ours` {
  private let cable = FakeUSBPort(
    node: "ttyUSB0", place: "1-2", vendor: "10c4", product: "ea60", serial: "A50285BI")
  private let otherCable = FakeUSBPort(
    node: "ttyUSB1", place: "1-3", vendor: "10c4", product: "ea60", serial: "0001")
  private let placed = FakeUSBPort(
    node: "ttyUSB2", place: "1-1.4", vendor: "10c4", product: "ea60", serial: "0001")
  private let stick = FakeUSBPort(node: "ttyACM0", place: "1-5", vendor: "1546", product: "01a8")

  @Test func `claim a person's own adapter, and let go of a stick, as the examples say`() throws {
    let examples = try RulesFolder.examples().map { $0 + "\n" }.joined()
    let report = try PrivateUdev.test(
      [cable, otherCable, placed, stick],
      rules: ["60-my-gps.rules": examples, RulesFolder.main: try RulesFolder.text(RulesFolder.main)])
    #expect(report.complaints == [])
    for port in [cable, placed] {
      let verdict = try #require(report.verdicts[port.portPath])
      #expect(verdict.properties["GPSBRIDGE_MODEL"] == "GPS on the mast")
      #expect(verdict.properties["ID_MM_PORT_IGNORE"] == "1")
      #expect(verdict.tags.contains("uaccess"))
      #expect(report.verdicts[port.devicePath]?.power == "on")
    }
    #expect(report.links["by-serial/A50285BI"] == "ttyUSB0")
    #expect(report.links["by-path/\(placed.pathTag)"] == "ttyUSB2")
    #expect(report.verdicts[otherCable.portPath]?.isUntouched == true)
    let released = try #require(report.verdicts[stick.portPath])
    #expect(released.properties["GPSBRIDGE_CLASS"] == "none")
    #expect(released.links == [] && !released.tags.contains("uaccess"))
    #expect(released.properties["ID_MM_DEVICE_IGNORE"] == nil)
    #expect(report.verdicts[stick.devicePath]?.power == "")
  }

  @Test func `start the service only where it was asked for, and keep what others want`() throws {
    let garmin = FakeUSBPort(node: "ttyUSB3", place: "1-6", vendor: "091e", product: "0003")
    let report = try PrivateUdev.test(
      [stick, cable, garmin],
      rules: [
        "60-other.rules": "SUBSYSTEM==\"tty\", ENV{SYSTEMD_WANTS}+=\"gpsdctl@%k.service\"\n",
        RulesFolder.main: try RulesFolder.text(RulesFolder.main),
        RulesFolder.autostart: try RulesFolder.text(RulesFolder.autostart),
      ])
    #expect(report.complaints == [])
    let wants = [stick, cable, garmin].map { report.verdicts[$0.portPath]?.properties["SYSTEMD_WANTS"] }
    #expect(
      wants == [
        "gpsdctl@ttyACM0.service gpsbridge@ttyACM0.service", "gpsdctl@ttyUSB0.service",
        "gpsdctl@ttyUSB3.service",
      ])
    #expect(report.verdicts[stick.devicePath]?.properties["SYSTEMD_WANTS"] == nil)
  }

  @Test func `are asked about the port and the USB device, and not about what lies between`() throws {
    let report = try PrivateUdev.test(
      [stick], rules: [RulesFolder.main: try RulesFolder.text(RulesFolder.main)], withInterfaces: true)
    #expect(report.verdicts[stick.portPath]?.isUntouched == false)
    #expect(report.verdicts[stick.devicePath]?.isUntouched == false)
    #expect(report.verdicts[stick.interfacePath]?.isUntouched == true)
  }

  @Test func `say nothing of what goes away`() throws {
    let report = try PrivateUdev.test(
      [stick, cable],
      rules: [
        "60-my-gps.rules": try #require(try RulesFolder.examples().first) + "\n",
        RulesFolder.main: try RulesFolder.text(RulesFolder.main),
        RulesFolder.autostart: try RulesFolder.text(RulesFolder.autostart),
      ], action: "remove")
    #expect(report.verdicts[stick.portPath]?.properties["ACTION"] == "remove")
    #expect(report.verdicts[stick.portPath]?.isUntouched == true)
    let marked = try #require(report.verdicts[cable.portPath])
    #expect(marked.properties["GPSBRIDGE_CLASS"] == "gnss")
    #expect(marked.properties["SYSTEMD_WANTS"] == nil && marked.links == [])
  }

  /// So that nobody simplifies the rule: it is true of the port itself, whatever its parents are.
  @Test func `that exclude what has no USB parent exclude each device`() throws {
    let text = """
      SUBSYSTEM!="tty", GOTO="end"
      ENV{BEGUN}="1"
      SUBSYSTEMS!="usb", GOTO="end"
      ENV{REACHED}="1"
      LABEL="end"

      """
    let report = try PrivateUdev.test([stick], rules: ["61-negated.rules": text])
    #expect(report.verdicts[stick.portPath]?.properties["BEGUN"] == "1")
    #expect(report.verdicts[stick.portPath]?.properties["REACHED"] == nil)
  }

  @Test func `with a fault are complained of by udev, and the complaint is seen`() throws {
    let report = try PrivateUdev.test([stick], rules: ["61-bad.rules": "KERNEL==\"tty*\", NOSUCHKEY=\"1\"\n"])
    #expect(report.complaints.count > 0)
  }

  @Test func `are tried without a trace on this machine`() throws {
    // No machine has this device, so whatever is there of it would be of our making.
    let nobody = FakeUSBPort(
      node: "ttyACM77", place: "1-14.13.12", vendor: "1546", product: "01a8", serial: "Nobody")
    let report = try PrivateUdev.test(
      [nobody], rules: [RulesFolder.main: try RulesFolder.text(RulesFolder.main)])
    let links = ["by-path/\(nobody.pathTag)", "by-serial/Nobody"]
    #expect(links.map { report.links[$0] } == ["ttyACM77", "ttyACM77"])
    let traces =
      links.map { "/dev/gpsbridge/" + $0 } + ["/dev/char/166:77", "/run/udev/data/c166:77", "/dev/ttyACM77"]
    for trace in traces { #expect(!isThere(trace), "\(trace)") }
    #expect(isThere("/dev/null"))
  }
}
