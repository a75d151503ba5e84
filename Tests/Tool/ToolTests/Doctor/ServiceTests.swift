import DiscoverySupport
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite final class `Programs that take ports`: MachineSuite {
  private let sam = UserFacts(number: 1000)

  @Test(arguments: [
    (
      "gpsd", "gpsd.service",
      "read it through gpsd: gpsbridge monitor gpsd://localhost; or stop gpsd: "
        + "sudo systemctl stop gpsd.socket gpsd.service"
    ),
    ("ModemManager", "ModemManager.service", "sudo systemctl stop ModemManager"),
    ("brltty", nil, "sudo systemctl mask --now brltty.path brltty-udev.service"),
    ("python3", "octoprint.service", "close the port in that program"), ("cat", nil, "kill 4711"),
    ("kplex", "kplex.service", "sudo systemctl stop kplex.service"),
    ("screen", nil, "close the port in that program"), ("bash", nil, "close the port in that program"),
  ]) func `are ended in the way that keeps them ended`(name: String, unit: String?, remedy: String) {
    #expect(HolderChecks.remedy(RunningProcess(number: 4711, name: name, unit: unit), sam) == remedy)
  }

  private func findings(_ check: Check, _ fill: (Machine) throws -> Void) throws -> [Finding] {
    let machine = try Machine()
    try fill(machine)
    return check(machine.facts())
  }

  @Test func `are no matter where no receiver is`() throws {
    let found = try findings({
      ServiceChecks.modemManager($0) + ServiceChecks.gpsd($0) + ServiceChecks.brltty($0)
    }) {
      try $0.run("ModemManager", number: 1)
      try $0.run("gpsd", number: 2)
      try $0.run("brltty", number: 3)
    }
    #expect(found == [])
  }

  @Test func `are told to leave a receiver alone by its rules`() throws {
    let fixes = try [[], ["/etc/udev/rules.d/61-gpsbridge.rules"]].map { rules in
      try findings(ServiceChecks.modemManager) { machine in
        try machine.plug(.ublox())
        try machine.run("ModemManager", number: 1)
        for rule in rules { try machine.write(rule, "") }
      }.map(\.remedy)
    }
    #expect(
      fixes == [
        ["sudo make install-rules, then plug it in again."],
        ["Plug it in again: its rules were installed since."],
      ])
  }

  @Test func `are a warning as long as they have not taken the port`() throws {
    let running = try findings(ServiceChecks.gpsd) { machine in
      try machine.plug(.ublox())
      try machine.run("gpsd", number: 2, unit: "gpsd.service")
    }
    #expect(
      running.map(\.what) == [
        "gpsd (process 2, gpsd.service) is running, and opens receivers when they appear."
      ])
    #expect(running.map(\.level) == [.warning])
    let awaited = try findings(ServiceChecks.gpsd) { machine in
      try machine.plug(.ublox())
      try machine.write("/proc/net/tcp", "   0: 0100007F:0B83 00000000:0000 0A 0\n")
    }
    #expect(
      awaited.map(\.what) == ["A connection to port 2947 makes systemd start gpsd, which opens receivers."])
    let holding = try findings(ServiceChecks.gpsd) { machine in
      try machine.plug(.ublox())
      try machine.run("gpsd", number: 2, open: ["/dev/ttyACM0"])
    }
    #expect(holding == [])
  }

  @Test func `are named where gpsd and serve both want the port of gpsd's clients`() throws {
    let both = try findings(ServiceChecks.gpsdPort) { machine in
      try machine.run("gpsd", number: 812, unit: "gpsd.service")
      try machine.run("gpsbridge", number: 4711, unit: "gpsbridge-serve.service")
      try machine.write("/proc/4711/cmdline", "/usr/bin/gpsbridge\0serve\0")
    }
    #expect(
      both.map(\.what) == [
        "Both use port 2947: gpsd (process 812, gpsd.service), and serve: gpsbridge (process 4711, gpsbridge-serve.service)."
      ])
    #expect(
      both.first?.remedy?.hasPrefix("sudo systemctl disable --now gpsd.socket gpsd.service; or ") == true)
    let enabled = try findings(ServiceChecks.gpsdPort) { machine in
      try machine.folder("/etc/systemd/system/sockets.target.wants")
      for unit in ["gpsd.socket", "gpsbridge-gpsd.socket"] {
        try machine.link(
          "/etc/systemd/system/sockets.target.wants/\(unit)", to: "/lib/systemd/system/\(unit)")
      }
    }
    #expect(enabled.map(\.what) == ["Both use port 2947: gpsd.socket, and gpsbridge-gpsd.socket."])
    let alone = try findings(ServiceChecks.gpsdPort) { try $0.run("gpsd", number: 2) }
    #expect(alone == [])
  }

  @Test(arguments: [
    ("-N -n /dev/ttyACM0", "serve", true), ("-NS 2947", "serve --gpsd *:2947", true),
    ("-P /run/S.pid -n", "serve --gpsd 3000 --gpsd 2947", true), ("--port=2947", "serve --nmea 10110", true),
    ("-s S", "serve", true), ("-S 3000", "serve", false), ("-nNS3000", "serve", false),
    ("-D 5 --port 3000", "serve", false), ("--port=3000 -b", "serve", false),
    ("", "serve --gpsd none", false),
    ("", "serve --gpsd=127.0.0.1:3000", false), ("", "monitor --gpsd 2947", false),
  ]) func `are named for that port alone, by their command lines`(gpsd: String, tool: String, areNamed: Bool)
    throws
  {
    let line = { (words: String) in words.split(separator: " ").map { $0 + "\0" }.joined() }
    let found = try findings(ServiceChecks.gpsdPort) { machine in
      try machine.run("gpsd", number: 2)
      try machine.write("/proc/2/cmdline", line("/usr/sbin/gpsd \(gpsd)"))
      try machine.run("gpsbridge", number: 3)
      try machine.write("/proc/3/cmdline", line("gpsbridge \(tool)"))
    }
    #expect(!found.isEmpty == areNamed)
  }

  @Test func `are nobody's matter where the receiver is no port of this machine`() throws {
    for (number, name) in [(2, "gpsd"), (3, "gpsbridge")] { try machine.run(name, number: number) }
    try machine.write("/proc/3/cmdline", "gpsbridge\0serve\0")
    #expect(!ServiceChecks.gpsdPort(machine.facts()).isEmpty)
    for source in [SourceName.simulated("sim:walk"), .network("gpsd://boat.local")] {
      #expect(ServiceChecks.gpsdPort(machine.facts(source)).isEmpty)
    }
  }

  @Test func `are not gpsd where serve listens at its port`() throws {
    try machine.plug(.ublox())
    try machine.write("/proc/net/tcp", "   0: 0100007F:0B83 00000000:0000 0A 0\n")
    #expect(machine.facts().isGPSDAwaited)
    try machine.run("gpsbridge", number: 30)
    try machine.write("/proc/30/cmdline", "gpsbridge\0monitor\0")
    #expect(machine.facts().isGPSDAwaited, "that one serves nobody")
    try machine.write("/proc/30/cmdline", "gpsbridge\0serve\0--gpsd\u{0}2947\0")
    #expect(!machine.facts().isGPSDAwaited && ServiceChecks.gpsd(machine.facts()) == [])
  }

  @Test func `are what serve tells where it finds the port taken`() throws {
    #expect(GPSDPort(machine.files).remedy.hasPrefix("it may be gpsd: "))
    try machine.folder("/etc/systemd/system/sockets.target.wants")
    try machine.link(
      "/etc/systemd/system/sockets.target.wants/gpsd.socket", to: "/lib/systemd/system/gpsd.socket")
    #expect(
      GPSDPort(machine.files).remedy
        == "systemd listens there for gpsd (gpsd.socket): sudo systemctl disable --now gpsd.socket gpsd.service; "
        + "or use another port: --gpsd 2948")
    try machine.run("gpsd", number: 7, unit: "gpsd.service")
    #expect(GPSDPort(machine.files).remedy.hasPrefix("gpsd (process 7, gpsd.service) may have it: "))
  }

  @Test func `are a warning where brltty runs beside an adapter that it knows`() throws {
    let found = try findings(ServiceChecks.brltty) { machine in
      try machine.plug(.cp210x())
      try machine.run("brltty", number: 3)
    }
    #expect(
      found.map(\.what) == [
        "brltty (process 3) is running, and mistakes adapters such as Silicon Labs CP210x adapter (10c4:ea60) for Braille displays."
      ])
  }
}

