import DiscoverySupport
import Testing

@testable import SerialPorts

@Suite struct `Choosing a port` {
  let receiver = stick(1, "ttyACM0")
  let twin = stick(2, "ttyACM1")
  let bridge = stick(4, "ttyUSB0", 0x067B, 0x2303)

  private func refused(_ text: String, _ ports: [SerialPortDescription]) -> SerialPortSelectionError? {
    #expect(throws: SerialPortSelectionError.self) { try SerialPortSelector(text).resolve(among: ports) }
  }

  @Test func `automatically takes the only receiver, and never a bridge`() throws {
    let choice = try SerialPortSelector.auto.choose(among: [bridge, receiver])
    #expect(choice.port == receiver && choice.others == [] && choice.note == nil)
  }

  @Test func `automatically takes the first receiver by its place, and says so`() throws {
    let choice = try SerialPortSelector.auto.choose(among: [twin, bridge, receiver])
    #expect(choice.port == receiver && choice.others == [twin])
    let name = receiver.displayName
    #expect(
      choice.note
        == "2 receivers are plugged in; /dev/ttyACM0 (\(name)) was chosen, the first by its place. "
        + "To choose another, name it: /dev/ttyACM1 (\(name)) is path:pci-0000:00:14.0-usb-0:2:1.0.")
  }

  @Test func `automatically takes the receiver that was used last, under whatever name`() throws {
    let choice = try SerialPortSelector.auto.choose(
      among: [receiver, stick(2, "ttyACM7")], preferring: twin.key)
    #expect(choice.port.node == "/dev/ttyACM7" && choice.others == [receiver])
    #expect(choice.note?.contains("the one used last") == true)
  }

  @Test func `automatically finds nothing among bridges, and names each`() {
    let error = refused("auto", [bridge])
    #expect(error?.code == .unknown)
    #expect(
      error?.description == "none of the serial ports is known to be a receiver: these ports are there:\n"
        + "  /dev/ttyUSB0 (\(bridge.displayName)) may be your receiver: "
        + "name it with /dev/ttyUSB0 or path:pci-0000:00:14.0-usb-0:4:1.0")
  }

  @Test func `automatically finds nothing where nothing is`() {
    #expect(refused("auto", [])?.description == "there is no serial port: plug the receiver in.")
  }

  @Test func `says of each candidate what it is`() {
    var modem = stick(5, "ttyUSB1", 0x2C7C, 0x0125)
    modem.modemPortTypes = ["GPS"]
    modem.classification = KnownDevices.classify(modem.usb?.identity, isModemReceiver: true)
    let garmin = stick(6, "ttyUSB2", 0x091E, 0x0003)
    let gateway = stick(7, "ttyUSB3", 0x0403, 0xD9A9)
    let text = refused("auto", [modem, garmin, gateway])?.description ?? ""
    #expect(
      text.contains("/dev/ttyUSB1 (USB device 2c7c:0125) is a modem's GPS port: enable it in ModemManager"))
    #expect(text.contains("is a receiver that sends no NMEA by default"))
    #expect(text.contains("forwards the data of other instruments"))
  }

  @Test func `by a name that two sticks share names both by their places`() {
    let error = refused("id:usb-stick-if00", [receiver, twin])
    #expect(error?.code == .ambiguous)
    #expect(error?.candidates.map(\.port) == [receiver, twin])
    #expect(
      error?.candidates.map(\.selector.description) == [
        "path:pci-0000:00:14.0-usb-0:1:1.0", "path:pci-0000:00:14.0-usb-0:2:1.0",
      ])
    #expect(
      error?.description.hasPrefix("2 serial ports are \"id:usb-stick-if00\": name one of them:\n") == true)
  }

  @Test func `by an id takes the one device that has it, even a bridge`() throws {
    #expect(try SerialPortSelector("usb:067b:2303").resolve(among: [receiver, bridge]) == bridge)
    #expect(refused("usb:1546:01a8", [receiver, twin])?.code == .ambiguous)
  }

  @Test func `by a name that nobody has lists who is there`() {
    let error = refused("/dev/ttyACM9", [receiver])
    #expect(error?.code == .unknown && error?.found == "no serial port is \"/dev/ttyACM9\"")
    #expect(error?.candidates.map(\.port) == [receiver])
  }

  @Test func `by the node of a pseudo-terminal takes it, though no listing has it`() throws {
    let terminal = try NamedTerminal()
    let port = try SerialPortSelector(terminal.path).resolve(among: [receiver])
    #expect(port.node == terminal.path && port.key == terminal.path)
    #expect(port.deviceNumber?.major == 136 && port.isAccessible)
    #expect(port.classification.kind == .unknown)
  }

  @Test func `by somebody's own link takes the port that it leads to`() throws {
    let terminal = try NamedTerminal()
    let system = try FakeSystem()
    try system.link("/dev/mine", to: terminal.path)
    var port = receiver
    port.deviceNumber = DeviceNumber(at: terminal.path)
    #expect(try SerialPortSelector("/dev/mine").choose(among: [port], roots: system.roots).port == port)
    #expect(try SerialPortSelector("\(system.root)/dev/mine").resolve(among: [port]) == port)
  }

  @Test func `by a path with a zero in it is refused, whatever its beginning leads to`() throws {
    let terminal = try NamedTerminal()
    #expect(refused(terminal.path + "\0x", [])?.found == "no serial port is \"\(terminal.path)\\x00x\"")
  }

  @Test func `by the path of a file is refused`() throws {
    let system = try FakeSystem()
    try system.write("/dev/log", "text")
    #expect(refused(system.root + "/dev/log", [receiver])?.code == .notAPort)
    #expect(refused(system.root + "/dev", [receiver])?.code == .notAPort)
  }
}
