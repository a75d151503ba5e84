import DiscoverySupport
import GPSBridge
import Testing

@testable import GPSBridgeTool

/// Whole reports, for whole machines.
@Suite struct `The doctor's report` {
  private func report(_ facts: HostFacts) -> String { DoctorReport(Checks.findings(facts)).text }

  @Test func `says what to do where nothing is plugged in`() throws {
    #expect(
      report(try Machine().facts()) == """
         FAIL no GPS receiver is plugged in
                there is no serial port
              fix: plug it in; gpsbridge devices --watch shows what comes
        1 problem needs your attention (1 FAIL)

        """)
  }

  @Test func `names the adapters behind which a receiver may be`() throws {
    let machine = try Machine()
    try machine.plug(.pl2303())
    try machine.plug(.cp210x("ttyUSB1"))
    #expect(
      report(machine.facts()) == """
         FAIL no GPS receiver is known by its ids
                /dev/ttyUSB1 (Silicon Labs CP210x adapter), /dev/ttyUSB0 (Prolific
                PL2303 adapter) may be; such adapters are never opened unasked
              fix: gpsbridge doctor /dev/ttyUSB1
        1 problem needs your attention (1 FAIL)

        """)
  }

  @Test func `says that a port is not there`() throws {
    #expect(
      report(try Machine().facts(.port("/dev/ttyUSB4"))) == """
         FAIL /dev/ttyUSB4 is not there
                no serial port is "/dev/ttyUSB4"
              fix: plug it in; gpsbridge devices --watch shows what comes
        1 problem needs your attention (1 FAIL)

        """)
  }

  @Test func `is short where all is well`() throws {
    let machine = try Machine()
    try machine.plug(.ublox(), udev: ["G:uaccess", "E:ID_MM_DEVICE_IGNORE=1"])
    try machine.run("ModemManager", number: 20, unit: "ModemManager.service")
    var facts = machine.facts()
    facts.heard = .good
    #expect(
      report(facts) == """
         ok   1 GPS receiver: /dev/ttyACM0 (u-blox 8)
         ok   you may open /dev/ttyACM0 (udev gives it to the user at this machine)
         ok   stream: 412 sentences, 0 bad checksums, 1.00 Hz
         ok   the receiver has a fix
                11 satellites in use, 16 satellites heard, best 46 dB-Hz, median 38
                dB-Hz
         ok   the system clock agrees with GPS, within the delay of the cable (0.14 s)
        no problem found

        """)
    #expect(DoctorReport(Checks.findings(facts), isStrict: true).exit == .done)
  }

  @Test func `has a remedy for everything that is wrong at once`() throws {
    let machine = try Machine()
    try machine.plug(.ublox())
    try machine.plug(.ublox("ttyACM1", at: "1-2"), udev: ["G:uaccess", "E:ID_MM_PORT_IGNORE=1"])
    try machine.plug("2-3", "0781", "5588", name: "Extreme SSD", speed: "5000", driver: "uas")
    try machine.plug("1-4", "1546", "050c", name: "X20", speed: "480")
    try machine.plug("1-6", "1a86", "7523", name: "USB Serial", speed: "12", driver: "usbfs", number: 6)
    try machine.run("gpsd", number: 812, unit: "gpsd.service", open: ["/dev/ttyACM0"])
    try machine.run("ModemManager", number: 20, unit: "ModemManager.service")
    try machine.run("brltty", number: 33, unit: "brltty.service", open: ["/dev/bus/usb/001/006"])
    let facts = machine.facts()
    #expect(
      report(facts) == """
         ok   2 GPS receivers: /dev/ttyACM0 (u-blox 8)
                the first is examined; the others: /dev/ttyACM1 (u-blox 8)
         FAIL u-blox X20 UART1 (1546:050c) is plugged in, but no driver has created a
              port for it
                no driver of the kernel has this id
              fix: sudo modprobe ftdi_sio && echo 1546 050c | sudo tee /sys/bus/usb-serial/drivers/ftdi_sio/new_id
         ok   you may open /dev/ttyACM0
         ok   you may open /dev/ttyACM1 (udev gives it to the user at this machine)
         FAIL /dev/ttyACM0 is in use by gpsd (process 812, gpsd.service)
                two programs on one port would each receive only part of the bytes
              fix: read it through gpsd: gpsbridge monitor gpsd://localhost; or stop gpsd: sudo systemctl stop gpsd.socket gpsd.service
         WARN ModemManager is running, and is not configured to leave /dev/ttyACM0
              (u-blox 8) alone
                for half a minute after each plug-in it asks the receiver whether it is
                a modem
              fix: sudo make install-rules, then plug it in again
         FAIL brltty (process 33, brltty.service) has mistaken WCH CH340 adapter
              (1a86:7523) for a Braille display
                it drives the adapter now, so there is no port
              fix: sudo systemctl mask --now brltty.path brltty-udev.service
         WARN a USB 3 device is plugged in beside the receiver: Extreme SSD
                Extreme SSD (2-3) makes noise in the satellites' band while it works
              fix: put the receiver on a USB 2 extension of a meter, or into a port far from it
        5 problems need your attention (3 FAIL)

        """)
    #expect(DoctorReport(Checks.findings(facts)).exit == .needsYou)
  }

  @Test func `ends with 13 for warnings alone, where strictness was asked for`() {
    let findings = [Finding.fine("a", "a"), .warning("b", "b", fix: "c")]
    #expect(DoctorReport(findings).exit == .done)
    #expect(DoctorReport(findings, isStrict: true).exit == .onlyWarnings)
    #expect(DoctorReport(findings).text == " ok   a\n WARN b\n      fix: c\nit works; 1 warning\n")
    #expect(DoctorReport(findings + [.failure("d", "d", fix: "e")], isStrict: true).exit == .needsYou)
  }

  @Test func `keeps to 80 columns, but for what is there to be pasted`() {
    let words = Array(repeating: "word", count: 60).joined(separator: " ")
    for line in DoctorReport.text(.failure("c", words, why: words, fix: "x")).split(separator: "\n") {
      #expect(line.count <= 80)
    }
  }

  @Test func `names only commands that there are`() throws {
    let verbs = Set(CommandTable.verbs)
    for finding in try EveryFinding.all() {
      for text in [finding.what, finding.why, finding.fix].compactMap({ $0 }) {
        let words = text.split(whereSeparator: { " ';,".contains($0) }).map(String.init)
        // A process that writes the track store is called gpsbridge, too.
        for (word, next) in zip(words, words.dropFirst()) where word == "gpsbridge" && next != "(process" {
          #expect(verbs.contains(next), "\(text)")
        }
      }
    }
  }
}