@Suite final class `A device without a port`: MachineSuite {
  @Test(arguments: [
    ("1546", "01a8", "sudo modprobe cdc_acm, then plug it in again.", "fail"),
    ("091e", "0003", "sudo modprobe garmin_gps, then plug it in again.", "fail"),
    ("413c", "8133", "Plug it in again; sudo dmesg | tail shows what the kernel reports.", "fail"),
    ("1a86", "7523", "sudo modprobe ch341, then plug it in again.", "warn"),
  ]) func `gets the driver that it needs`(vendor: String, product: String, fix: String, level: String) throws
  {
    try machine.plug("1-4", vendor, product, name: "x", speed: "12")
    let found = ReceiverChecks.driver(machine.facts())
    #expect(found.map(\.remedy) == [fix] && found.map(\.level.rawValue) == [level])
    #expect(ReceiverChecks.driver(machine.facts(.simulated("sim:walk"))) == [])
  }

  @Test func `is no matter where it is none of ours, or a program drives it`() throws {
    try machine.plug("1-4", "046d", "c52b", name: "Mouse", speed: "12")
    try machine.plug("1-5", "1546", "01a8", name: "u-blox", speed: "12", driver: "usbfs")
    #expect(ReceiverChecks.driver(machine.facts()) == [])
  }
}

