import Testing

@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(if: ProbeRun.isPossible, "umockdev is missing: make setup, or apt-get install umockdev"))
struct `With udev` {
  let probe: ProbeRun
  let first = "receiver pci-0000:00:14.0-usb-0:1:1.0"
  let second = "receiver pci-0000:00:14.0-usb-0:2:1.0"
  let bridge = "bridge pci-0000:00:14.0-usb-0:4:1.0"

  init() throws { probe = try ProbeRun() }

  private func perform(_ steps: String...) { for step in steps { probe.tell(step) } }

  @Test func `a listing has every port, and says that udev was asked`() {
    perform("plug pl2303 ttyUSB0 1-4", "plug ublox ttyACM0 1-1", "list")
    #expect(probe.lines(3) == ["port /dev/ttyACM0 \(first)", "port /dev/ttyUSB0 \(bridge)", "listed udev"])
  }

  @Test func `a stick is seen each time it is plugged in and out`() {
    perform("monitor")
    #expect(probe.line() == "source udev")
    for name in ["ttyACM0", "ttyACM0", "ttyACM1"] {
      perform("plug ublox \(name) 1-1")
      #expect(probe.line() == "appeared /dev/\(name) \(first)")
      perform("unplug \(name)")
      #expect(probe.line() == "disappeared /dev/\(name) \(first)")
    }
  }

  @Test func `a stick that comes between the opening of the watcher and the first look is seen once`() {
    perform("monitor ublox ttyACM0 1-1")
    #expect(probe.lines(2) == ["source udev", "appeared /dev/ttyACM0 \(first)"])
    // Any other report on the first stick would come before the second.
    perform("plug ublox ttyACM1 1-2")
    #expect(probe.line() == "appeared /dev/ttyACM1 \(second)")
    perform("unplug ttyACM0")
    #expect(probe.line() == "disappeared /dev/ttyACM0 \(first)")
  }

  @Test func `events that repeat what is known tell nothing`() {
    perform("plug ublox ttyACM0 1-1", "monitor")
    #expect(probe.lines(2).last == "appeared /dev/ttyACM0 \(first)")
    perform("tell ttyACM0 add", "tell ttyACM0 change", "tell ttyACM0 add", "unplug ttyACM0")
    #expect(probe.line() == "disappeared /dev/ttyACM0 \(first)")
  }

  @Test func `two sticks without serial numbers are two, and a name that both have is refused`() {
    perform("plug ublox ttyACM1 1-1", "plug ublox ttyACM0 1-2", "monitor")
    #expect(
      probe.lines(3) == ["source udev", "appeared /dev/ttyACM1 \(first)", "appeared /dev/ttyACM0 \(second)"])
    for selector in ["id:usb-u-blox_AG_-_www.u-blox.com_u-blox_GNSS_receiver-if00", "usb:1546:01a8"] {
      perform("choose \(selector)", "sync")
      let lines = probe.lines(until: "sync")
      #expect(lines.first == "error 2 serial ports are \"\(selector)\": name one of them:")
      #expect(lines.count == 3)
      #expect(lines.contains { $0.hasSuffix("/dev/ttyACM1 or path:pci-0000:00:14.0-usb-0:1:1.0") })
      #expect(lines.contains { $0.hasSuffix("/dev/ttyACM0 or path:pci-0000:00:14.0-usb-0:2:1.0") })
    }
    perform("choose path:pci-0000:00:14.0-usb-0:2:1.0")
    #expect(probe.line() == "chosen /dev/ttyACM0 \(second)")
  }

  @Test func `a modem's GPS port is known by what ModemManager says of it`() {
    perform("plug modem ttyUSB1 1-5", "monitor")
    #expect(probe.lines(2).last == "appeared /dev/ttyUSB1 modemReceiver pci-0000:00:14.0-usb-0:5:1.1")
  }

  @Test func `a hang-up before the removal is told once`() {
    plugInAndWatch()
    perform("hangup ttyACM0")
    #expect(probe.line() == "disappeared /dev/ttyACM0 \(first)")
    perform("unplug ttyACM0", "plug ublox ttyACM1 1-1")
    #expect(probe.line() == "appeared /dev/ttyACM1 \(first)")
  }

  @Test func `a stick is seen even if udev's messages do not get through, as in some containers`() {
    perform("monitor", "slip ublox ttyACM0 1-1")
    #expect(probe.lines(2) == ["source udev", "appeared /dev/ttyACM0 \(first)"])
    perform("steal ttyACM0")
    #expect(probe.line() == "disappeared /dev/ttyACM0 \(first)")
  }

  private func plugInAndWatch() {
    perform("plug ublox ttyACM0 1-1", "monitor")
    #expect(probe.lines(2) == ["source udev", "appeared /dev/ttyACM0 \(first)"])
  }
}