@Suite struct `The GPS port of a modem` {
  private let udev = ["E:ID_MM_PORT_TYPE_GPS=1"]

  private func findings(_ source: SourceName, _ change: (inout HostFacts) -> Void = { _ in }) throws
    -> [Finding]
  {
    let machine = try Machine()
    try machine.plug(.modem("ttyUSB1"), udev: udev)
    var facts = machine.facts(source)
    change(&facts)
    return ReceiverChecks.receiver(facts)
  }

  @Test func `is known by udev's files where udev's library is not there`() throws {
    for (port, lines, kind) in [
      (.modem("ttyUSB1"), udev, .modemReceiver),
      (.modem("ttyUSB1"), ["E:ID_MM_PORT_TYPE_AT_PRIMARY=1"], .unknown),
      // As a user marks a cable, and excludes a receiver.
      (.cp210x(), ["E:GPSBRIDGE_CLASS=gnss", "E:GPSBRIDGE_MODEL=GPS on the mast"], .receiver),
      (.ublox(), ["E:GPSBRIDGE_CLASS=none"], .other),
    ] as [(FakePort, [String], SerialPortKind)] {
      let machine = try Machine()
      try machine.plug(port, udev: lines)
      #expect(machine.facts().ports.map(\.port.classification.kind) == [kind])
    }
  }

  @Test func `is found in words that were read and found right`() throws {
    try Transcript.expect(
      "modem-findings",
      [
        ("named, and silent until somebody switches it on", try findings(.port("/dev/ttyUSB1"))),
        ("it speaks", try findings(.port("/dev/ttyUSB1")) { $0.heard = .good { _ in } }),
        ("nothing else is plugged in", try findings(.automatic)),
      ])
  }
}
